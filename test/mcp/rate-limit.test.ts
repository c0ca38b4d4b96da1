import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { type Cast, createCast } from '../support/cast.ts';
import { openTestApp, type TestApp } from '../support/harness.ts';

// Time stands still here, so that every number is exact.
beforeAll(() => void vi.useFakeTimers({ toFake: ['performance'] }));
afterAll(() => void vi.useRealTimers());

let app: TestApp;
let cast: Cast;
beforeAll(async () => {
  app = await openTestApp({ limits: { rate: 6 }, frozen: true, mcp: 'on' });
  cast = await createCast(app);
});
afterAll(() => app.close());

const call = (name: string, given: object = {}) => ({
  jsonrpc: '2.0',
  id: 1,
  method: 'tools/call',
  params: { name, arguments: given },
});

async function post(token: string, payload: object) {
  const headers = { authorization: `Bearer ${token}` };
  const {
    statusCode,
    headers: told,
    body,
  } = await app.app.http.inject({ method: 'POST', url: '/mcp', headers, payload });
  const left = Number(/r=(\d+)/.exec(String(told.ratelimit))?.[1]);
  return { status: statusCode, left, retryAfter: told['retry-after'], body: JSON.parse(body) };
}

it('each call of a tool takes one from the token’s quota, and the next gets 429', async () => {
  const token = await cast.tokenOf(cast.admin, ['*']);
  for (const left of [5, 4, 3, 2, 1, 0]) {
    expect(await post(token, call('find_leads'))).toMatchObject({ status: 200, left });
  }
  const refused = await post(token, call('find_leads'));
  expect(refused).toMatchObject({ status: 429, retryAfter: '10', body: { code: 'rate_limited' } });
  expect((await app.call('GET', '/me', { token })).status).toBe(429);
});

it('list_settings takes one for each kind, and stops where the quota ends', async () => {
  const token = await cast.tokenOf(cast.admin, ['*']);
  expect(await post(token, call('list_settings', { kind: 'statuses' }))).toMatchObject({ status: 200, left: 5 });
  expect(await post(token, call('list_settings'))).toMatchObject({ status: 200, left: 1 });
  const refused = await post(token, call('list_settings'));
  expect(refused).toMatchObject({ status: 200, left: 0, body: { result: { isError: true } } });
  expect(JSON.parse(refused.body.result.content[0].text)).toMatchObject({
    error: 'rate_limited',
    retry_after_seconds: 10,
  });
});

it('a batch is refused, and counts as one call', async () => {
  const token = await cast.tokenOf(cast.admin, ['*']);
  const refused = await post(token, [call('find_leads'), call('find_leads')]);
  expect(refused).toMatchObject({
    status: 400,
    left: 5,
    body: { jsonrpc: '2.0', error: { code: -32600, message: expect.stringContaining('one message') }, id: null },
  });
});
