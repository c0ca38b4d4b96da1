import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { connectOnce, openDatabase } from '../../src/db/connect.ts';
import { type Database, DatabaseUnavailable } from '../../src/db/sql.ts';
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
/** Ends every connection but `other`, and lets the news of it arrive. */
const killAll = async () => {
  await other.query(`select pg_terminate_backend(pid, 5000) from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid()`);
  await sleep(50);
};

describe('short reads', () => {
  const read = (value: unknown) => database.shortRow<{ n: number }>('select 100 / $1::integer as n', [value]);

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

  it('of one organization wait for each other, those of another do not wait for all of them', async () => {
    const readSlowly = (organizationId: number) =>
      database.shortRow<{ n: number }>('select $1::integer as n, pg_sleep(0.02)', [organizationId]);
    let answered = 0;
    const many = numbers(120).map(async () => {
      const row = await readSlowly(1);
      answered++;
      return row?.n;
    });
    expect((await readSlowly(2))?.n).toBe(2);
    expect(answered).toBeLessThan(60);
    expect(await Promise.all(many)).toEqual(numbers(120).map(() => 1));
  });

  it('beyond those that may wait are refused', async () => {
    const few = openDatabase(own.target, { connections: 1, waiting: 5 });
    const outcomes = await Promise.allSettled(numbers(50).map(() => few.shortRow('select $1::integer', [1])));
    const refused = outcomes.flatMap((one) => (one.status === 'rejected' ? [one.reason] : []));
    expect(refused).toHaveLength(50 - 32 - 5);
    for (const error of refused) expect(error).toBeInstanceOf(DatabaseUnavailable);
    await few.close();
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
    const read = {
      big: '9007199254740993',
      at,
      data: { a: [1] },
      list: ['x', 'y "z"', null],
      bytes: Buffer.from([0, 255]),
      nothing: null,
    };
    for (let round = 0; round < 2; round++) {
      for (const how of [undefined, 'replan'] as const) expect(await database.row(text, values, how)).toEqual(read);
      expect(await database.shortRow(text, values)).toEqual(read);
      expect(await database.begin((sql) => sql.together([{ text, values }]))).toEqual([[read]]);
    }
  });

  it('are refused, and not forgotten, where the database is closed before it is open', async () => {
    const closing = openDatabase(own.target);
    const outcome = closing.shortRow('select 1').then(
      () => 'found',
      (error: unknown) => (error instanceof DatabaseUnavailable ? 'refused' : error),
    );
    await Promise.resolve();
    await closing.close();
    expect(await outcome).toBe('refused');
    await expect(closing.shortRow('select 1')).rejects.toThrow(DatabaseUnavailable);
  });

  it('inside a transaction belong to it', async () => {
    const failed = database.begin(async (sql) => {
      await sql.rows('insert into things values ($1)', [1]);
      expect(await sql.shortRow('select id from things where id = $1', [1])).toEqual({ id: 1 });
      throw new Error('changed my mind');
    });
    await expect(failed).rejects.toThrow('changed my mind');
    expect((await other.query('select id from things')).rows).toEqual([]);
  });
});
