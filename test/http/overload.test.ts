import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { type Cast, createCast } from '../support/cast.ts';
import { openTestApp, type TestApp } from '../support/harness.ts';
import { exchange, head, listen, RawConnection } from '../support/raw-http.ts';

const MOST = 3;
const CONNECTIONS = 5;
let app: TestApp;
let cast: Cast;
let port: number;

beforeAll(async () => {
  app = await openTestApp({ limits: { inFlight: MOST }, pool: { connections: CONNECTIONS } });
  cast = await createCast(app);
  port = await listen(app.app);
});
afterAll(() => app.close());

const ask = (path: string) => exchange(port, head(`GET ${path}`, { authorization: `Bearer ${cast.admin.token}` }));

/** As many requests as may be answered at once, each waiting for the rest of its body. */
async function fillUp(names: string[]): Promise<{ finish: () => Promise<number[]> }> {
  const waiting = await Promise.all(names.map(() => RawConnection.open(port)));
  const bodies = names.map((name) => JSON.stringify({ name }));
  for (const [n, connection] of waiting.entries()) {
    const headers = { authorization: `Bearer ${cast.admin.token}`, 'content-type': 'application/json' };
    connection.send(head('POST /api/v1/teams', { ...headers, 'content-length': String(bodies[n]?.length) }));
  }
  await vi.waitFor(() => expect(app.app.state.inFlight).toBe(names.length), 10_000);
  return {
    finish: async () => {
      for (const [n, connection] of waiting.entries()) connection.send(bodies[n] ?? '');
      const answers = await Promise.all(waiting.map((connection) => connection.answer()));
      for (const connection of waiting) connection.close();
      return answers.map((answer) => answer?.status ?? 0);
    },
  };
}

describe('while as many requests are in flight as may be', () => {
  it('one more is answered 503 with Retry-After; those in flight finish; then there is room again', async () => {
    const busy = await fillUp(['One', 'Two', 'Three']);
    for (const path of ['/api/v1/me', '/api/v1/nonsense', '/docs']) {
      const { status, headers, body } = await ask(path);
      expect([status, body.code]).toEqual([503, 'service_unavailable']);
      expect(headers['retry-after']).toMatch(/^[1-9]\d*$/);
      expect(headers['content-type']).toMatch(/^application\/problem\+json/);
    }
    expect(await busy.finish()).toEqual([201, 201, 201]);
    await vi.waitFor(() => expect(app.app.state.inFlight).toBe(0), 10_000);
    expect((await ask('/api/v1/me')).status).toBe(200);
  });

  it('the probes answer as ever, so that nobody restarts a service that is only busy', async () => {
    const busy = await fillUp(['Four', 'Five', 'Six']);
    expect((await ask('/healthz')).status).toBe(200);
    expect((await ask('/readyz')).status).toBe(200);
    expect(await busy.finish()).toEqual([201, 201, 201]);
  });

  it('the last free place is given', async () => {
    const busy = await fillUp(['Seven', 'Eight']);
    expect((await ask('/api/v1/me')).status).toBe(200);
    await busy.finish();
  });

  it('refusals take no place: a thousand of them leave the room as it was', async () => {
    const busy = await fillUp(['Nine', 'Ten', 'Eleven']);
    const refused = await Promise.all(Array.from({ length: 1_000 }, () => app.app.http.inject({ url: '/api/v1/me' })));
    expect(new Set(refused.map(({ statusCode }) => statusCode))).toEqual(new Set([503]));
    expect(app.app.state.inFlight).toBe(MOST);
    await busy.finish();
    await vi.waitFor(() => expect(app.app.state.inFlight).toBe(0), 10_000);
  });
});

it('a service whose database connections are all in use is ready: a proxy must not turn away from one that is busy', async () => {
  const { database } = app.services;
  let letGo = () => {};
  const held = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  const hold = () =>
    database.begin(async (sql) => {
      await sql.rows('select 1');
      await held;
    });
  const holders = Array.from({ length: CONNECTIONS }, hold);
  await vi.waitFor(() => expect(database.load()).toMatchObject({ waiting: 0 }), 10_000);
  const waiting = database.rows('select 1');
  await vi.waitFor(() => expect(database.load().waiting).toBe(1), 10_000);
  try {
    expect((await ask('/readyz')).status).toBe(200);
  } finally {
    letGo();
    await Promise.all([...holders, waiting]);
  }
});

it('whatever the answer, its place is given back', async () => {
  const lines = [
    'GET /api/v1/me',
    'GET /api/v1/teams/%',
    'GET /nonsense',
    'PUT /api/v1/me',
    'GET /docs',
    'PROPFIND /docs',
    'GET /healthz',
  ];
  for (const line of lines) {
    await exchange(port, head(line));
    await exchange(port, `${line} HTTP/1.1\r\nhost: a\r\nhost: b\r\n\r\n`);
    await vi.waitFor(() => expect([line, app.app.state.inFlight]).toEqual([line, 0]), 10_000);
  }
});
