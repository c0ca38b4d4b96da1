import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { defineConfig } from 'vitest/config';

/** What a soak drives harder: whole files, and those that ask test/support/runs.ts how often to try. */
function soaks(): string[] {
  const names = readdirSync('test', { recursive: true, encoding: 'utf8' }).map((name) => join('test', name));
  const files = names.filter((name) => name.endsWith('.test.ts'));
  return files.filter(
    (name) => name.startsWith('test/soak/') || readFileSync(name, 'utf8').includes('support/runs.ts'),
  );
}

const isSoak = process.env.LEADLINE_SOAK === 'on';

export default defineConfig({
  test: {
    include: isSoak ? soaks() : ['test/**/*.test.ts'],
    exclude: isSoak ? [] : ['test/soak/**', 'test/citus/**'],
    globalSetup: ['test/support/global-setup.ts'],
    pool: 'forks',
    maxWorkers: 3,
    // Each worker imports the service once. So no file may leave behind what others would meet: fake timers, mocked modules.
    isolate: false,
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
});
