import { afterAll, beforeAll, expect, it } from 'vitest';
import { openDatabase } from '../../src/db/connect.ts';
import { type Database, DatabaseUnavailable, type Sql } from '../../src/db/sql.ts';
import { createTestDatabase, type TestDatabase } from '../support/databases.ts';

let own: TestDatabase;
let database: Database;
beforeAll(async () => {
  own = await createTestDatabase({ empty: true });
  database = openDatabase(own.target, { connections: 4 });
  await database.rows('create table counters (id int primary key, value int not null)');
  await database.rows('insert into counters values (1, 0), (2, 0), (3, 0), (4, 0)');
});
afterAll(async () => {
  await database.close();
  await own.drop();
});

const add = (sql: Sql, id: number) => sql.rows('update counters set value = value + 1 where id = $1', [id]);
const countOf = async (sql: Sql, id: number) =>
  (await sql.row<{ value: number }>('select value from counters where id = $1', [id]))?.value;
const fail = (sql: Sql, code: string) =>
  sql.rows(`do $$ begin raise exception 'on purpose' using errcode = '${code}'; end $$`);

/** Makes the first run of several pieces of work wait for each other; runs after that go straight on. */
function meeting(size: number): () => Promise<void> {
  let come = 0;
  let open = () => {};
  const all = new Promise<void>((resolve) => (open = resolve));
  return () => {
    if (++come === size) open();
    return all;
  };
}

it('two transactions that lock the same rows crosswise both succeed, each once', async () => {
  const met = meeting(2);
  let runs = 0;
  const addBoth = (first: number, second: number) =>
    database.begin(async (sql) => {
      runs++;
      await add(sql, first);
      await met();
      await add(sql, second);
    });
  await Promise.all([addBoth(1, 2), addBoth(2, 1)]);
  // Three, unless the one that is run again takes its first row before the other has woken up: then they meet once more.
  expect(runs).toBeGreaterThanOrEqual(3);
  expect([await countOf(database, 1), await countOf(database, 2)]).toEqual([2, 2]);
});

it('transactions that cannot be put in an order are run again until they can', async () => {
  const met = meeting(2);
  const copy = (from: number, to: number) =>
    database.begin(async (sql) => {
      await sql.rows('set transaction isolation level serializable');
      const value = (await countOf(sql, from)) ?? 0;
      await met();
      await sql.rows('update counters set value = $2 where id = $1', [to, value + 1]);
    });
  await Promise.all([copy(3, 4), copy(4, 3)]);
  expect([await countOf(database, 3), await countOf(database, 4)].sort()).toEqual([1, 2]);
});

it.each(['40001', '40P01'])('a transaction refused with %s for ever is given up as unavailable', async (code) => {
  let runs = 0;
  const begun = database.begin(async (sql) => {
    runs++;
    await fail(sql, code);
  });
  await expect(begun).rejects.toBeInstanceOf(DatabaseUnavailable);
  expect(runs).toBeGreaterThan(1);
  expect(runs).toBeLessThan(10);
});

it('other failures are not tried again', async () => {
  let runs = 0;
  const begun = database.begin(async (sql) => {
    runs++;
    await fail(sql, '23514');
  });
  await expect(begun).rejects.toMatchObject({ code: '23514' });
  expect(runs).toBe(1);
});
