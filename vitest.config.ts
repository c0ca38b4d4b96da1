import { defineConfig } from 'vitest/config';
import { isSoak, isSoakAlone } from './test/support/runs.ts';
import { SlowestFirst } from './test/support/slowest-first.ts';
import { soakFiles } from './test/support/soak-files.ts';

export default defineConfig({
  test: {
    include: isSoakAlone ? soakFiles() : ['test/**/*.test.ts'],
    exclude: ['test/citus/**', ...(isSoak ? [] : ['test/soak/**'])], // test:citus has a configuration of its own
    globalSetup: ['test/support/global-setup.ts'],
    sequence: { sequencer: SlowestFirst },
    pool: 'forks',
    maxWorkers: 3,
    // Each worker imports the service once. So no file may leave behind what others would meet: fake timers, mocked modules.
    isolate: false,
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
});
