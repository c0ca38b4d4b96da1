// The time of a start on an existing embedded database: from the command to the first successful response of /readyz.
import { spawn } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { MOST_START_MS } from './goals.mjs';
import { median, NODE_FLAGS } from './service.mjs';
import { calmest, isCalm, watchStolen } from './stolen.mjs';

const STARTS = 5;
const cli = join(dirname(fileURLToPath(import.meta.url)), '..', 'bin', 'leadline.js');

export async function measureStart(say, judge) {
  const directory = mkdtempSync(join(tmpdir(), 'leadline-bench-start-'));
  chmodSync(directory, 0o755);
  try {
    const first = await startOnce(directory);
    const starts = [];
    while (starts.length < STARTS || (starts.filter(isCalm).length < STARTS && starts.length < 2 * STARTS)) {
      const share = watchStolen();
      const ms = await startOnce(directory);
      starts.push({ ms, stolen: share() });
    }
    const later = calmest(starts, STARTS).map(({ ms }) => ms);
    const ms = median(later);
    const note = judge(ms <= MOST_START_MS, `a start within ${MOST_START_MS} ms`);
    const range = `${Math.round(Math.min(...later))} to ${Math.round(Math.max(...later))}`;
    say(`start to ready: first ${Math.round(first)} ms, later ${Math.round(ms)} ms (${range})${note}`);
    return { first, later };
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}

async function startOnce(directory) {
  const port = 20_000 + Math.floor(Math.random() * 10_000); // below the ephemeral ports
  const startedAt = performance.now();
  const child = spawn(process.execPath, [...NODE_FLAGS, cli, 'start', '--json'], {
    env: {
      ...process.env,
      DATABASE_URL: '',
      LEADLINE_DATA: directory,
      PORT: String(port),
      LEADLINE_DEMO: 'off',
      LOG_LEVEL: 'warn',
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const exited = new Promise((resolve) => child.once('exit', resolve));
  for (;;) {
    const answer = await fetch(`http://127.0.0.1:${port}/readyz`).catch(() => null);
    if (answer?.status === 200) break;
    if (child.exitCode !== null) throw new Error(`the service ended with ${child.exitCode}`);
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  const ms = performance.now() - startedAt;
  child.kill('SIGTERM');
  await exited;
  return ms;
}
