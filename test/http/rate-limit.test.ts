import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { defaultLimits } from '../../src/http/limits.ts';
import { defaultQuotas } from '../../src/rate-limits/rate-limits.ts';
import { type Cast, createCast } from '../support/cast.ts';
import { openTestApp, type TestApp } from '../support/harness.ts';

// Time stands still here until a test moves it, so that every number is exact.
beforeAll(() => void vi.useFakeTimers({ toFake: ['performance'] }));
afterAll(() => void vi.useRealTimers());

describe('with a quota of 6 calls a minute', () => {
  let app: TestApp;
  let cast: Cast;
  let token: string;

  beforeAll(async () => {
    app = await openTestApp({ limits: { rate: 6 }, frozen: true });
    cast = await createCast(app);
  });
  afterAll(() => app.close());
  beforeEach(async () => {
    token = await cast.tokenOf(cast.admin, ['*']); // each token has a bucket of its own
  });

  async function pass(seconds: number): Promise<void> {
    vi.advanceTimersByTime(seconds * 1_000);
    await app.pass(seconds);
  }

  const call = (path = '/me') => app.call('GET', path, { token });

  async function use(times: number): Promise<void> {
    for (let n = 0; n < times; n++) expect((await call()).status).toBe(200);
  }

  it('every answer says the quota, what is left, and when it is whole again', async () => {
    for (const [left, whole] of [
      [5, 10],
      [4, 20],
      [3, 30],
      [2, 40],
      [1, 50],
      [0, 60],
    ]) {
      const { headers } = await call();
      expect(headers['ratelimit-policy']).toBe('"default";q=6;w=60');
      expect(headers.ratelimit).toBe(`"default";r=${left};t=${whole}`);
    }
  });

  it('errors after authentication say it, too, and count', async () => {
    const answers = [
      await call('/teams/nonsense'),
      await call('/me?nonsense=1'),
      await app.call('POST', '/teams', { token, body: '{' }),
      await app.call('GET', '/me', { token, headers: { accept: 'text/html' } }),
    ];
    expect(answers.map(({ status }) => status)).toEqual([404, 422, 400, 406]);
    expect(answers.map(({ headers }) => headers.ratelimit)).toEqual(
      [
        [5, 10],
        [4, 20],
        [3, 30],
        [2, 40],
      ].map(([left, whole]) => `"default";r=${left};t=${whole}`),
    );
    for (const { headers } of answers) expect(headers['ratelimit-policy']).toBe('"default";q=6;w=60');
  });

  it('a call too many is refused with 429, and Retry-After in whole seconds', async () => {
    await use(6);
    const { status, headers, body } = await call();
    expect([status, body.code]).toEqual([429, 'rate_limited']);
    expect(headers['retry-after']).toBe('10');
    expect(headers['ratelimit-policy']).toBe('"default";q=6;w=60');
    expect(headers.ratelimit).toBe('"default";r=0;t=60');
    await pass(9.5);
    expect((await call()).headers['retry-after']).toBe('1');
    await pass(0.5);
    expect((await call()).status).toBe(200);
  });

  it('who waits as long as Retry-After says is served', async () => {
    await use(6);
    await pass(3.21);
    const { headers } = await call();
    expect(headers['retry-after']).toMatch(/^[1-9]\d*$/);
    await pass(Number(headers['retry-after']));
    expect((await call()).status).toBe(200);
  });

  it('refused calls do not count', async () => {
    await use(6);
    for (let n = 0; n < 20; n++) expect((await call()).status).toBe(429);
    await pass(10);
    await use(1);
    expect((await call()).status).toBe(429);
  });

  it('the quota comes back evenly, and never grows past itself', async () => {
    await use(6);
    await pass(20);
    await use(2);
    expect((await call()).status).toBe(429);
    await pass(3_600);
    await use(6);
    expect((await call()).status).toBe(429);
  });

  it('tokens have buckets of their own, also those of one membership', async () => {
    await use(6);
    expect((await call()).status).toBe(429);
    token = await cast.tokenOf(cast.admin, ['*']);
    await use(6);
  });

  it('429 comes before 403, 404 and 422, and after 401, 404 and 405 of the address', async () => {
    token = await cast.tokenOf(cast.ravi, ['*']);
    await use(6);
    expect((await call('/teams')).status).toBe(429);
    expect((await call('/teams/nonsense?nonsense=1')).status).toBe(429);
    expect(
      (await app.call('POST', '/teams', { token, body: 'x', headers: { 'content-type': 'text/plain' } })).status,
    ).toBe(429);
    expect((await call('/nonsense')).status).toBe(404);
    expect((await app.call('PUT', '/me', { token })).status).toBe(405);
    expect((await app.call('GET', '/me', { token: `${token}x` })).status).toBe(401);
  });

  it('pages and probes that need no token are not counted', async () => {
    for (const url of ['/healthz', '/readyz', '/docs', '/api/v1/openapi.json', '/api/problems/rate_limited']) {
      const { headers, statusCode } = await app.app.http.inject({ url, headers: { authorization: `Bearer ${token}` } });
      expect([statusCode, headers.ratelimit]).toEqual([200, undefined]);
    }
    await use(6);
  });
});

it('a refusal without a token says nothing of quotas', async () => {
  const app = await openTestApp({ limits: { rate: 6 } });
  const { headers } = await app.call('GET', '/me');
  expect([headers.ratelimit, headers['ratelimit-policy']]).toEqual([undefined, undefined]);
  await app.close();
});

it('where the limit is off, no call is refused and no such header is sent', async () => {
  const app = await openTestApp({ limits: { rate: 'off', failedAuthentications: 'off' } });
  const { admin } = await createCast(app);
  for (let n = 0; n < 500; n++) {
    const { status, headers } = await app.call('GET', '/me', { token: n % 2 === 0 ? admin.token : 'ldl_wrong' });
    expect(status).toBe(n % 2 === 0 ? 200 : 401);
    expect(Object.keys(headers).filter((name) => /ratelimit|retry/.test(name))).toEqual([]);
  }
  await app.close();
});

it('the quota is 6000 a minute unless set', () => {
  expect(defaultQuotas).toMatchObject({ rate: 6_000, failedAuthentications: 300 });
  expect(defaultLimits).toMatchObject({ bodyBytes: 1_048_576 });
});
