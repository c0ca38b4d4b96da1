import { defineConfig } from 'vitest/config';
import { hasLong, isSoak, isSoakAlone } from './test/support/runs.ts';
import { SlowestFirst } from './test/support/slowest-first.ts';
import { longFiles, soakFiles } from './test/support/soak-files.ts';

/** Whether files are named, as in `npx vitest run test/console`: these run however long they take. */
const isNamed = process.argv.slice(2).some((argument) => !/^-|^(run|list|watch)$/.test(argument));

export default defineConfig({
  test: {
    include: isSoakAlone ? soakFiles() : ['test/**/*.test.ts'],
    // test:citus has a configuration of its own
    exclude: ['test/citus/**', ...(isSoak ? [] : ['test/soak/**']), ...(hasLong || isNamed ? [] : longFiles())],
    globalSetup: ['test/support/global-setup.ts'],
    sequence: { sequencer: SlowestFirst },
    pool: 'forks',
    maxWorkers: 3,
    // Each worker imports the service once. So no file may leave behind what others would meet: fake timers, mocked modules.
    isolate: false,
    expect: { poll: { timeout: 20_000 } }, // the default of a second is short on a busy machine
    testTimeout: 120_000,
    hookTimeout: 120_000,
  },
});
