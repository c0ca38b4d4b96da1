import { afterAll, beforeAll, expect, it } from 'vitest';
import { bulk } from '../../src/db/bulk.ts';
import { openDatabase } from '../../src/db/connect.ts';
import { MOST_PREPARED } from '../../src/db/prepared.ts';
import { type Database, type Planning, sqlState } from '../../src/db/sql.ts';
import { createTestDatabase, type TestDatabase } from '../support/databases.ts';

let own: TestDatabase;
let database: Database;

beforeAll(async () => {
  own = await createTestDatabase({ empty: true });
  database = openDatabase(own.target, { connections: 1 });
  await database.rows('create table things (id integer primary key)');
});
afterAll(async () => {
  await database.close();
  await own.drop();
});

/** What the connection keeps that this statement is sent on. */
const kept = async (planning: Planning) =>
  (
    await database.rows<{ statement: string; calls: number; prepare_time: Date }>(
      'select statement, prepare_time, (generic_plans + custom_plans)::integer as calls from pg_prepared_statements',
      [],
      planning,
    )
  ).filter(({ statement }) => !statement.includes('pg_prepared_statements'));

it.each([
  ['once', 1],
  ['short', 2],
] as const)('a connection keeps a bounded number of statements, and those in steady use (%s)', async (how, lines) => {
  const hot = `select 'hot ${how}' as name`;
  for (let n = 0; n < 5 * MOST_PREPARED; n++) {
    expect(await database.row(`select ${n} as n, '${how}' as how`, [], how)).toEqual({ n, how });
    if (n % 10 === 0) expect(await database.row(hot, [], how)).toEqual({ name: `hot ${how}` });
  }
  const now = await kept(how);
  expect(now.length).toBeLessThanOrEqual(MOST_PREPARED);
  expect(now.length).toBeGreaterThan(MOST_PREPARED / 2);
  const [found] = now.filter(({ statement }) => statement === hot);
  if (lines === 1) expect(found?.calls).toBe((5 * MOST_PREPARED) / 10); // prepared once, and never closed meanwhile
});

it('a statement that was let go for others is prepared again, also past a thousand other texts', async () => {
  const text = 'select $1::integer + 1 as n';
  expect(await database.row(text, [1])).toEqual({ n: 2 });
  for (let n = 0; n < 1_200; n++) await database.rows(`select ${n} as others`);
  expect(await database.row(text, [2])).toEqual({ n: 3 });
  expect((await kept('once')).map(({ statement }) => statement)).toContain(text);
});

it('a statement whose preparation failed is prepared again when it can be', async () => {
  const text = 'select id from later';
  for (const how of ['once', 'short'] as const) {
    const refused = await Promise.allSettled([1, 2, 3].map(() => database.rows(text, [], how)));
    for (const outcome of refused) expect(outcome.status).toBe('rejected');
  }
  await database.rows('create table later as select 7 as id');
  for (const how of ['once', 'short'] as const) expect(await database.row(text, [], how)).toEqual({ id: 7 });
});

it('a statement that fails by its values stays prepared', async () => {
  const text = 'select 1 / $1::integer as n';
  const preparedAt = async () =>
    (await kept('once')).find(({ statement }) => statement === text)?.prepare_time.toISOString();
  expect(await database.row(text, [1])).toEqual({ n: 1 });
  const before = await preparedAt();
  for (let n = 0; n < 3; n++) expect(sqlState(await database.row(text, [0]).catch((error) => error))).toBe('22012');
  expect(await database.row(text, [1])).toEqual({ n: 1 });
  expect(before).toBeDefined();
  expect(await preparedAt()).toBe(before);
});

it('writes of more shapes than a connection keeps are all made', async () => {
  const shapes = Array.from({ length: 2 * MOST_PREPARED }, (_, n) =>
    bulk(
      { id: 'integer' },
      `made as (insert into things select id + $1::integer from given returning id)
       select n, made.id, ${n} as shape from made join given on made.id = given.id + $1::integer`,
    ),
  );
  for (let round = 0; round < 2; round++) {
    const ids = await Promise.all(
      shapes.map(async (shape, n) => (await database.row<{ id: number }>(shape, [10_000 * round, n]))?.id),
    );
    expect(ids).toEqual(shapes.map((_, n) => 10_000 * round + n));
  }
});
