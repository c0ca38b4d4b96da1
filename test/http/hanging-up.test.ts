import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { type Cast, createCast } from '../support/cast.ts';
import { openTestApp, type TestApp } from '../support/harness.ts';
import { hold } from '../support/held.ts';
import { head, listen, RawConnection } from '../support/raw-http.ts';

let app: TestApp;
let cast: Cast;
let port: number;
const open: RawConnection[] = [];

beforeAll(async () => {
  app = await openTestApp();
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

const createTeam = (length: number) =>
  head('POST /api/v1/teams', {
    authorization: `Bearer ${cast.admin.token}`,
    'content-type': 'application/json',
    'content-length': String(length),
  });

it('who hangs up half-way gives its place back', async () => {
  const leaving = await Promise.all(Array.from({ length: 20 }, () => connect()));
  for (const connection of leaving) connection.send(createTeam(100)).send('{"name":');
  await vi.waitFor(() => expect(app.app.state.inFlight).toBe(20), 10_000);
  for (const connection of leaving) connection.close();
  await vi.waitFor(() => expect(app.app.state.inFlight).toBe(0), 10_000);
});

it('who hangs up before the answer gives its place back', async () => {
  const release = await hold(app.services.database, 'lock table teams in access exclusive mode');
  const leaving = await connect();
  leaving.send(head('GET /api/v1/teams', { authorization: `Bearer ${cast.admin.token}` }));
  try {
    await vi.waitFor(() => expect(app.app.state.inFlight).toBe(1), 10_000);
    leaving.close();
    await vi.waitFor(() => expect(app.app.state.inFlight).toBe(0), 10_000);
  } finally {
    await release();
  }
});

it('a request that comes in many pieces is served, and so is the next one on its connection', async () => {
  const connection = await connect();
  const body = '{"name":"In time"}';
  for (const part of createTeam(body.length).match(/.{1,40}/gs) ?? []) connection.send(part);
  connection.send(body.slice(0, 5)).send(body.slice(5));
  expect((await connection.answer())?.status).toBe(201);
  connection.send(head('GET /api/v1/me', { authorization: `Bearer ${cast.admin.token}` }));
  expect((await connection.answer())?.status).toBe(200);
});

it('who hangs up with requests that wait for the answers to earlier ones gives all their places back', async () => {
  const release = await hold(app.services.database, 'lock table teams in access exclusive mode');
  const leaving = await connect();
  const headers = { authorization: `Bearer ${cast.admin.token}` };
  leaving.send(head('GET /api/v1/teams', headers) + head('GET /api/v1/me', headers).repeat(50));
  try {
    await vi.waitFor(() => expect(app.app.state.inFlight).toBe(51), 10_000);
    leaving.close();
    await vi.waitFor(() => expect(app.app.state.inFlight).toBe(0), 10_000);
  } finally {
    await release();
  }
});

it('requests behind an answer that closes the connection give their places back', async () => {
  const closing = await connect();
  closing.send(head('GET /api/v1/me', { host: 'another' }) + head('GET /healthz').repeat(50));
  expect((await closing.answer())?.status).toBe(400);
  await closing.closed;
  await vi.waitFor(() => expect(app.app.state.inFlight).toBe(0), 10_000);
});

it('a connection on which more than a hundred requests wait is closed, and no more of them are looked at', async () => {
  const release = await hold(app.services.database, 'lock table teams in access exclusive mode');
  const seen: number[] = [];
  const look = () => void seen.push(app.app.state.inFlight);
  app.app.http.server.on('request', look);
  const flooding = await connect();
  const first = head('GET /api/v1/teams', { authorization: `Bearer ${cast.admin.token}` });
  try {
    await flooding.send(first + 'GET /healthz HTTP/1.1\r\nhost: a\r\n\r\n'.repeat(1_500)).closed;
    expect(seen.length).toBeGreaterThan(100); // of one packet
    expect(Math.max(...seen)).toBe(100);
    await vi.waitFor(() => expect(app.app.state.inFlight).toBe(0), 10_000);
  } finally {
    app.app.http.server.off('request', look);
    await release();
  }
});
