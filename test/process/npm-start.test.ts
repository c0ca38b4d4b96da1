import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { afterEach, beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import { isAlive } from '../../src/db/embedded/files.ts';
import { steadyPort } from '../support/free-port.ts';
import { killGroup, root } from '../support/run-cli.ts';
import { eventually, until, Workplace } from '../support/workplace.ts';

vi.setConfig({ testTimeout: 120_000 });

let place: Workplace;
beforeEach(async () => {
  place = await Workplace.withData();
});
afterEach(() => place.clean());

it.each(['SIGTERM', 'SIGINT'] as const)('%s to `npm start` ends the service and its PostgreSQL', async (signal) => {
  const { PATH = '', HOME = '/' } = process.env;
  const port = String(await steadyPort());
  const environment = { PATH, HOME, PORT: port, LEADLINE_DATA: place.data, LEADLINE_DEMO: 'off', LOG_LEVEL: 'warn' };
  const npm = spawn('npm', ['start', '--silent'], { cwd: root, env: environment, stdio: 'ignore', detached: true });
  const ended = once(npm, 'exit');
  onTestFinished(() => killGroup(npm));
  const isServed = () =>
    fetch(`http://127.0.0.1:${port}/readyz`)
      .then(({ ok }) => ok)
      .catch(() => false);
  await eventually(isServed, 60_000);
  const postmaster = await until(() => place.postmaster());
  npm.kill(signal);
  await ended;
  await eventually(() => !isAlive(postmaster), 30_000);
  expect(await isServed()).toBe(false);
});
