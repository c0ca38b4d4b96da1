import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { clientConfig, openDatabase, type PoolLimits } from '../../src/db/connect.ts';
import { type Database, DatabaseUnavailable, sqlState } from '../../src/db/sql.ts';
import { createTestDatabase, type TestDatabase } from '../support/databases.ts';
import { eventually } from '../support/workplace.ts';

let own: TestDatabase;
const opened: Database[] = [];
beforeAll(async () => {
  own = await createTestDatabase({ empty: true });
});
afterAll(() => own.drop());
afterEach(async () => {
  for (const database of opened.splice(0)) await database.close();
});

function open(limits: Partial<PoolLimits>): Database {
  const database = openDatabase(own.target, { connections: 1, ...limits });
  opened.push(database);
  return database;
}

async function timed(work: Promise<unknown>): Promise<{ failure: unknown; ms: number }> {
  const since = performance.now();
  const failure = await work.then(
    () => null,
    (error) => error,
  );
  return { failure, ms: performance.now() - since };
}

it('a statement that takes too long is given up as unavailable, and its connection is still good', async () => {
  const database = open({ statementMs: 150 });
  const { failure, ms } = await timed(database.rows('select pg_sleep(5)'));
  expect(failure).toBeInstanceOf(DatabaseUnavailable);
  expect(ms).toBeLessThan(1_500);
  expect(await database.row('select 1 as one')).toEqual({ one: 1 });
  expect(await timed(database.begin((sql) => sql.rows('select pg_sleep(5)')))).toMatchObject({
    failure: expect.any(DatabaseUnavailable),
  });
  expect(await database.row('select 1 as one')).toEqual({ one: 1 });
  expect(database.load()).toEqual({ connections: 1, idle: 1, waiting: 0 });
});

it('a row that stays locked is given up as unavailable', async () => {
  const database = open({ connections: 2, lockMs: 150 });
  await database.rows('create table locked as select 1 as id');
  await database.begin(async (sql) => {
    await sql.rows('select id from locked for update');
    const { failure, ms } = await timed(database.rows('update locked set id = 2'));
    expect(failure).toBeInstanceOf(DatabaseUnavailable);
    expect(ms).toBeLessThan(1_500);
  });
});

it('a server that no longer answers at all is given up as unavailable, and its connection dropped', async () => {
  const database = open({ connections: 2, statementMs: 100 });
  const pid = (await database.row<{ pid: number }>('select pg_backend_pid() as pid'))?.pid ?? 0;
  process.kill(pid, 'SIGSTOP');
  try {
    const { failure, ms } = await timed(database.rows('select 1'));
    expect(failure).toBeInstanceOf(DatabaseUnavailable);
    expect(ms).toBeLessThan(4_000);
    expect(await database.row('select pg_backend_pid() as pid')).not.toEqual({ pid });
  } finally {
    process.kill(pid, 'SIGCONT');
  }
});

it('one more than may wait for a connection is refused at once, and those who wait are served', async () => {
  const database = open({ waiting: 2 });
  let free = () => {};
  const held = new Promise<void>((resolve) => (free = resolve));
  const holder = database.begin(async (sql) => {
    await sql.rows('select 0');
    await held;
  });
  try {
    await eventually(() => database.load().connections === 1);
    const waiting = [1, 2].map((n) => database.row<{ n: number }>('select $1::int as n', [n]));
    expect(database.load().waiting).toBe(2);
    for (const surplus of [database.rows('select 3'), database.begin((sql) => sql.rows('select 4'))]) {
      const failure = surplus.catch((error) => error);
      expect(await Promise.race([failure, nextTurn('waits')])).toBeInstanceOf(DatabaseUnavailable);
    }
    free();
    expect(await Promise.all(waiting)).toEqual([{ n: 1 }, { n: 2 }]);
  } finally {
    free();
    await holder;
  }
});

it('a connection that becomes free goes to the organization that has gone without for longest', async () => {
  const database = open({ connections: 2 });
  const answered: number[] = [];
  const ask = async (organizationId: number) => {
    await database.rows('select $1::integer, pg_sleep(0.02)', [organizationId]);
    answered.push(organizationId);
  };
  const inTransaction = (organizationId: number) =>
    database.begin(async (sql) => {
      await sql.rows('select $1::integer', [organizationId]);
      answered.push(organizationId);
    });
  const many = Array.from({ length: 20 }, () => ask(1));
  await Promise.all([...many, ask(2), inTransaction(3)]);
  expect(answered.indexOf(2)).toBeLessThan(6);
  expect(answered.indexOf(3)).toBeLessThan(6);
});

it('one who waits too long for a connection is refused as unavailable', async () => {
  const database = open({ acquireMs: 200 });
  await database.begin(async (sql) => {
    await sql.rows('select 0');
    const { failure, ms } = await timed(database.rows('select 1'));
    expect(failure).toBeInstanceOf(DatabaseUnavailable);
    expect(ms).toBeGreaterThan(150);
    expect(ms).toBeLessThan(1_500);
  });
  expect(await database.row('select 1 as one')).toEqual({ one: 1 });
});

it('a transaction that does nothing for too long is ended by the server and does not block others', async () => {
  const database = open({ connections: 2, statementMs: 100 });
  await database.rows('create table idle as select 1 as id');
  const begun = database.begin(async (sql) => {
    await sql.rows('select id from idle for update');
    await sleep(600);
    await sql.rows('update idle set id = 2');
  });
  await expect(begun).rejects.toBeInstanceOf(DatabaseUnavailable);
  expect(await database.rows('update idle set id = 3 returning id')).toEqual([{ id: 3 }]);
});

it.each([
  [
    'a socket that is not there',
    { socketDirectory: '/nonexistent', port: 5432, user: 'x', database: 'x', passwordFile: '/nonexistent' },
  ],
  ['a port at which nobody listens', { url: 'postgres://x@127.0.0.1:1/x' }],
])('%s is unavailable', async (_, target) => {
  const database = openDatabase(target);
  await expect(database.rows('select 1')).rejects.toBeInstanceOf(DatabaseUnavailable);
  await expect(database.begin((sql) => sql.rows('select 1'))).rejects.toBeInstanceOf(DatabaseUnavailable);
  await database.close();
});

it('only the server’s codes are taken for SQLSTATEs, not the operating system’s', () => {
  const withCode = (code: string) => Object.assign(new Error('x'), { code });
  for (const code of ['23505', '40P01', '57P01', 'P0001', 'XX000', 'HV00A'])
    expect(sqlState(withCode(code))).toBe(code);
  for (const code of ['EPIPE', 'EBUSY', 'EPERM', 'EROFS', 'ECONNRESET'])
    expect(sqlState(withCode(code))).toBeUndefined();
});

it.each([
  ['postgres://db/leadline?query_timeout=50', 'postgres://db/leadline?'],
  ['postgres://db/leadline?query_timeout=50&sslmode=require', 'postgres://db/leadline?sslmode=require'],
  ['postgres://db/leadline?sslmode=require&query_timeout=50', 'postgres://db/leadline?sslmode=require&'],
  ['postgres://db/query_timeout=1?my_query_timeout=2', 'postgres://db/query_timeout=1?my_query_timeout=2'],
])('of %s no limit of pg’s own is taken over', (url, connectionString) => {
  expect(clientConfig({ url })).toMatchObject({ connectionString });
});
