import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { beforeAll, expect, it, onTestFinished, vi } from 'vitest';
import { type Packed, pack, unpack } from '../support/packed.ts';
import { environmentWith, killGroup, root } from '../support/run-cli.ts';
import { isSoak } from '../support/runs.ts';
import { scratchDirectory } from '../support/scratch.ts';
import { until } from '../support/workplace.ts';

vi.setConfig({ testTimeout: 240_000 });

let packed: Packed[];
beforeAll(() => {
  const folder = scratchDirectory('packed');
  packed = [join(root, 'packages', 'client'), root].map((directory) => pack(directory, folder));
  return () => rmSync(folder, { recursive: true, force: true });
});

function emptyFolder(): string {
  const folder = scratchDirectory('installed');
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** As npm would, but what the packages say that they depend on is that of the checkout, and nothing else is there. */
function installWithoutNetwork(folder: string): void {
  for (const one of packed) {
    const manifest = JSON.parse(readFileSync(join(unpack(one, folder), 'package.json'), 'utf8'));
    for (const name of Object.keys({ ...manifest.dependencies, ...manifest.optionalDependencies })) {
      const [there, here] = [join(root, 'node_modules', name), join(folder, 'node_modules', name)];
      if (name.startsWith('@leadline/') || !existsSync(there) || existsSync(here)) continue;
      mkdirSync(dirname(here), { recursive: true });
      symlinkSync(there, here);
    }
  }
  mkdirSync(join(folder, 'node_modules', '.bin'));
  symlinkSync('../leadline/bin/leadline.js', join(folder, 'node_modules', '.bin', 'leadline'));
  writeFileSync(join(folder, 'package.json'), '{ "private": true }\n');
}

const LEAD = `
import { createClient } from '@leadline/client';
const leadline = createClient({ baseUrl: process.env.LEADLINE_URL, token: process.env.LEADLINE_TOKEN });
const { lead } = await leadline.leads.create({ first_name: 'Sana', phone: '098765 43210' });
console.log(lead.contact.phone);
`;

/** Starts the service from that folder, and uses it as somebody without the checkout would. */
async function tryIn(folder: string): Promise<void> {
  const command = join(folder, 'node_modules', '.bin', 'leadline');
  const data = { LEADLINE_DATA: join(folder, 'data'), LEADLINE_DEMO: 'off', PORT: '0' };
  const run = (program: string, args: string[], environment = {}) =>
    execFileSync(program, args, {
      cwd: folder,
      env: environmentWith({ ...data, ...environment }),
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'pipe'],
    });
  const child = spawn(command, ['start', '--json'], {
    cwd: folder,
    env: environmentWith(data),
    stdio: ['ignore', 'pipe', 'ignore'],
    detached: true,
  });
  onTestFinished(() => killGroup(child));
  let stdout = '';
  child.stdout.setEncoding('utf8').on('data', (text) => (stdout += text));
  const url = new URL((await until(async () => (stdout.endsWith('}\n') ? JSON.parse(stdout) : null))).api).origin;
  // The shell of the first line is gone: signals reach Node.js, which has its flags.
  expect(run('ps', ['-ww', '-o', 'args=', '-p', `${child.pid}`])).toMatch(
    /^node --max-semi-space-size=8 --single-threaded-gc --no-allocation-site-pretenuring /,
  );
  expect(await (await fetch(`${url}/readyz`)).json()).toEqual({ status: 'ready' });
  for (const path of ['/', '/docs', '/api/v1/openapi.json']) expect((await fetch(url + path)).status, path).toBe(200);
  const { token } = JSON.parse(run(command, ['organization', 'create', 'Acme', '--json']));
  const asAdmin = { LEADLINE_URL: url, LEADLINE_TOKEN: token.secret };
  expect(run(process.execPath, ['--input-type=module', '-e', LEAD], asAdmin)).toBe('+919876543210\n');
  expect(run(command, ['lead', 'list'], asAdmin)).toContain('Sana');
  const ended = once(child, 'exit');
  child.kill('SIGTERM');
  expect(await ended).toEqual([0, null]);
}

it('the packages work together without the checkout', async () => {
  const folder = emptyFolder();
  installWithoutNetwork(folder);
  await tryIn(folder);
});

it.runIf(isSoak)('npm installs both tarballs in an empty folder, without a complaint about Node.js', async () => {
  const folder = emptyFolder();
  const tarballs = packed.map(({ tarball }) => tarball);
  const args = ['install', '--prefer-offline', '--no-audit', '--no-fund', ...tarballs];
  writeFileSync(join(folder, 'package.json'), '{ "private": true }\n');
  const { status, stderr } = spawnSync('npm', args, { cwd: folder, encoding: 'utf8' });
  expect(status, stderr).toBe(0);
  expect(stderr).not.toMatch(/EBADENGINE|ERESOLVE|deprecated/);
  await tryIn(folder);
});
