import { afterAll, beforeAll, expect, it } from 'vitest';
import { runInShell } from '../support/cli-shell.ts';
import { readCsv } from '../support/read-csv.ts';
import { runCli } from '../support/run-cli.ts';
import type { ServiceProcess } from '../support/service-process.ts';
import { Workplace } from '../support/workplace.ts';

let workplace: Workplace;
let service: ServiceProcess;
let environment: Record<string, string>;
let leads: { public_id: string; status: { name: string } }[];

beforeAll(async () => {
  workplace = await Workplace.withData({ LOG_LEVEL: 'warn' });
  service = await workplace.start();
  environment = { LEADLINE_URL: service.url, LEADLINE_TOKEN: service.adminToken };
  const listed = await runInShell(['lead', 'list', '--all', '--size', '200', '--json'], environment);
  leads = JSON.parse(listed.stdout).leads;
});
afterAll(() => workplace.clean());

const run = (line: string, more = {}) => runCli(['export', ...line.split(' ')], { ...environment, ...more });

it('writes every lead to standard output, and how many there are to standard error', async () => {
  const { code, stdout, stderr } = await run('--format jsonl');
  expect(code, stderr).toBe(0);
  const written = stdout.split('\n').slice(0, -1);
  expect(written.map((line) => JSON.parse(line))).toEqual(leads);
  expect(stderr).toMatch(new RegExp(`^${leads.length} leads, \\d+\\.\\d MB\\n$`));
});

it('filters by names, a filter given twice being either', async () => {
  const { code, stdout, stderr } = await run('--format csv --status New --status Won --json');
  expect(code, stderr).toBe(0);
  const expected = leads.filter(({ status }) => ['New', 'Won'].includes(status.name));
  expect(expected.length).toBeGreaterThan(1);
  const [, ...rows] = readCsv(stdout);
  expect(rows.map(([id]) => id)).toEqual(expected.map(({ public_id }) => public_id));
  expect(JSON.parse(stderr)).toEqual({ leads: expected.length, bytes: Buffer.byteLength(stdout) });
});

it.each([
  ['--format xlsx', {}, 2, 'Name the format'],
  ['--format csv --size 5', {}, 2, 'Unknown option --size'],
  ['--format csv --status Nwe', {}, 2, 'There is no status Nwe'],
  ['--format csv --sort name', {}, 2, '--sort must be one of'],
  ['--format csv', { LEADLINE_TOKEN: 'ldl_no' }, 1, 'unauthenticated'],
  ['--format csv', { LEADLINE_URL: 'http://127.0.0.1:9' }, 1, 'No service answers'],
])('`leadline export %s` that cannot be says why, and writes nothing', async (line, more, code, words) => {
  const ended = await run(line, more);
  expect(ended).toMatchObject({ code, stdout: '' });
  expect(ended.stderr).toContain(words);
});
