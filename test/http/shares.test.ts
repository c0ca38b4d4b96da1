import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { type Cast, createCast } from '../support/cast.ts';
import { openTestApp, type TestApp } from '../support/harness.ts';
import { exchange, head, listen, RawConnection } from '../support/raw-http.ts';

// Whoever has many requests in flight must leave room for others: one organization, or one address as long as nobody is known.

const EACH = 4;
let app: TestApp;
let cast: Cast;

let port: number;
const open: RawConnection[] = [];

beforeAll(async () => {
  app = await openTestApp({ limits: { inFlight: 100, inFlightEach: EACH, requestMs: 60_000 } });
  cast = await createCast(app);

  port = await listen(app.app);
});
afterAll(async () => {
  for (const connection of open) connection.close();
  await app.close();
});

const withToken = ({ token }: { token: string }) => ({ authorization: `Bearer ${token}` });
const ask = (person: { token: string }) => exchange(port, head('GET /api/v1/me', withToken(person)));

async function send(text: string): Promise<RawConnection> {
  const connection = (await RawConnection.open(port)).send(text);
  open.push(connection);
  return connection;
}

/** For more than the buffers of a connection hold. */
async function askWithoutReading(at: number): Promise<RawConnection> {
  const connection = await RawConnection.open(at);
  connection.socket.pause();
  open.push(connection);
  return connection.send(head('GET /docs/scalar.js').repeat(20));
}

/** Requests that wait for the rest of their bodies. */
const fillUp = (person: { token: string }, count: number) =>
  Promise.all(
    Array.from({ length: count }, () =>
      send(
        head('POST /api/v1/teams', { ...withToken(person), 'content-type': 'application/json', 'content-length': '9' }),
      ),
    ),
  );

it('an organization that has as many requests in flight as one may have leaves others room', async () => {
  const busy = await fillUp(cast.admin, EACH);
  await vi.waitFor(() => expect(app.app.state.inFlight).toBe(EACH), 10_000);
  const refused = await ask(cast.ravi); // whose token it is does not matter
  expect([refused.status, refused.body.code]).toEqual([503, 'service_unavailable']);
  expect(refused.headers['retry-after']).toMatch(/^[1-9]\d*$/);
  expect((await ask(cast.zenith.admin)).status).toBe(200);
  expect((await exchange(port, head('GET /api/problems', { accept: 'text/html' }))).status).toBe(200);
  for (const connection of busy) connection.close();
  await vi.waitFor(() => expect(app.app.state.inFlight).toBe(0), 10_000);
  expect((await ask(cast.ravi)).status).toBe(200);
});

it('who only waits for events takes no share', async () => {
  const wait = head('GET /api/v1/events?page[after]=now&wait=30', withToken(cast.admin));
  const waiting: RawConnection[] = [];
  for (let count = 1; count <= EACH + 2; count++) {
    waiting.push(await send(wait));
    await vi.waitFor(() => expect(app.app.state.aside).toBe(count), 10_000);
  }
  expect((await ask(cast.admin)).status).toBe(200);
  for (const connection of waiting) connection.close();
  await vi.waitFor(() => expect(app.app.state).toMatchObject({ aside: 0, inFlight: 0 }), 10_000);
});

it('an address that reads no answers takes its own share only', async () => {
  const stalled = await Promise.all(Array.from({ length: EACH }, () => askWithoutReading(port)));
  await vi.waitFor(() => expect(app.app.state.inFlight).toBeGreaterThan(EACH), 10_000);
  const refused = await exchange(port, head('GET /docs', { accept: 'text/html' }));
  expect([refused.status, refused.body.code]).toEqual([503, 'service_unavailable']);
  expect((await ask(cast.admin)).status).toBe(200);
  for (const connection of stalled) connection.close();
  await vi.waitFor(() => expect(app.app.state.inFlight).toBe(0), 10_000);
});

it('who reads nothing of an answer is cut off after a while', async () => {
  const impatient = await openTestApp({ limits: { stallMs: 500 } });
  const connection = await askWithoutReading(await listen(impatient.app));
  await vi.waitFor(() => expect(impatient.app.state.inFlight).toBeGreaterThan(0), 10_000);
  await vi.waitFor(() => expect(impatient.app.state.inFlight).toBe(0), 20_000);
  connection.close();
  await impatient.close();
});

it('nothing is remembered of requests that have ended', async () => {
  await Promise.all([ask(cast.admin), ask(cast.zenith.admin), exchange(port, head('GET /nothing'))]);
  const leaving = await fillUp(cast.admin, 2);
  for (const connection of leaving) connection.close();
  await vi.waitFor(() => expect([...app.app.state.shares]).toEqual([]), 10_000);
});
