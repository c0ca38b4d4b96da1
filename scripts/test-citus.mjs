// The tests on a Citus cluster: CITUS_DATABASE_URL=postgres://… npm run test:citus [-- FILE …]
// Those that stop workers come last, by themselves: the others need all workers.
import { spawnSync } from 'node:child_process';

const vitest = (...args) =>
  spawnSync('npx', ['vitest', 'run', '--config', 'vitest.citus.config.ts', ...args], { stdio: 'inherit' }).status ?? 1;

const files = process.argv.slice(2);
const runs =
  files.length > 0
    ? [files]
    : [
        ['--exclude', 'test/citus/**'],
        ['test/citus', '--no-file-parallelism'],
      ];
for (const args of runs) process.exitCode = vitest(...args) || process.exitCode;
