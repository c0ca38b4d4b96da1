import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Cast, createCast } from '../support/cast.ts';
import { openTestApp, type TestApp } from '../support/harness.ts';

let app: TestApp;
let cast: Cast;
beforeAll(async () => {
  app = await openTestApp();
  cast = await createCast(app);
});
afterAll(() => app.close());

it('goes through the life of a lead', async () => {
  const token = cast.admin.token;
  const made = await app.call('POST', '/leads', {
    token,
    body: { first_name: 'Asha', phone: '098765 43210', email: 'Asha@Example.in', estimated_value: 250000.5 },
  });
  console.log(JSON.stringify(made.body));
  expect(made.status).toBe(201);
  const id = made.body.data.public_id;
  const again = await app.call('POST', '/leads', { token, body: { phone: '+91 98765 43210' } });
  expect(again.status).toBe(200);
  console.log(JSON.stringify(again.body));
  const list = await app.call('GET', '/leads?filter[score_band]=warm&sort=score', { token });
  expect(list.body.data).toHaveLength(1);
  const got = await app.call('GET', `/leads/${id}?include=activities,notes`, { token });
  console.log(JSON.stringify(got.body), got.headers.etag);
  const statuses = (await app.call('GET', '/statuses', { token })).body.data;
  const patched = await app.call('PATCH', `/leads/${id}`, {
    token,
    body: { last_name: 'Rao', status: statuses[1].public_id },
    headers: { 'if-match': got.headers.etag ?? '' },
  });
  expect(patched.status).toBe(200);
  expect(patched.body.meta.warning).toBeDefined();
  expect(
    (
      await app.call('PATCH', `/leads/${id}`, {
        token,
        body: { last_name: 'Rao2' },
        headers: { 'if-match': got.headers.etag ?? '' },
      })
    ).status,
  ).toBe(412);
  const moved = await app.call('POST', `/leads/${id}/status`, {
    token,
    body: { status: statuses[2].public_id, note: 'ok' },
    headers: { 'idempotency-key': 'k1' },
  });
  console.log(JSON.stringify(moved.body));
  const replay = await app.call('POST', `/leads/${id}/status`, {
    token,
    body: { status: statuses[2].public_id, note: 'ok' },
    headers: { 'idempotency-key': 'k1' },
  });
  expect(replay.headers['idempotent-replayed']).toBe('true');
  expect(replay.body).toEqual(moved.body);
  for (const what of ['activities', 'notes', 'transitions', 'audit'])
    console.log(what, JSON.stringify((await app.call('GET', `/leads/${id}/${what}`, { token })).body.data));
  expect((await app.call('POST', `/leads/${id}/notes`, { token, body: { body: 'hello' } })).status).toBe(201);
  expect(
    (await app.call('POST', `/leads/${id}/activities`, { token, body: { kind: 'call', summary: 'hello' } })).status,
  ).toBe(201);
});
