import fc from 'fast-check';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { RateLimiter } from '../../src/rate-limits/limiter.ts';
import { SharedBuckets } from '../support/shared-buckets.ts';

let now = 0;
let shared: SharedBuckets;

beforeEach(() => {
  now = 1_000;
  vi.spyOn(performance, 'now').mockImplementation(() => now);
  shared = new SharedBuckets();
});
afterEach(() => vi.restoreAllMocks());

const limiterOf = (quota: number) => new RateLimiter('calls', quota, new SharedBuckets().take);

async function takeAll(limiter: RateLimiter, key: string): Promise<number> {
  let taken = 0;
  while (taken < 100_000 && (await limiter.of('1', key).take())) taken++;
  return taken;
}

it('the whole quota can be used at once, and not one call more', async () => {
  for (const quota of [1, 7, 6_000]) expect(await takeAll(limiterOf(quota), 'a')).toBe(quota);
});

it('a used quota comes back evenly over the minute', async () => {
  const limiter = limiterOf(60);
  await takeAll(limiter, 'a');
  now += 999;
  expect(await limiter.of('1', 'a').take()).toBe(false);
  now += 1;
  expect(await limiter.of('1', 'a').take()).toBe(true);
  expect(await limiter.of('1', 'a').take()).toBe(false);
  now += 30_000;
  expect(await takeAll(limiter, 'a')).toBe(30);
});

it('a rest of any length gives back the quota and no more', async () => {
  const limiter = limiterOf(10);
  await takeAll(limiter, 'a');
  now += 24 * 3_600_000;
  expect(await takeAll(limiter, 'a')).toBe(10);
});

it('refused calls do not count, and cost no statement', async () => {
  const limiter = new RateLimiter('calls', 60, shared.take);
  await takeAll(limiter, 'a');
  const before = shared.asked.length;
  for (let n = 0; n < 1_000; n++) expect(limiter.of('1', 'a').take()).toBe(false);
  expect(shared.asked).toHaveLength(before);
  now += 1_000;
  expect(await limiter.of('1', 'a').take()).toBe(true);
});

it('each key has a quota of its own, and each limiter keys of its own', async () => {
  const limiter = new RateLimiter('calls', 3, shared.take);
  const other = new RateLimiter('failures', 3, shared.take);
  expect(await takeAll(limiter, 'a')).toBe(3);
  expect(await takeAll(limiter, 'b')).toBe(3);
  expect(await takeAll(other, 'a')).toBe(3);
});

it('the header fields say the quota, what is left, and when it is whole again', async () => {
  const limiter = limiterOf(6_000);
  const bucket = limiter.of('1', 'a');
  expect(limiter.policy).toBe('"default";q=6000;w=60');
  expect(bucket.state()).toBe('"default";r=6000;t=0');
  for (let n = 1; n <= 500; n++) {
    await bucket.take();
    expect(bucket.state()).toBe(`"default";r=${6_000 - n};t=${Math.ceil(n / 100)}`);
  }
  await takeAll(limiter, 'a');
  expect(bucket.state()).toBe('"default";r=0;t=60');
});

it('whoever waits as long as Retry-After says may call again', async () => {
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 1, max: 2_000 }), fc.integer({ min: 0, max: 70_000 }), async (quota, rest) => {
      const limiter = limiterOf(quota);
      await takeAll(limiter, 'a');
      now += rest;
      await takeAll(limiter, 'a');
      const { code, headers } = limiter.of('1', 'a').refusal();
      expect(code).toBe('rate_limited');
      expect(headers['retry-after']).toMatch(/^[1-9]\d*$/);
      now += Number(headers['retry-after']) * 1_000;
      expect(await limiter.of('1', 'a').take()).toBe(true);
    }),
    { numRuns: 50 },
  );
});

it('over any stretch of time no caller gets more than the quota and what came back meanwhile', async () => {
  const steps = fc.array(fc.integer({ min: 0, max: 5_000 }), { minLength: 1, maxLength: 50 });
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 1, max: 1_000 }), steps, async (quota, pauses) => {
      const limiter = limiterOf(quota);
      const begin = now;
      let taken = 0;
      for (const pause of pauses) {
        now += pause;
        taken += await takeAll(limiter, 'a');
      }
      const most = quota + ((now - begin) * quota) / 60_000;
      expect(taken).toBeLessThanOrEqual(most + 1e-4);
      expect(taken).toBeGreaterThanOrEqual(Math.floor(most - quota) - 1);
    }),
    { numRuns: 50 },
  );
});

it('the memory of a limiter is bounded: past fifty thousand callers the one longest unused is forgotten', () => {
  const limiter = limiterOf(1);
  const first = limiter.of('1', 'caller 0');
  const second = limiter.of('1', 'caller 1');
  for (let n = 2; n < 50_000; n++) limiter.of('1', `caller ${n}`);
  expect(limiter.of('1', 'caller 0')).toBe(first);
  limiter.of('1', 'stranger');
  expect(limiter.of('1', 'caller 0')).toBe(first);
  expect(limiter.of('1', 'caller 1')).not.toBe(second);
});

it('callers who have rested make room first', async () => {
  const limiter = limiterOf(60);
  const busy = limiter.of('1', 'busy');
  await takeAll(limiter, 'busy');
  for (let n = 0; n < 49_999; n++) limiter.of('1', `caller ${n}`);
  now += 2_000;
  limiter.of('1', 'one more');
  expect(limiter.of('1', 'busy')).toBe(busy);
});
