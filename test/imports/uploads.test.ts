import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { type Cast, createCast } from '../support/cast.ts';
import { openTestApp, type TestApp } from '../support/harness.ts';
import { freshPhone, type Shown } from '../support/leads.ts';
import { head, listen, RawConnection } from '../support/raw-http.ts';

// An upload may take longer than any other request, as long as bytes keep coming. It holds no transaction meanwhile.

let app: TestApp;
let cast: Cast;
let port: number;
const open: RawConnection[] = [];

beforeAll(async () => {
  const limits = { requestMs: 600, checkMs: 50, uploadStallMs: 1_500, importBytes: 300_000, importRows: 5_000 };
  app = await openTestApp({ limits: { ...limits, headersMs: 300 } });
  cast = await createCast(app);
  port = await listen(app.app);
});
afterAll(async () => {
  for (const connection of open) connection.close();
  await app.close();
});

async function begin(
  headers: Record<string, string> = { 'transfer-encoding': 'chunked' },
  token = cast.admin.token,
): Promise<RawConnection> {
  const connection = await RawConnection.open(port);
  open.push(connection);
  const type = { authorization: `Bearer ${token}`, 'content-type': 'text/csv' };
  return connection.send(head('POST /api/v1/imports', { ...type, ...headers }));
}

const chunk = (text: string) => `${Buffer.byteLength(text).toString(16)}\r\n${text}\r\n`;
const END = '0\r\n\r\n';

async function newest(): Promise<Shown> {
  await app.services.imports.run(cast.organizationId);
  return (await app.call('GET', '/imports', { token: cast.admin.token })).body.data[0];
}

it('one that takes longer than other requests may is taken, as long as bytes come', async () => {
  const connection = (await begin()).send(chunk('phone\n'));
  for (let n = 0; n < 12; n++) {
    connection.send(chunk(`${freshPhone()}\n`));
    await sleep(100);
  }
  const [{ n }] = (await app.services.database.rows(
    `select count(*)::integer as n from pg_stat_activity where state = 'idle in transaction' and datname = current_database()`,
  )) as [{ n: number }];
  expect(n).toBe(0);
  const answer = await connection.send(END).answer();
  expect(answer?.status).toBe(202);
  expect(await newest()).toMatchObject({ public_id: answer?.body.data.public_id, state: 'done', created: 12 });
  // The connection can be used again.
  const next = await connection.send(head('GET /api/v1/me', { authorization: `Bearer ${cast.admin.token}` })).answer();
  expect(next?.status).toBe(200);
});

it('one that stalls is answered 408, cut and failed', async () => {
  const connection = (await begin()).send(chunk(`phone\n${freshPhone()}\n98`));
  const answer = await connection.answer();
  expect([answer?.status, answer?.body.code]).toEqual([408, 'request_timeout']);
  expect(await newest()).toMatchObject({ state: 'failed', created: 0 });
  await connection.closed;
});

it('one whose sender hangs up is failed, and its rows go', async () => {
  const connection = (await begin()).send(chunk(`phone\n${freshPhone()}\n98`));
  await vi.waitFor(async () => expect((await newest()).state).toBe('receiving'), 5_000);
  connection.close();
  await vi.waitFor(async () => expect((await newest()).state).toBe('failed'), 5_000);
  expect(await app.services.database.rows('select from import_rows')).toEqual([]);
});

it('one of too many bytes is answered 413, whether or not it says so before', async () => {
  const said = await begin({ 'content-length': String(300 * 1_024 * 1_024) });
  expect((await said.answer())?.body.code).toBe('payload_too_large');
  const connection = (await begin()).send(chunk('phone,first_name\n'));
  for (let n = 0; n < 40; n++) connection.send(chunk(`${freshPhone()},${'x'.repeat(10_000)}\n`));
  expect((await connection.answer())?.body.code).toBe('payload_too_large');
  expect(await newest()).toMatchObject({ state: 'failed', created: 0 });
});

it('one of too many rows is refused with what to do', async () => {
  const connection = (await begin()).send(chunk('phone\n'));
  for (let n = 0; n < 11; n++) connection.send(chunk(`${'9876543210\n'.repeat(500)}`));
  const answer = await connection.send(END).answer();
  expect(answer?.status).toBe(422);
  expect(answer?.body.errors.body[0]).toContain('5,000 rows at most');
  expect(await newest()).toMatchObject({ state: 'failed', created: 0 });
});

it('one that is cancelled while it comes in is answered 409', async () => {
  const connection = (await begin()).send(chunk(`phone\n${freshPhone()}\n`));
  await vi.waitFor(async () => expect((await newest()).state).toBe('receiving'), 5_000);
  const { public_id } = await newest();
  expect((await app.call('DELETE', `/imports/${public_id}`, { token: cast.admin.token })).status).toBe(204);
  const answer = await connection.send(chunk(`${freshPhone()}\n`) + END).answer();
  expect([answer?.status, answer?.body.code]).toEqual([409, 'conflict']);
  expect(await newest()).toMatchObject({ state: 'cancelled', created: 0 });
});

it('one whose token is revoked while it comes in brings in nothing', async () => {
  const { membership } = cast.admin;
  const uploader = { name: 'Upload', abilities: ['leads:import'] };
  const { body } = await app.call('POST', '/tokens', { token: cast.admin.token, body: { ...uploader, membership } });
  const connection = (await begin(undefined, body.data.secret)).send(chunk(`phone\n${freshPhone()}\n`));
  await vi.waitFor(async () => expect((await newest()).state).toBe('receiving'), 5_000);
  expect((await app.call('DELETE', `/tokens/${body.data.public_id}`, { token: cast.admin.token })).status).toBe(204);
  const answer = await connection.send(chunk(`${freshPhone()}\n`) + END).answer();
  expect([answer?.status, answer?.body.code]).toEqual([401, 'unauthenticated']);
  expect(await newest()).toMatchObject({ state: 'failed', created: 0 });
  const { body: audit } = await app.call('GET', '/audit?filter[action]=import.failed', { token: cast.admin.token });
  expect(audit.data[0].changes).toContainEqual({ field: 'reason', from: null, to: answer?.body.detail });
});
