import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { environmentWith, root } from '../support/run-cli.ts';
import { Workplace } from '../support/workplace.ts';

let workplace: Workplace;
let environment: Record<string, string>;

beforeAll(async () => {
  workplace = await Workplace.withData({ LOG_LEVEL: 'warn' });
  const service = await workplace.start();
  environment = { LEADLINE_DATA: workplace.data, LEADLINE_URL: service.url, LEADLINE_TOKEN: service.adminToken };
});
afterAll(() => workplace.clean());

/** Runs `leadline …` by the shell, whose pipes and redirections it has. */
async function shell(line: string): Promise<{ code: number; stderr: string }> {
  const child = spawn(
    'bash',
    ['-o', 'pipefail', '-c', line.replace('leadline', `${process.execPath} bin/leadline.js`)],
    {
      cwd: root,
      env: environmentWith(environment),
      stdio: ['ignore', 'ignore', 'pipe'],
    },
  );
  let stderr = '';
  child.stderr.setEncoding('utf8').on('data', (part) => (stderr += part));
  const [code] = await once(child, 'close');
  return { code, stderr };
}

const FULL = 'Standard output cannot be written: ENOSPC.';
const CLOSED = 'Standard output was closed before the end.';

it
  .skipIf(!existsSync('/dev/full'))
  .each([
    'leadline --help > /dev/full',
    'leadline organization list > /dev/full',
    'leadline lead list --all > /dev/full',
    'leadline export --format csv > /dev/full',
    'leadline backup - > /dev/full',
  ])('`%s` says in one sentence that the disk is full', async (line) => {
  const { code, stderr } = await shell(line);
  expect(code).toBe(1);
  expect(stderr).toContain(FULL);
  expect(stderr).not.toMatch(/\n {4}at /);
});

it('`leadline backup - | head` says in one sentence that nobody reads on', async () => {
  const { code, stderr } = await shell('leadline backup - | head -c 10');
  expect(code).toBe(1);
  expect(stderr).toContain(CLOSED);
  expect(stderr).not.toMatch(/\n {4}at /);
});
