import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { type Cast, createCast } from '../support/cast.ts';
import { openTestApp, type TestApp } from '../support/harness.ts';

let app: TestApp;
let cast: Cast;

beforeAll(async () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  app = await openTestApp({ frozen: true });
  cast = await createCast(app);
});
afterAll(async () => {
  vi.useRealTimers();
  await app.close();
});

let last = 0;
const newAddress = () => `203.0.113.${++last}`;

async function ask(remoteAddress: string, token: string, headers: Record<string, string> = {}) {
  const answer = await app.app.http.inject({
    url: '/api/v1/me',
    remoteAddress,
    headers: { ...(token !== '' && { authorization: `Bearer ${token}` }), ...headers },
  });
  return { status: answer.statusCode, headers: answer.headers, body: answer.json() };
}

async function fail(address: string, times: number): Promise<void> {
  for (let n = 0; n < times; n++) expect((await ask(address, n % 2 === 0 ? 'ldl_wrong' : '')).status).toBe(401);
}

it('300 failed authentications a minute are answered 401, the next 429 with Retry-After', async () => {
  const address = newAddress();
  await fail(address, 300);
  const { status, headers, body } = await ask(address, 'ldl_wrong');
  expect([status, body.code]).toEqual([429, 'rate_limited']);
  expect(headers['retry-after']).toBe('1');
  expect((await ask(address, '')).status).toBe(429);
});

it('a valid token still works from an address that has failed too often', async () => {
  const address = newAddress();
  await fail(address, 300);
  expect((await ask(address, 'ldl_wrong')).status).toBe(429);
  expect((await ask(address, cast.admin.token)).status).toBe(200);
});

it('calls with a valid token do not count as failures', async () => {
  const address = newAddress();
  for (let n = 0; n < 400; n++) expect((await ask(address, cast.admin.token)).status).toBe(200);
  await fail(address, 300);
});

it('other addresses are not affected', async () => {
  const address = newAddress();
  await fail(address, 300);
  expect((await ask(newAddress(), 'ldl_wrong')).status).toBe(401);
});

it('the failures are forgiven evenly over the minute', async () => {
  const address = newAddress();
  await fail(address, 300);
  vi.advanceTimersByTime(1_000);
  await app.pass(1);
  await fail(address, 5);
  expect((await ask(address, 'ldl_wrong')).status).toBe(429);
});

it('an address cannot hide behind a header', async () => {
  const address = newAddress();
  await fail(address, 300);
  for (const name of ['x-forwarded-for', 'forwarded', 'x-real-ip', 'true-client-ip']) {
    expect(
      (await ask(address, 'ldl_wrong', { [name]: name === 'forwarded' ? 'for=198.51.100.1' : '198.51.100.1' })).status,
    ).toBe(429);
  }
});

it('a 429 for failures says nothing of any token’s quota', async () => {
  const address = newAddress();
  await fail(address, 300);
  const { headers } = await ask(address, 'ldl_wrong');
  expect([headers.ratelimit, headers['ratelimit-policy'], headers['www-authenticate']]).toEqual([
    undefined,
    undefined,
    undefined,
  ]);
});

it('the number is set by limits.failedAuthentications', async () => {
  const strict = await openTestApp({ limits: { failedAuthentications: 2 } });
  const statuses: number[] = [];
  for (let n = 0; n < 4; n++) statuses.push((await strict.call('GET', '/me')).status);
  expect(statuses).toEqual([401, 401, 429, 429]);
  await strict.close();
});
