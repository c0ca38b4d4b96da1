import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { type Cast, createCast } from '../support/cast.ts';
import { openTestApp, type TestApp } from '../support/harness.ts';
import { head, listen, RawConnection } from '../support/raw-http.ts';

// Whoever sends slowly holds a connection and memory: it gets so much time and no more, however it dawdles.

let app: TestApp;
let cast: Cast;
let port: number;
const open: RawConnection[] = [];

beforeAll(async () => {
  app = await openTestApp({ limits: { headersMs: 300, requestMs: 600, checkMs: 50 } });
  cast = await createCast(app);
  port = await listen(app.app);
});
afterAll(async () => {
  for (const connection of open) connection.close();
  await app.close();
});

async function connect(): Promise<RawConnection> {
  const connection = await RawConnection.open(port);
  open.push(connection);
  return connection;
}

/** Sends a byte now and then, for ever. */
function drip(connection: RawConnection, byte: string): void {
  const timer = setInterval(() => connection.send(byte), 20);
  connection.closed.then(() => clearInterval(timer));
}

async function expectTimeout(connection: RawConnection): Promise<void> {
  const answer = await connection.answer();
  expect(answer?.status).toBe(408);
  expect(answer?.headers['content-type']).toMatch(/^application\/problem\+json/);
  expect(answer?.body).toMatchObject({
    status: 408,
    code: 'request_timeout',
    request_id: answer?.headers['x-request-id'],
  });
  await connection.closed;
}

const createTeam = (length: number) =>
  head('POST /api/v1/teams', {
    authorization: `Bearer ${cast.admin.token}`,
    'content-type': 'application/json',
    'content-length': String(length),
  });

it('a header that stops half-way is answered 408 and cut', async () => {
  await expectTimeout((await connect()).send('GET /api/v1/me HTTP/1.1\r\nhost: leads.te'));
});

it('a header that drips in is answered 408 and cut', async () => {
  const connection = (await connect()).send('GET /api/v1/me HTTP/1.1\r\nx-slow: ');
  drip(connection, 'x');
  await expectTimeout(connection);
});

it('a connection on which nothing is sent is closed without a word', async () => {
  const connection = await connect();
  expect(await connection.answer()).toBeNull();
  await connection.closed;
});

it('a body that stops half-way is answered 408 and cut, and its place is free again', async () => {
  await expectTimeout((await connect()).send(createTeam(100)).send('{"name":"Slow'));
  await vi.waitFor(() => expect(app.app.state.inFlight).toBe(0), 10_000);
});

it('a body that drips in is answered 408 and cut, and nothing comes of it', async () => {
  const connection = (await connect()).send(createTeam(100_000)).send('{"name":"Slow"');
  drip(connection, ' ');
  await expectTimeout(connection);
  const { body } = await app.call('GET', '/teams', { token: cast.admin.token });
  expect(body.data.map(({ name }: { name: string }) => name)).not.toContain('Slow');
  await vi.waitFor(() => expect(app.app.state.inFlight).toBe(0), 10_000);
});

it('a chunked body that never ends is answered 408 and cut', async () => {
  const headers = {
    authorization: `Bearer ${cast.admin.token}`,
    'content-type': 'application/json',
    'transfer-encoding': 'chunked',
  };
  const connection = (await connect()).send(head('POST /api/v1/teams', headers));
  drip(connection, '1\r\n \r\n');
  await expectTimeout(connection);
});
