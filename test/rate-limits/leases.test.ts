import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { RateLimiter } from '../../src/rate-limits/limiter.ts';
import { SharedBuckets } from '../support/shared-buckets.ts';

// What several processes do that share one table: each has a limiter of its own, and time stands still until it is moved.

let shared: SharedBuckets;
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['performance', 'setTimeout', 'clearTimeout'] });
  shared = new SharedBuckets();
});
afterEach(() => void vi.useRealTimers());

const process = (quota: number, options: { credit?: number; onAway?: () => void } = {}) =>
  new RateLimiter('calls', quota, shared.take, options);
const bucketOf = (limiter: RateLimiter) => limiter.of('1', 'token');
const settle = () => vi.advanceTimersByTimeAsync(0);

async function takeAll(limiter: RateLimiter): Promise<number> {
  let taken = 0;
  while (await bucketOf(limiter).take()) taken++;
  return taken;
}

it('a small quota is exact over processes', async () => {
  const processes = [process(10), process(10), process(10)];
  let passed = 0;
  for (let n = 0; n < 30; n++) {
    const limiter = processes[n % 3] as RateLimiter;
    if (await bucketOf(limiter).take()) passed++;
  }
  expect(passed).toBe(10);
  expect(shared.asked.every(({ ahead }) => ahead >= 0)).toBe(true);
});

it('most calls of a token in use pass at once, and only one in many asks the database', async () => {
  const bucket = bucketOf(process(60_000));
  let waited = 0;
  for (let n = 0; n < 5_000; n++) {
    const taken = bucket.take();
    if (typeof taken !== 'boolean') waited++;
    expect(await taken).toBe(true);
    if (n % 10 === 0) await vi.advanceTimersByTimeAsync(5);
  }
  expect(waited).toBeLessThan(10); // at the beginning
  expect(shared.asked.length).toBeLessThan(40); // 5,000 calls in 2.5 seconds
});

it('a token that calls now and then takes nothing from the other processes in advance', async () => {
  const [here, there] = [process(6_000), process(6_000)];
  for (let n = 0; n < 20; n++) {
    expect(await bucketOf(here).take()).toBe(true);
    await vi.advanceTimersByTimeAsync(2_000);
  }
  expect(shared.asked.every(({ ahead }) => ahead === 0)).toBe(true);
  expect(await takeAll(there)).toBe(6_000);
});

it('requests that wait at the same time share one statement', async () => {
  const bucket = bucketOf(process(6_000));
  const release = shared.hold();
  const takes = Array.from({ length: 50 }, () => bucket.take());
  await settle();
  takes.push(...Array.from({ length: 30 }, () => bucket.take()));
  release();
  expect(await Promise.all(takes)).toEqual(takes.map(() => true));
  expect(shared.asked.map(({ needed }) => needed)).toEqual([50, 30]);
});

it('of those who wait together as many pass as are left', async () => {
  const bucket = bucketOf(process(20));
  const takes = await Promise.all(Array.from({ length: 50 }, () => bucket.take()));
  expect(takes.filter((passed) => passed)).toHaveLength(20);
  expect(shared.asked).toHaveLength(1);
});

it('the next lease is fetched ahead, while half of the last is left', async () => {
  const bucket = bucketOf(process(600_000));
  for (let n = 0; n < 2_000; n++) await bucket.take(); // it has warmed up
  await settle();
  const release = shared.hold();
  const before = shared.asked.length;
  let passedAtOnce = 0;
  while (shared.asked.length === before) {
    expect(bucket.take()).toBe(true);
    passedAtOnce++;
    await settle();
  }
  for (let n = 0; n < passedAtOnce / 2; n++) expect(bucket.take()).toBe(true);
  expect(shared.asked).toHaveLength(before + 1);
  expect(shared.asked.at(-1)).toMatchObject({ needed: 0 });
  release();
});

it('what is held and not used goes back after a second, for the others', async () => {
  const [here, there] = [process(6_000), process(6_000)];
  for (let n = 0; n < 100; n++) await bucketOf(here).take();
  await settle();
  const lent = () => [...shared.rows.values()].reduce((sum, row) => sum + row.lent, 0);
  expect(lent()).toBeGreaterThan(0);
  await vi.advanceTimersByTimeAsync(2_000);
  expect(lent()).toBe(0);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(await takeAll(there)).toBe(6_000);
});

it('what passes on credit costs no statement, is reported with the next, and is forgiven in time', async () => {
  const [here, there] = [process(60, { credit: 10 }), process(60, { credit: 10 })];
  for (let n = 0; n < 10; n++) expect(bucketOf(here).take()).toBe(true);
  expect(shared.asked).toEqual([]);
  expect(await bucketOf(here).take()).toBe(true);
  expect(shared.asked).toMatchObject([{ needed: 11 }]);
  expect(await takeAll(here)).toBe(49);
  expect(await takeAll(there)).toBeLessThanOrEqual(10);
  await vi.advanceTimersByTimeAsync(60_000);
  shared.asked.length = 0;
  for (let n = 0; n < 10; n++) expect(bucketOf(there).take()).toBe(true);
  expect(shared.asked).toEqual([]);
});

it('a process that stops gives back what it holds', async () => {
  const [here, there] = [process(6_000), process(6_000)];
  for (let n = 0; n < 100; n++) await bucketOf(here).take();
  await settle();
  await here.stop();
  expect(await takeAll(there)).toBe(5_900);
});

it('what a process held that died is there again soon', async () => {
  const [here, there] = [process(6_000), process(6_000)];
  for (let n = 0; n < 100; n++) await bucketOf(here).take();
  await settle();
  shared.asked.length = 0;
  vi.clearAllTimers(); // it gives nothing back any more
  await vi.advanceTimersByTimeAsync(60_000);
  expect(await takeAll(there)).toBe(6_000);
});

it('a lease that could not be given back is void before the database stops reckoning with it', async () => {
  const bucket = bucketOf(process(6_000));
  for (let n = 0; n < 100; n++) await bucket.take();
  await settle();
  expect(bucket.take()).toBe(true);
  vi.clearAllTimers();
  await vi.advanceTimersByTimeAsync(4_500);
  expect(bucket.leased).toBeGreaterThan(0);
  const before = shared.asked.length;
  expect(await bucket.take()).toBe(true);
  expect(shared.asked.slice(before)).toMatchObject([{ needed: 1, settled: 0, returned: 0 }]);
});

it('at no moment do the processes together let more pass than the quota allows', async () => {
  const step = fc.record({
    process: fc.nat(2),
    calls: fc.oneof(fc.nat(5), fc.nat(400)),
    pause: fc.oneof(fc.constant(0), fc.nat(50), fc.nat(1_500)),
    together: fc.boolean(),
  });
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 1, max: 3_000 }),
      fc.array(step, { minLength: 5, maxLength: 60 }),
      async (quota, steps) => {
        shared = new SharedBuckets();
        const processes = [process(quota), process(quota), process(quota)];
        // The contract's own bucket: it must never have been empty when a call passed.
        let left = quota;
        let at = performance.now();
        for (const { process: n, calls, pause, together } of steps) {
          await vi.advanceTimersByTimeAsync(pause);
          left = Math.min(quota, left + ((performance.now() - at) * quota) / 60_000);
          at = performance.now();
          const bucket = bucketOf(processes[n] as RateLimiter);
          const answers: (boolean | Promise<boolean>)[] = [];
          for (let n = 0; n < calls; n++) {
            const answer = bucket.take();
            answers.push(together ? answer : await answer);
          }
          left -= (await Promise.all(answers)).filter((passed) => passed).length;
          expect(left).toBeGreaterThan(-1e-3);
          await settle();
          const leased = processes.reduce((sum, limiter) => sum + bucketOf(limiter).leased, 0);
          for (const row of shared.rows.values()) {
            expect(row.lent).toBeGreaterThanOrEqual(leased);
            expect(row.remaining + row.lent).toBeLessThan(quota + 1e-3);
          }
        }
        for (const limiter of processes) await limiter.stop();
      },
    ),
    { numRuns: Number(globalThis.process.env.LEADLINE_ROUNDS ?? 60) },
  );
});

describe('while the database is away', () => {
  it('calls are counted by each process for itself, and no request fails or waits for it', async () => {
    const away = vi.fn();
    const limiter = process(60, { onAway: away });
    shared.isAway = true;
    expect(await takeAll(limiter)).toBe(60);
    expect(away).toHaveBeenCalledTimes(1);
    expect(shared.asked).toHaveLength(1); // it is left alone for a second
  });

  it('a statement that does not end holds nobody up for long', async () => {
    const bucket = bucketOf(process(60));
    const release = shared.hold();
    const first = [bucket.take(), bucket.take()];
    await vi.advanceTimersByTimeAsync(250);
    expect(await Promise.all(first)).toEqual([true, true]);
    expect(bucket.take()).toBe(true);
    release();
    await settle();
    expect(bucket.state()).toMatch(/^"default";r=58;/); // the third was not asked for
  });

  it('what is known to be used up stays refused', async () => {
    const limiter = process(60);
    await takeAll(limiter);
    shared.isAway = true;
    await vi.advanceTimersByTimeAsync(2_000);
    expect(await takeAll(limiter)).toBe(2);
  });

  it('all processes count together again once it is back', async () => {
    const [here, there] = [process(60), process(60)];
    shared.isAway = true;
    await bucketOf(here).take();
    shared.isAway = false;
    expect(await takeAll(there)).toBe(60);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(await takeAll(here)).toBe(1); // what came back in that second
  });
});
