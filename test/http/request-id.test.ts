import { describe, expect, it } from 'vitest';
import type { Answer } from '../support/harness.ts';
import { useCast } from '../support/opened.ts';
import { exchange, head, listen } from '../support/raw-http.ts';

const { app, cast } = useCast();

const OURS = /^req_[0-9a-hjkmnp-tv-z]{26}$/;

it.each(['a', 'A-b.c_9', '0', 'f47ac10b-58cc-4372-a567-0e02b2c3d479', 'x'.repeat(128)])(
  'the caller’s well-formed request id %s is kept',
  async (id) => {
    const { headers } = await app.call('GET', '/me', { token: cast.admin.token, headers: { 'x-request-id': id } });
    expect(headers['x-request-id']).toBe(id);
  },
);

it.each(['', ' ', 'x'.repeat(129), 'a b', 'a,b', 'a/b', '<script>', 'é', '{"a":1}', "1' or '1'='1"])(
  'a request id that is not well-formed is replaced: %s',
  async (id) => {
    const { headers } = await app.call('GET', '/me', { token: cast.admin.token, headers: { 'x-request-id': id } });
    expect(headers['x-request-id']).toMatch(OURS);
  },
);

it('every request without an id gets one of its own', async () => {
  const answers = await Promise.all(
    Array.from({ length: 50 }, () => app.call('GET', '/me', { token: cast.admin.token })),
  );
  const ids = answers.map(({ headers }) => headers['x-request-id']);
  for (const id of ids) expect(id).toMatch(OURS);
  expect(new Set(ids).size).toBe(50);
});

describe('an error carries the request id in its body, too', () => {
  const cases: [string, number, (headers: Record<string, string>) => Promise<Answer>][] = [
    ['without a token', 401, (headers) => app.call('GET', '/me', { headers })],
    ['without the ability', 403, (headers) => app.call('GET', '/teams', { token: cast.ravi.token, headers })],
    ['no such record', 404, (headers) => app.call('GET', '/teams/nonsense', { token: cast.admin.token, headers })],
    ['no such address', 404, (headers) => app.call('GET', '/nonsense', { headers })],
    ['an address that cannot be read', 400, (headers) => app.call('GET', '/teams/%', { headers })],
    ['the wrong method', 405, (headers) => app.call('PUT', '/me', { headers })],
    ['a broken body', 400, (headers) => app.call('POST', '/teams', { token: cast.admin.token, body: '{', headers })],
    ['a wrong body', 422, (headers) => app.call('POST', '/teams', { token: cast.admin.token, body: {}, headers })],
  ];

  it.each(cases)('%s', async (_, status, call) => {
    const kept = await call({ 'x-request-id': 'the-callers.own_1' });
    expect([kept.status, kept.headers['x-request-id'], kept.body.request_id]).toEqual([
      status,
      'the-callers.own_1',
      'the-callers.own_1',
    ]);
    const replaced = await call({ 'x-request-id': 'not well-formed' });
    expect(replaced.body.request_id).toMatch(OURS);
    expect(replaced.headers['x-request-id']).toBe(replaced.body.request_id);
  });

  it('an id sent twice is nobody’s', async () => {
    const port = await listen(app.app);
    const twice = head('GET /api/v1/me', { 'x-request-id': 'one' }).replace(
      '\r\n\r\n',
      '\r\nx-request-id: two\r\n\r\n',
    );
    const answer = await exchange(port, twice);
    expect(answer.body.request_id).toMatch(OURS);
    expect(answer.headers['x-request-id']).toBe(answer.body.request_id);
  });
});

it('the audit entry of a call carries its request id', async () => {
  const headers = { 'x-request-id': 'order-66' };
  await app.call('POST', '/sources', { token: cast.admin.token, body: { name: 'Traced' }, headers });
  const { body } = await app.call('GET', '/audit?page[size]=1', { token: cast.admin.token });
  expect(body.data[0]).toMatchObject({ action: 'source.created', request_id: 'order-66' });
});
