import fc from 'fast-check';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { RateLimiter } from '../../src/http/rate-limit.ts';

let now = 0;

beforeEach(() => {
  now = 1_000;
  vi.spyOn(performance, 'now').mockImplementation(() => now);
});
afterEach(() => vi.restoreAllMocks());

const takeAll = (limiter: RateLimiter, key: string) => {
  let taken = 0;
  while (taken < 100_000 && limiter.take(key)) taken++;
  return taken;
};

it('the whole quota can be used at once, and not one call more', () => {
  for (const quota of [1, 7, 6_000]) expect(takeAll(new RateLimiter(quota), 'a')).toBe(quota);
});

it('a used quota comes back evenly over the minute', () => {
  const limiter = new RateLimiter(60);
  takeAll(limiter, 'a');
  now += 999;
  expect(limiter.take('a')).toBe(false);
  now += 1;
  expect(limiter.take('a')).toBe(true);
  expect(limiter.take('a')).toBe(false);
  now += 30_000;
  expect(takeAll(limiter, 'a')).toBe(30);
});

it('a rest of any length gives back the quota and no more', () => {
  const limiter = new RateLimiter(10);
  takeAll(limiter, 'a');
  now += 24 * 3_600_000;
  expect(takeAll(limiter, 'a')).toBe(10);
});

it('refused calls do not count', () => {
  const limiter = new RateLimiter(60);
  takeAll(limiter, 'a');
  for (let n = 0; n < 1_000; n++) expect(limiter.take('a')).toBe(false);
  now += 1_000;
  expect(limiter.take('a')).toBe(true);
});

it('each key has a quota of its own', () => {
  const limiter = new RateLimiter(3);
  takeAll(limiter, 'a');
  expect(limiter.isEmpty('a')).toBe(true);
  expect(limiter.isEmpty('b')).toBe(false);
  expect(takeAll(limiter, 'b')).toBe(3);
});

it('the header fields say the quota, what is left, and when it is whole again', () => {
  const limiter = new RateLimiter(6_000);
  expect(limiter.policy).toBe('"default";q=6000;w=60');
  expect(limiter.state('a')).toBe('"default";r=6000;t=0');
  limiter.take('a');
  expect(limiter.state('a')).toBe('"default";r=5999;t=1');
  takeAll(limiter, 'a');
  expect(limiter.state('a')).toBe('"default";r=0;t=60');
});

it('whoever waits as long as Retry-After says may call again', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 10_000 }), fc.integer({ min: 0, max: 70_000 }), (quota, rest) => {
      const limiter = new RateLimiter(quota);
      takeAll(limiter, 'a');
      now += rest;
      takeAll(limiter, 'a');
      const { code, headers } = limiter.refusal('a');
      expect(code).toBe('rate_limited');
      expect(headers['retry-after']).toMatch(/^[1-9]\d*$/);
      now += Number(headers['retry-after']) * 1_000;
      expect(limiter.take('a')).toBe(true);
    }),
  );
});

it('over any stretch of time no caller gets more than the quota and what came back meanwhile', () => {
  const steps = fc.array(fc.integer({ min: 0, max: 5_000 }), { minLength: 1, maxLength: 50 });
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 100 }), steps, (quota, pauses) => {
      const limiter = new RateLimiter(quota);
      const begin = now;
      let taken = 0;
      for (const pause of pauses) {
        now += pause;
        taken += takeAll(limiter, 'a');
      }
      const most = quota + ((now - begin) * quota) / 60_000;
      expect(taken).toBeLessThanOrEqual(most + 1e-6);
      expect(taken).toBeGreaterThanOrEqual(Math.floor(most - quota) - 1);
    }),
  );
});

it('the memory of a limiter is bounded: past fifty thousand callers one is forgotten for each that comes', () => {
  const limiter = new RateLimiter(1);
  for (let n = 0; n < 50_001; n++) limiter.take(`caller ${n}`);
  expect(limiter.isEmpty('caller 50000')).toBe(true);
  expect(limiter.isEmpty('caller 0')).toBe(false);
});

it('the caller forgotten is the one longest unused: nobody in use gets a fresh quota when strangers come', () => {
  const limiter = new RateLimiter(1);
  for (let n = 0; n < 50_000; n++) limiter.take(`caller ${n}`);
  expect(limiter.take('caller 0')).toBe(false);
  limiter.take('stranger');
  expect(limiter.take('caller 0')).toBe(false);
  expect(limiter.take('caller 1')).toBe(true);
});

it('callers who have rested make room first', () => {
  const limiter = new RateLimiter(60);
  limiter.take('busy');
  takeAll(limiter, 'busy');
  for (let n = 0; n < 49_999; n++) limiter.take(`caller ${n}`);
  now += 2_000;
  limiter.take('one more');
  expect(limiter.state('busy')).toBe('"default";r=2;t=58');
});
