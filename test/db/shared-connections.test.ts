import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { bulk } from '../../src/db/bulk.ts';
import { connectOnce, openDatabase } from '../../src/db/connect.ts';
import type { Lookup } from '../../src/db/lookup.ts';
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
const INSERT = bulk(
  { id: 'integer', note: 'text' },
  `made as (
     insert into things (id, note) select id, coalesce($1, note) from given
     returning id, txid_current()::text as transaction, pg_backend_pid() as pid
   )
   select n, id, transaction, pid, (select count(*)::integer from given) as rows from made join given using (id)`,
);
interface Inserted {
  id: number;
  transaction: string;
  pid: number;
  /** How many its statement was given. */
  rows: number;
}
const insert = (id: number, shared: string | null = null) => database.row<Inserted>(INSERT, [shared, id, 'x']);
const SLOW = bulk(
  { id: 'integer', seconds: 'float' },
  `made as (insert into things (id, note) select id, pg_sleep(seconds)::text || $1::text from given returning id)
   select n from made join given using (id)`,
);
const insertSlowly = (id: number, seconds: number) => database.row(SLOW, [null, id, seconds]);
/** Changes a thing only where it still has this note. */
const UPDATE = bulk(
  { id: 'integer', old: 'text', note: 'text' },
  `changed as (
     update things set note = $1::text || given.note from given where things.id = given.id and things.note = given.old
     returning given.n
   )
   select n from changed`,
);
const update = (id: number, old: string, note: string) => database.row<{ n: number }>(UPDATE, ['', id, old, note]);
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

  it('are written by few statements, each its own row', async () => {
    for (let size = 1; size <= 8; size++) await Promise.all(numbers(size).map((n) => insert(100 * size + n)));
    const rows = await Promise.all(numbers(50).map((n) => insert(n)));
    expect(rows.map((row) => row?.id)).toEqual(numbers(50));
    expect(Math.max(...rows.map((row) => row?.rows ?? 0))).toBeGreaterThan(4);
    expect(Math.max(...rows.map((row) => row?.rows ?? 0))).toBeLessThanOrEqual(8);
  });

  it('go by statements of their own where they have nothing in common', async () => {
    await Promise.all(numbers(30).map((n) => insert(n, `shared ${n % 3}`)));
    const { rows } = await other.query('select id, note from things order by id');
    expect(rows).toEqual(numbers(30).map((id) => ({ id, note: `shared ${id % 3}` })));
  });

  it('answer nothing where nothing was written, and one alone where two want the same', async () => {
    await Promise.all(numbers(6).map((n) => insert(n)));
    const first = await Promise.all(numbers(6).map((n) => update(n, n === 3 ? 'y' : 'x', `new ${n}`)));
    expect(first.map((row) => row !== undefined)).toEqual([true, true, true, false, true, true]);
    const racing = await Promise.all(numbers(6).map((n) => update(3, 'x', `mine ${n}`)));
    const winners = numbers(6).filter((n) => racing[n] !== undefined);
    expect(winners).toHaveLength(1);
    expect((await other.query('select note from things where id = 3')).rows).toEqual([{ note: `mine ${winners[0]}` }]);
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
    // More than one group takes: the second stands behind the first on the same connection.
    const writes = Promise.allSettled(numbers(16).map((n) => insertSlowly(n + 2, 30)));
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
      await sql.row(INSERT, [null, 1, 'x']);
      expect(await sql.row('select id from things where id = $1', [1], 'short')).toEqual({ id: 1 });
      throw new Error('changed my mind');
    });
    await expect(failed).rejects.toThrow('changed my mind');
    expect(await stored()).toEqual([]);
  });
});

describe('rows that are looked for at the same time', () => {
  const text = (keys: string) =>
    `select id, note, (count(*) over ())::integer as together from things where note = $1 and id = ${keys}`;
  const FIND: Lookup = { key: 'id', one: text('$2'), many: text('any($2)') };
  interface Found {
    id: number;
    note: string;
    together: number;
  }
  const find = (id: unknown, note = 'x') => database.row<Found>(FIND, [note, id]);
  beforeEach(() =>
    other.query(
      `insert into things select n, case when n < 100 then 'x' else 'y' end from generate_series(0, 199) as n`,
    ),
  );

  it('are found by few statements, each by who looks for it', async () => {
    const found = await Promise.all(numbers(100).map((n) => find(n)));
    expect(found.map((row) => row?.id)).toEqual(numbers(100));
    expect(found.map((row) => row?.together)).toEqual([...Array(96).fill(8), ...Array(4).fill(4)]);
  });

  it('are found by those alone who may see them', async () => {
    const found = await Promise.all([find(1), find(1, 'y'), find(150), find(150, 'y'), find(1), find(9_999)]);
    expect(found.map((row) => row && [row.id, row.note])).toEqual([
      [1, 'x'],
      undefined,
      undefined,
      [150, 'y'],
      [1, 'x'],
      undefined,
    ]);
  });

  it('do not feel each other’s failures', async () => {
    const outcomes = await Promise.allSettled([find(1), find('no number'), find(3)]);
    expect(outcomes.map((outcome) => (outcome.status === 'fulfilled' ? outcome.value?.id : 'rejected'))).toEqual([
      1,
      'rejected',
      3,
    ]);
  });

  it('are found after their connections have died', async () => {
    await find(1);
    await killAll();
    expect((await Promise.all([find(4), find(5)])).map((row) => row?.id)).toEqual([4, 5]);
  });

  it('are refused, and not forgotten, where the database is closed before it is open', async () => {
    const closing = openDatabase(own.target);
    const found = closing.row(FIND, ['x', 1]);
    const outcome = found.then(
      () => 'found',
      (error: unknown) => (error instanceof DatabaseUnavailable ? 'refused' : error),
    );
    await Promise.resolve();
    await closing.close();
    expect(await outcome).toBe('refused');
    await expect(closing.row(FIND, ['x', 1])).rejects.toThrow(DatabaseUnavailable);
  });

  it('inside a transaction are looked for in it', async () => {
    const found = await database.begin(async (sql) => {
      await sql.rows(`update things set note = 'mine' where id = 7`);
      return sql.row<Found>(FIND, ['mine', 7]);
    });
    expect(found).toEqual({ id: 7, note: 'mine', together: 1 });
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
    const read = {
      big: '9007199254740993',
      at,
      data: { a: [1] },
      list: ['x', 'y "z"', null],
      bytes: Buffer.from([0, 255]),
      nothing: null,
    };
    const types = { big: 'bigint', at: 'timestamptz', data: 'jsonb', list: 'text[]', bytes: 'bytea' };
    const many = bulk(types, 'nothing as (select $1::text as nothing) select given.*, nothing from given, nothing');
    for (let round = 0; round < 2; round++) {
      for (const how of ['once', 'short', 'replan'] as const) {
        expect(await database.row(text, values, how)).toEqual(read);
      }
      expect(await database.row(many, [null, ...values])).toEqual({ n: 0, ...read });
    }
  });
});
