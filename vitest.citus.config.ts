import { defineConfig } from 'vitest/config';

// The tests on a Citus cluster: CITUS_DATABASE_URL=postgres://… npm run test:citus
const { CITUS_DATABASE_URL } = process.env;
if (!CITUS_DATABASE_URL) throw new Error('Set CITUS_DATABASE_URL to the coordinator of a Citus cluster.');
process.env.TEST_DATABASE_URL = CITUS_DATABASE_URL;

const folders =
  'access,audit,backup,citus,db,distribution,events,forms,imports,jobs,leads,rate-limits,reports,scoring,settings,sign-in,views,webhooks,whole-api';

export default defineConfig({
  test: {
    include: [`test/{${folders}}/**/*.test.ts`],
    exclude: [
      'test/forms/browser.test.ts', // the page in a browser does not depend on the database
      'test/**/*plans.test.ts', // count buffers in plans of one server
      'test/db/plan-*.test.ts',
    ],
    globalSetup: ['test/support/global-setup.ts'],
    pool: 'forks',
    maxWorkers: 2,
    isolate: false,
    expect: { poll: { timeout: 20_000 } },
    testTimeout: 120_000,
    hookTimeout: 120_000,
  },
});
