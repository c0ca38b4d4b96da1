import { afterEach, expect, it, vi } from 'vitest';
import { type Cast, createCast } from '../support/cast.ts';
import { type Answer, openTestApp, type TestApp } from '../support/harness.ts';
import { hold } from '../support/held.ts';

let app: TestApp;
let cast: Cast;
afterEach(() => app.close());

async function open(pool: Parameters<typeof openTestApp>[0]): Promise<void> {
  app = await openTestApp(pool);
  cast = await createCast(app);
}

const readTeams = () => app.call('GET', '/teams', { token: cast.admin.token });

function expectUnavailable({ status, headers, body }: Answer): void {
  expect([status, body.code]).toEqual([503, 'service_unavailable']);
  expect(headers['retry-after']).toMatch(/^[1-9]\d*$/);
}

const holding = (statement: string) => hold(app.services.database, statement);

it('a call that gets no connection in time is answered 503, and the next one, when there is one, is served', async () => {
  await open({ pool: { connections: 1, acquireMs: 1_000 } });
  const release = await holding('select 1');
  expectUnavailable(await readTeams());
  await release();
  expect((await readTeams()).status).toBe(200);
});

it('more calls than may wait for a connection are refused at once, the others served', async () => {
  await open({ pool: { connections: 1, waiting: 3, acquireMs: 20_000 }, limits: { rate: 'off' } });
  await readTeams(); // the token is known, and calls are not counted: each call below needs one connection
  const release = await holding('select 1');
  const calls = Array.from({ length: 10 }, readTeams);
  const refused = await Promise.race(calls); // long before the 20 s are over
  expectUnavailable(refused);
  await vi.waitFor(() => expect(app.services.database.load().waiting).toBe(3), 10_000);
  await release();
  const statuses = (await Promise.all(calls)).map(({ status }) => status).sort();
  expect(statuses).toEqual([200, 200, 200, ...Array.from({ length: 7 }, () => 503)]);
});

it('a statement that waits for a lock too long is answered 503', async () => {
  await open({ pool: { lockMs: 200 } });
  const release = await holding('lock table teams in access exclusive mode');
  expectUnavailable(await readTeams());
  await release();
  expect((await readTeams()).status).toBe(200);
});

it('a statement that runs too long is answered 503', async () => {
  await open({ pool: { statementMs: 1_000, lockMs: 60_000 } });
  const release = await holding('lock table teams in access exclusive mode');
  expectUnavailable(await readTeams());
  await release();
  expect((await readTeams()).status).toBe(200);
});

it('a call whose connection dies under it is answered 503, and the service goes on by itself', async () => {
  await open({ pool: { lockMs: 20_000, statementMs: 20_000 } });
  const release = await holding('lock table teams in access exclusive mode');
  const call = readTeams();
  const kill = () =>
    app.services.database.rows(
      `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
    );
  await vi.waitFor(async () => expect(await kill()).toHaveLength(1), 10_000);
  expectUnavailable(await call);
  await release();
  expect((await readTeams()).status).toBe(200);
});

it('when every connection dies at once, the calls after that are served', async () => {
  await open({ pool: { connections: 5 } });
  await Promise.all(Array.from({ length: 20 }, readTeams));
  await app.services.database.rows(
    `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()`,
  );
  await vi.waitFor(async () => {
    const statuses = (await Promise.all(Array.from({ length: 20 }, readTeams))).map(({ status }) => status);
    expect(new Set(statuses)).toEqual(new Set([200]));
  }, 10_000);
});

it('what a failed call had begun is undone', async () => {
  await open({ pool: { lockMs: 200 } });
  const release = await holding('lock table audit_entries in exclusive mode');
  const body = { name: 'Half made' };
  expectUnavailable(await app.call('POST', '/teams', { token: cast.admin.token, body }));
  await release();
  expect((await app.call('POST', '/teams', { token: cast.admin.token, body })).status).toBe(201);
});
