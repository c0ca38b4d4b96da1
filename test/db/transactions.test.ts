import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { connectOnce, openDatabase } from '../../src/db/connect.ts';
import { type Database, DatabaseUnavailable, type Sql, sqlState } from '../../src/db/sql.ts';
import { createTestDatabase, type TestDatabase } from '../support/databases.ts';
import { eventually } from '../support/workplace.ts';

let own: TestDatabase;
let database: Database;
beforeAll(async () => {
  own = await createTestDatabase({ empty: true });
  database = openDatabase(own.target, { connections: 3 });
  await database.rows('create table notes (id int primary key, body text not null)');
});
afterAll(async () => {
  await database.close();
  await own.drop();
});
beforeEach(() => database.rows('truncate notes'));

const write = (sql: Sql, id: number, body = 'x') =>
  sql.rows('insert into notes (id, body) values ($1, $2)', [id, body]);
const written = async () =>
  (await database.rows<{ id: number }>('select id from notes order by id')).map(({ id }) => id);
const backendOf = async (sql: Sql) =>
  (await sql.row<{ pid: number }>('select pg_backend_pid() as pid'))?.pid ?? Number.NaN;

/** Ends a backend from outside, and waits until it is gone. */
async function terminate(pid: number): Promise<void> {
  const client = await connectOnce(own.target);
  await client.query('select pg_terminate_backend($1, 5000)', [pid]);
  await client.end();
}

it('a transaction that ends well is kept and answers what its work answered', async () => {
  const answer = await database.begin(async (sql) => {
    await write(sql, 1);
    await write(sql, 2);
    return 'done';
  });
  expect(answer).toBe('done');
  expect(await written()).toEqual([1, 2]);
});

it('a transaction whose work fails leaves nothing and fails with the very same error', async () => {
  const failure = new Error('thought better of it');
  const begun = database.begin(async (sql) => {
    await write(sql, 1);
    throw failure;
  });
  await expect(begun).rejects.toBe(failure);
  expect(await written()).toEqual([]);
});

it('a refused statement undoes the whole transaction, and keeps its own code', async () => {
  const refused = await database
    .begin(async (sql) => {
      await write(sql, 1);
      await write(sql, 1);
    })
    .catch((error) => error);
  expect(sqlState(refused)).toBe('23505');
  expect(refused).not.toBeInstanceOf(DatabaseUnavailable);
  expect(await written()).toEqual([]);
});

it('a transaction that the server undid is never reported as kept, even where its work went on', async () => {
  const begun = database.begin(async (sql) => {
    await write(sql, 1);
    await write(sql, 1).catch(() => {});
    return 'as if nothing had happened';
  });
  await expect(begun).rejects.toThrow(); // COMMIT of a failed transaction succeeds, and rolls back
  expect(await written()).toEqual([]);
});

it('a backend killed within a transaction fails it as unavailable, and no later statement runs elsewhere', async () => {
  const failures: unknown[] = [];
  const begun = database.begin(async (sql) => {
    await write(sql, 1);
    await terminate(await backendOf(sql));
    for (const id of [2, 3]) await write(sql, id).catch((error) => failures.push(error));
  });
  await expect(begun).rejects.toBeInstanceOf(DatabaseUnavailable);
  expect(failures).toHaveLength(2);
  await eventually(async () => (await database.row('select 1').catch(() => undefined)) !== undefined);
  expect(await written()).toEqual([]);
});

it('a backend killed during a statement fails it as unavailable', async () => {
  let terminated: Promise<void> | undefined;
  const begun = database.begin(async (sql) => {
    const pid = await backendOf(sql);
    terminated = sleep(50).then(() => terminate(pid));
    await sql.rows('select pg_sleep(4)');
  });
  await expect(begun).rejects.toBeInstanceOf(DatabaseUnavailable);
  await terminated;
});

it('the pool recovers when every one of its backends was killed, while idle and at work', async () => {
  const busy = [1, 2].map(() => database.rows('select pg_sleep(4)').catch((error) => error));
  await database.rows('select 1');
  await sleep(50);
  const client = await connectOnce(own.target);
  await client.query(
    'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
  );
  await client.end();
  for (const failure of await Promise.all(busy)) expect(failure).toBeInstanceOf(DatabaseUnavailable);
  await eventually(async () => (await database.row('select 1').catch(() => undefined)) !== undefined, 2_000);
  const answers = await Promise.all([1, 2, 3].map((n) => database.row<{ n: number }>('select $1::int as n', [n])));
  expect(answers).toEqual([{ n: 1 }, { n: 2 }, { n: 3 }]);
});

it('work that is left behind by its transaction cannot write any more', async () => {
  let straggler: Promise<unknown> = Promise.resolve();
  const begun = database.begin(async (sql) => {
    straggler = sleep(30).then(() => write(sql, 1));
    straggler.catch(() => {});
    throw new Error('failed meanwhile');
  });
  await expect(begun).rejects.toThrow('failed meanwhile');
  await expect(straggler).rejects.toThrow();
  expect(await written()).toEqual([]);
});

it('work that is left behind cannot write into another’s transaction', async () => {
  const single = openDatabase(own.target, { connections: 1 });
  try {
    let straggle = () => Promise.resolve<unknown>(undefined);
    await single.begin(async (sql) => {
      straggle = () => write(sql, 1);
    });
    await single.begin(async (sql) => {
      await write(sql, 2);
      await straggle().catch(() => {});
    });
    expect(await written()).toEqual([2]);
  } finally {
    await single.close();
  }
});
