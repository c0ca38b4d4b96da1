import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { connectOnce, openDatabase } from '../../src/db/connect.ts';
import { type Database, DatabaseUnavailable, isUniqueViolation } from '../../src/db/sql.ts';
import { createTestDatabase, type TestDatabase } from '../support/databases.ts';

let own: TestDatabase;
let database: Database;
let other: pg.Client;

beforeAll(async () => {
  own = await createTestDatabase({ empty: true });
  database = openDatabase(own.target, { connections: 4, lockMs: 2_000 });
  other = await connectOnce(own.target);
  await other.query('create table things (id integer primary key, note text)');
});
beforeEach(() => other.query('truncate things'));
afterAll(async () => {
  await other.end();
  await database.close();
  await own.drop();
});

const numbers = (count: number) => Array.from({ length: count }, (_, n) => n);
const INSERT = 'insert into things (id, note) values ($1, $2) returning id, txid_current()::text as transaction';
const insert = (id: number, note = 'x') =>
  database.row<{ id: number; transaction: string }>(INSERT, [id, note], 'grouped');
const insertSlowly = (id: number, seconds: number) =>
  database.row(
    'insert into things (id, note) select $1::integer, pg_sleep($2)::text returning id',
    [id, seconds],
    'grouped',
  );
const sleeping = async () =>
  Number(
    (
      await other.query(`select count(*) from pg_stat_activity where datname = current_database()
    and wait_event = 'PgSleep'`)
    ).rows[0].count,
  );
const stored = async () => (await other.query('select id from things order by id')).rows.map(({ id }) => id);
/** Ends every connection but `other`, and lets the news of it arrive. */
const killAll = async () => {
  await other.query(`select pg_terminate_backend(pid, 5000) from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid()`);
  await sleep(50);
};

describe('writes that come at the same time', () => {
  it('are all made, in far fewer transactions than writes', async () => {
    await insert(1_000); // the connection learns the statement
    await insert(1_001);
    const rows = await Promise.all(numbers(100).map((n) => insert(n)));
    expect(rows.map((row) => row?.id)).toEqual(numbers(100));
    expect(new Set(rows.map((row) => row?.transaction)).size).toBeLessThanOrEqual(20);
    expect(await stored()).toEqual([...numbers(100), 1_000, 1_001]);
  });

  it('do not feel each other’s failures', async () => {
    await insert(7);
    const outcomes = await Promise.allSettled(numbers(20).map((n) => insert(n)));
    for (const [n, outcome] of outcomes.entries()) {
      if (n !== 7) expect(outcome).toMatchObject({ status: 'fulfilled', value: { id: n } });
      else expect(outcome.status === 'rejected' && isUniqueViolation(outcome.reason)).toBe(true);
    }
    expect(await stored()).toEqual(numbers(20));
  });

  it('are answered while one of them waits for a lock, which gets it when it is free', async () => {
    await other.query('begin');
    await other.query(`insert into things values (5, 'theirs')`);
    let blocked: 'waits' | 'refused' = 'waits';
    const five = insert(5).catch((error: unknown) => {
      blocked = isUniqueViolation(error) ? 'refused' : blocked;
    });
    const others = Promise.all([1, 2, 3, 4, 6].map((n) => insert(n)));
    expect((await others).map((row) => row?.id)).toEqual([1, 2, 3, 4, 6]);
    expect(blocked).toBe('waits');
    await other.query('commit');
    await five;
    expect(blocked).toBe('refused');
  });

  it('fail together when their connection dies, as a single one would, and the next ones are made', async () => {
    await insertSlowly(1, 0); // the connection learns the statement
    const writes = Promise.allSettled([2, 3, 4].map((n) => insertSlowly(n, 30)));
    await expect.poll(sleeping, { timeout: 5_000 }).toBe(1);
    await killAll();
    for (const outcome of await writes) {
      expect(outcome.status === 'rejected' && outcome.reason instanceof DatabaseUnavailable).toBe(true);
    }
    expect(await stored()).toEqual([1]);
    expect((await insert(9))?.id).toBe(9);
  });

  it('inside a transaction belong to it', async () => {
    const failed = database.begin(async (sql) => {
      await sql.row(INSERT, [1, 'x'], 'grouped');
      expect(await sql.row('select id from things where id = $1', [1], 'short')).toEqual({ id: 1 });
      throw new Error('changed my mind');
    });
    await expect(failed).rejects.toThrow('changed my mind');
    expect(await stored()).toEqual([]);
  });
});

describe('short reads', () => {
  const read = (value: unknown) => database.row<{ n: number }>('select 100 / $1::integer as n', [value], 'short');

  it('all get their own answers, from few connections', async () => {
    const answers = await Promise.all(numbers(500).map((n) => read(n + 1)));
    expect(answers.map((row) => row?.n)).toEqual(numbers(500).map((n) => Math.floor(100 / (n + 1))));
    const { rows } = await other.query(
      `select count(*)::int as n from pg_stat_activity where datname = current_database() and query like '%100 / $1%'
        and pid <> pg_backend_pid()`,
    );
    expect(rows[0].n).toBeLessThanOrEqual(2);
  });

  it('do not feel each other’s failures', async () => {
    const outcomes = await Promise.allSettled([1, 0, 2, 'x', 4].map(read));
    expect(outcomes.map(({ status }) => status)).toEqual([
      'fulfilled',
      'rejected',
      'fulfilled',
      'rejected',
      'fulfilled',
    ]);
  });

  it('go on after their connections have died', async () => {
    await read(1);
    await killAll();
    expect((await read(4))?.n).toBe(25);
  });

  it('read every kind of value as it is', async () => {
    const text = `select $1::bigint as big, $2::timestamptz as at, $3::jsonb as data, $4::text[] as list, $5::bytea as bytes,
                         null::text as nothing`;
    const at = new Date('2026-01-31T09:30:00.123Z');
    const values = ['9007199254740993', at.toISOString(), '{"a":[1]}', ['x', 'y "z"', null], Buffer.from([0, 255])];
    for (const how of ['once', 'short', 'replan', 'grouped'] as const) {
      for (let round = 0; round < 2; round++) {
        expect(await database.row(text, values, how)).toEqual({
          big: '9007199254740993',
          at,
          data: { a: [1] },
          list: ['x', 'y "z"', null],
          bytes: Buffer.from([0, 255]),
          nothing: null,
        });
      }
    }
  });
});
