import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { type Cast, createCast } from '../support/cast.ts';
import { openTestApp, type TestApp } from '../support/harness.ts';
import { exchange, head, listen, RawConnection } from '../support/raw-http.ts';

let app: TestApp;
let cast: Cast;
let port: number;
let open: RawConnection[];

beforeEach(async () => {
  app = await openTestApp();
  cast = await createCast(app);
  port = await listen(app.app);
  open = [];
});
afterEach(async () => {
  for (const connection of open) connection.close();
  await app.close();
});

async function connect(): Promise<RawConnection> {
  const connection = await RawConnection.open(port);
  open.push(connection);
  return connection;
}

const getMe = () => head('GET /api/v1/me', { authorization: `Bearer ${cast.admin.token}` });
const BODY = '{"name":"Just in time"}';
const postTeam = () =>
  head('POST /api/v1/teams', {
    authorization: `Bearer ${cast.admin.token}`,
    'content-type': 'application/json',
    'content-length': String(BODY.length),
  });

it('a service that stops answers 503 with Retry-After and closes the connection', async () => {
  const connection = await connect();
  expect((await connection.send(getMe()).answer())?.status).toBe(200);
  app.app.state.stopping = true;
  const answer = await connection.send(getMe()).answer();
  expect([answer?.status, answer?.body.code]).toEqual([503, 'service_unavailable']);
  expect(answer?.headers['retry-after']).toMatch(/^[1-9]\d*$/);
  expect(answer?.headers.connection).toBe('close');
  await connection.closed;
});

it('a service that stops is alive, but not ready', async () => {
  app.app.state.stopping = true;
  const health = await exchange(port, head('GET /healthz'));
  expect([health.status, health.body]).toEqual([200, { status: 'ok' }]);
  const ready = await exchange(port, head('GET /readyz'));
  expect([ready.status, ready.body.code]).toEqual([503, 'service_unavailable']);
  expect(ready.headers['retry-after']).toMatch(/^[1-9]\d*$/);
});

it('a service that drains is not ready, and serves everything, each time over a new connection', async () => {
  app.app.state.draining = true;
  expect((await exchange(port, head('GET /readyz'))).status).toBe(503);
  for (const [sent, status] of [
    [getMe(), 200],
    [postTeam() + BODY, 201],
  ] as const) {
    const connection = await connect();
    const answer = await connection.send(sent).answer();
    expect([answer?.status, answer?.headers.connection]).toEqual([status, 'close']);
    await connection.closed;
  }
});

it('a request in flight finishes while the service stops, and what it did is kept', async () => {
  const inFlight = (await connect()).send(postTeam());
  await vi.waitFor(() => expect(app.app.state.inFlight).toBe(1), 10_000);
  app.app.state.stopping = true;
  const closing = app.app.http.close();
  const answer = await inFlight.send(BODY).answer();
  expect(answer?.status).toBe(201);
  await closing;
  const rows = await app.services.database.rows('select from teams where name = $1', ['Just in time']);
  expect(rows).toHaveLength(1);
});

// Well below the 65 s for which an idle connection is kept: a service that waits for those would be killed before.
it('connections that callers keep open do not hold the stop up', { timeout: 20_000 }, async () => {
  const idle = await connect();
  expect((await idle.send(getMe()).answer())?.status).toBe(200);
  const inFlight = (await connect()).send(postTeam());
  await vi.waitFor(() => expect(app.app.state.inFlight).toBe(1), 10_000);
  app.app.state.stopping = true;
  const closing = app.app.http.close();
  await idle.closed;
  expect((await inFlight.send(BODY).answer())?.status).toBe(201);
  await closing;
  await inFlight.closed;
});

it('a stopped service takes no new connection', async () => {
  app.app.state.stopping = true;
  await app.app.http.close();
  await expect(RawConnection.open(port)).rejects.toThrow('ECONNREFUSED');
});
