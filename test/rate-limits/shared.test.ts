import { randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import { openDatabase } from '../../src/db/connect.ts';
import type { Database } from '../../src/db/sql.ts';
import { type CallsAsked, takeCalls } from '../../src/rate-limits/queries.ts';
import { createRateLimits, defaultQuotas, forgetRestedBuckets } from '../../src/rate-limits/rate-limits.ts';
import { ask } from '../support/catalog.ts';
import { createTestDatabase, type TestDatabase } from '../support/databases.ts';
import { freezeClock } from '../support/frozen-clock.ts';
import { SharedBuckets } from '../support/shared-buckets.ts';

let own: TestDatabase;
let clock: Awaited<ReturnType<typeof freezeClock>>;
let database: Database;
/** As other processes have them. */
let others: Database[];

beforeAll(async () => {
  own = await createTestDatabase();
  clock = await freezeClock(own.target);
  others = Array.from({ length: 4 }, () => openDatabase(own.target, { connections: 5 }));
  database = others[0] as Database;
});
afterAll(async () => {
  await Promise.all(others.map((one) => one.close()));
  await own.drop();
});
afterEach(() => void vi.useRealTimers());

const asking = (asked: Partial<CallsAsked>): CallsAsked => ({
  organizationId: '7',
  key: randomBytes(16),
  quota: 60,
  needed: 1,
  ahead: 0,
  settled: 0,
  returned: 0,
  ...asked,
});

it('a bucket gives out its quota once, however many processes ask at the same moment', async () => {
  for (const quota of [1, 17, 100]) {
    const asked = asking({ quota });
    const answers = await Promise.all(
      Array.from({ length: 200 }, (_, n) => takeCalls(others[n % others.length] as Database, asked)),
    );
    expect(answers.reduce((sum, { granted }) => sum + granted, 0)).toBe(quota);
  }
});

it('calls taken ahead by many processes come out of one quota, too', async () => {
  const asked = asking({ quota: 6_000, ahead: 500 });
  let granted = 0;
  for (;;) {
    const answers = await Promise.all(others.map((one) => takeCalls(one, asked)));
    for (const answer of answers) granted += answer.granted;
    if (answers.every((answer) => answer.granted === 0)) break;
  }
  expect(granted).toBe(6_000);
});

it('the same key is a bucket of its own in each organization', async () => {
  const asked = asking({ quota: 3, needed: 5 });
  expect((await takeCalls(database, asked)).granted).toBe(3);
  expect((await takeCalls(database, { ...asked, organizationId: '8' })).granted).toBe(3);
  expect((await takeCalls(database, asked)).granted).toBe(0);
});

it('every answer is the one that the rules give: refilled evenly, ahead in small parts, no room under what is lent', async () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  const step = fc.record({
    pause: fc.oneof(fc.constant(0), fc.nat(20_000)),
    needed: fc.oneof(fc.constant(0), fc.nat(3), fc.nat(300)),
    ahead: fc.oneof(fc.constant(0), fc.nat(1_000)),
    settled: fc.nat(60),
    returned: fc.nat(40),
  });
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 1, max: 10_000 }),
      fc.array(step, { minLength: 3, maxLength: 15 }),
      async (quota, steps) => {
        const model = new SharedBuckets();
        const key = randomBytes(16);
        for (const { pause, ...asked } of steps) {
          vi.advanceTimersByTime(pause);
          await clock.pass(pause / 1_000);
          const whole = asking({ ...asked, key, quota, returned: Math.min(asked.returned, asked.settled) });
          const [answer, expected] = [await takeCalls(database, whole), await model.take(whole)];
          expect(answer.granted).toBe(expected.granted);
          expect(answer.remaining).toBeCloseTo(expected.remaining, 5);
        }
      },
    ),
    { numRuns: 25 },
  );
});

it('buckets that have filled up are removed, in every organization, and no others', async () => {
  await ask(own.target, 'delete from rate_limits');
  const insert = `insert into rate_limits (organization_id, key, remaining, lent, lent_until, counted_at)
                  values ($1, $2, 0, 0, '-infinity', now() - $3 * interval '1 second')`;
  for (const organizationId of [0, 1, 2]) {
    for (const age of [0, 59, 85, 95, 3_600]) await ask(own.target, insert, [organizationId, randomBytes(16), age]);
  }
  await forgetRestedBuckets({ sql: database });
  const left = await ask<{ count: string }>(
    own.target,
    'select count(*) from rate_limits group by organization_id order by organization_id',
  );
  expect(left.map(({ count }) => Number(count))).toEqual([3, 3, 3]);
});

it('it does not matter how many organizations the buckets are of, and a stop is heeded', async () => {
  const fill = `insert into rate_limits (organization_id, key, remaining, lent, lent_until, counted_at)
                select n, '\\x00', 0, 0, '-infinity', now() - interval '1 hour' from generate_series(1000, 3499) as n`;
  await ask(own.target, fill);
  await forgetRestedBuckets({ sql: database, isStopped: () => true });
  const count = async () =>
    Number((await ask<{ n: string }>(own.target, 'select count(*) as n from rate_limits'))[0]?.n);
  expect(await count()).toBeGreaterThanOrEqual(2_500);
  await forgetRestedBuckets({ sql: database });
  expect(await count()).toBeLessThan(100);
});

it('a flood from more addresses than one statement removes leaves nothing behind', async () => {
  const fill = `insert into rate_limits (organization_id, key, remaining, lent, lent_until, counted_at)
                select 0, decode(lpad(to_hex(n), 32, '0'), 'hex'), 0, 0, '-infinity', now() - interval '1 hour'
                  from generate_series(1, 12345) as n`;
  await ask(own.target, fill);
  await forgetRestedBuckets({ sql: database });
  expect(await ask(own.target, `select 1 from rate_limits where counted_at < now() - interval '30 minutes'`)).toEqual(
    [],
  );
});

it('neither addresses nor tokens stand in the table', async () => {
  await ask(own.target, 'delete from rate_limits');
  const limits = createRateLimits(database, defaultQuotas, pino({ level: 'silent' }));
  for (let n = 0; n < 11; n++) await limits.failures?.of(null, '203.0.113.7').take(); // ten of them on credit
  await limits.calls?.of('9', 'tok_0123456789').take();
  await limits.submissions?.of('9', `form_0 ${'x'.repeat(16_000)}`).take(); // whatever a proxy passes on as an address
  const rows = await ask<{ organization_id: string; key: Buffer }>(own.target, 'select * from rate_limits');
  expect(rows.map(({ organization_id }) => organization_id).sort()).toEqual(['0', '9', '9']);
  expect(rows.map(({ key }) => key.length)).toEqual([16, 16, 16]);
  await limits.stop();
});
