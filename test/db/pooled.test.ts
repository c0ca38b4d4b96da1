import { afterAll, beforeAll, expect, it } from 'vitest';
import { connectOnce, openDatabase } from '../../src/db/connect.ts';
import { isPooled } from '../../src/db/sessions.ts';
import { type Database, DatabaseUnavailable, type Sql, sqlState } from '../../src/db/sql.ts';
import { createTestDatabase, type TestDatabase } from '../support/databases.ts';

// What is sent through a pooler, on one connection each, so that nothing that is left in a session can hide.
let own: TestDatabase;
let database: Database;
const insert = (sql: Sql, id: number) => sql.row<{ id: number }>('insert into things values ($1) returning id', [id]);
const isLockedOut = (error: unknown) => error instanceof DatabaseUnavailable && sqlState(error.cause) === '55P03';

beforeAll(async () => {
  own = await createTestDatabase({ empty: true });
  database = openDatabase({ ...own.target, pooled: true }, { connections: 1, statementMs: 400, lockMs: 150 });
  await database.rows('create table things (id integer primary key)');
});
afterAll(async () => {
  await database.close();
  await own.drop();
});

const outcomeOf = (work: Promise<unknown>) =>
  work.then(
    () => 'done',
    (error: unknown) => (error instanceof DatabaseUnavailable ? 'unavailable' : error),
  );
type Read = (text: string, values?: readonly unknown[]) => Promise<unknown>;
const kinds: [string, Read][] = [
  ['once', (text, values) => database.row(text, values)],
  ['replan', (text, values) => database.row(text, values, 'replan')],
  ['short', (text, values) => database.shortRow(text, values)],
  ['in a transaction', (text, values) => database.begin((sql) => sql.row(text, values))],
  ['together', (text, values = []) => database.begin(async (sql) => (await sql.together([{ text, values }]))[0][0])],
];

it('every manner of sending a statement answers the same as without a pooler', async () => {
  for (const [, read] of kinds) {
    const texts = [1, 2, 3].map((n) => read(`select $1::text || '${n}' as answer`, ['x']));
    expect(await Promise.all(texts)).toEqual([{ answer: 'x1' }, { answer: 'x2' }, { answer: 'x3' }]);
  }
  const ids = Array.from({ length: 40 }, (_, n) => n);
  for (const round of [0, 100]) {
    const made = await Promise.all(ids.map((id) => insert(database, round + id)));
    expect(made.map((row) => row?.id)).toEqual(ids.map((id) => round + id));
  }
  expect(await outcomeOf(insert(database, 1))).toMatchObject({ code: '23505' });
});

it('nothing is left in the session: no prepared statement, no setting', async () => {
  await database.begin((sql) => sql.rows('select 1'));
  await insert(database, 500);
  for (const [, read] of kinds) {
    await read('select 1');
    expect(await read('select name from pg_prepared_statements')).toBeUndefined();
    // Limits as the session has them, whatever is set for the transaction that asks.
    const changed = await read(
      `select name from pg_settings
        where name in ('statement_timeout', 'lock_timeout') and reset_val is distinct from boot_val
           or name in ('plan_cache_mode', 'enable_sort', 'enable_seqscan') and setting is distinct from boot_val`,
    );
    expect(changed).toBeUndefined();
  }
});

it.each(kinds)('a statement that takes too long is given up by the server itself (%s)', async (_, read) => {
  const slow = (await read('select pg_sleep(20)').catch((error) => error)) as Error;
  expect(slow).toBeInstanceOf(DatabaseUnavailable);
  expect(slow.cause).toMatchObject({ code: '57014' });
});

it('nobody waits for a lock for longer than the limit', async () => {
  const other = await connectOnce(own.target);
  await other.query('begin');
  await other.query('insert into things values (9999)');
  try {
    expect(isLockedOut(await database.begin((sql) => insert(sql, 9_999)).catch((error) => error))).toBe(true);
    expect(isLockedOut(await insert(database, 9_999).catch((error) => error))).toBe(true);
  } finally {
    await other.query('rollback');
    await other.end();
  }
});

it('whoever listens hears nothing, and is not kept waiting for it', async () => {
  const heard: string[] = [];
  const subscription = await database.listen(
    'changes',
    (payload) => heard.push(payload),
    () => {},
  );
  await database.rows(`select pg_notify('changes', 'x')`);
  await subscription.stop();
  expect(heard).toEqual([]);
});

it('a pooler is told from a server', async () => {
  const client = await connectOnce(own.target);
  expect(await isPooled(client)).toBe(own.target.pooled === true);
  await client.end();
});
