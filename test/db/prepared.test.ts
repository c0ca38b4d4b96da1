import { afterAll, beforeAll, expect, it } from 'vitest';
import { openDatabase } from '../../src/db/connect.ts';
import { type Database, sqlState } from '../../src/db/sql.ts';
import { MOST_PREPARED } from '../../src/db/wire/prepared.ts';
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

interface Kept {
  statement: string;
  calls: number;
  prepare_time: Date;
}

/** What the pool's only connection keeps. */
const kept = async (): Promise<Kept[]> =>
  (
    await database.rows<Kept>(
      'select statement, prepare_time, (generic_plans + custom_plans)::integer as calls from pg_prepared_statements',
    )
  ).filter(({ statement }) => !statement.includes('pg_prepared_statements'));

it('a connection keeps a bounded number of statements, and those in steady use', async () => {
  const hot = `select 'hot' as name`;
  for (let n = 0; n < 5 * MOST_PREPARED; n++) {
    expect(await database.row(`select ${n} as n`)).toEqual({ n });
    if (n % 10 === 0) expect(await database.row(hot)).toEqual({ name: 'hot' });
  }
  const now = await kept();
  expect(now.length).toBeLessThanOrEqual(MOST_PREPARED);
  expect(now.length).toBeGreaterThan(MOST_PREPARED / 2);
  // Prepared once, and never closed meanwhile.
  expect(now.find(({ statement }) => statement === hot)?.calls).toBe((5 * MOST_PREPARED) / 10);
});

it('a pipelined connection keeps a bounded number of statements', async () => {
  for (let n = 0; n < 5 * MOST_PREPARED; n++)
    expect(await database.shortRow(`select ${n} as short`)).toEqual({ short: n });
  const count = await database.shortRow<{ n: number }>('select count(*)::integer as n from pg_prepared_statements');
  expect(count?.n).toBeLessThanOrEqual(MOST_PREPARED);
  expect(count?.n).toBeGreaterThan(MOST_PREPARED / 2);
});

it('a statement that was let go for others is prepared again, also past a thousand other texts', async () => {
  const text = 'select $1::integer + 1 as n';
  expect(await database.row(text, [1])).toEqual({ n: 2 });
  for (let n = 0; n < 1_200; n++) await database.rows(`select ${n} as others`);
  expect(await database.row(text, [2])).toEqual({ n: 3 });
  expect((await kept()).map(({ statement }) => statement)).toContain(text);
});

it('a statement whose preparation failed is prepared again when it can be', async () => {
  const text = 'select id from later';
  const ways = [() => database.row(text), () => database.shortRow(text)];
  for (const read of ways) {
    const refused = await Promise.allSettled([1, 2, 3].map(read));
    for (const outcome of refused) expect(outcome.status).toBe('rejected');
  }
  await database.rows('create table later as select 7 as id');
  for (const read of ways) expect(await read()).toEqual({ id: 7 });
});

it('statements that a failed round trip prepared are prepared again', async () => {
  const texts = ['select 11 as n', 'select 1 / $1::integer as n', 'select 13 as n'];
  const send = (divisor: number) =>
    database.begin((sql) => sql.together(texts.map((text, n) => ({ text, values: n === 1 ? [divisor] : [] }))));
  expect(sqlState(await send(0).catch((error) => error))).toBe('22012');
  expect(await send(1)).toEqual([[{ n: 11 }], [{ n: 1 }], [{ n: 13 }]]);
});

it('a statement that fails by its values stays prepared', async () => {
  const text = 'select 1 / $1::integer as n';
  const preparedAt = async () => (await kept()).find(({ statement }) => statement === text)?.prepare_time.toISOString();
  expect(await database.row(text, [1])).toEqual({ n: 1 });
  const before = await preparedAt();
  for (let n = 0; n < 3; n++) expect(sqlState(await database.row(text, [0]).catch((error) => error))).toBe('22012');
  expect(await database.row(text, [1])).toEqual({ n: 1 });
  expect(before).toBeDefined();
  expect(await preparedAt()).toBe(before);
});

it('a round trip of more statements than a connection keeps is answered', async () => {
  const queries = Array.from({ length: 2 * MOST_PREPARED }, (_, n) => ({
    text: `insert into things values ($1 + ${n}) returning id`,
    values: [0],
  }));
  for (const first of [10_000, 20_000]) {
    const answers = await database.begin((sql) => sql.together(queries.map(({ text }) => ({ text, values: [first] }))));
    expect(answers).toEqual(queries.map((_, n) => [{ id: first + n }]));
  }
});
