import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openDatabase } from '../../src/db/connect.ts';
import type { Database } from '../../src/db/sql.ts';
import { createTestDatabase, type TestDatabase } from '../support/databases.ts';

let own: TestDatabase;
let database: Database;

beforeAll(async () => {
  own = await createTestDatabase({ empty: true });
  database = openDatabase(own.target, { connections: 2 });
});
afterAll(async () => {
  await database.close();
  await own.drop();
});

/** Around the length from which fields arrive as bytes, and longer than a packet of a socket. */
const LENGTHS = [1, 2_047, 2_048, 2_049, 300_000];
const ways = {
  'on a connection of the pool': (text: string, values: unknown[]) => database.row<Row>(text, values),
  'as a short read': (text: string, values: unknown[]) => database.shortRow<Row>(text, values),
  'in a transaction': (text: string, values: unknown[]) => database.begin((sql) => sql.row<Row>(text, values)),
};
interface Row {
  value: unknown;
}

describe.each(Object.entries(ways))('a field %s', (_name, read) => {
  it.each(LENGTHS)('of %i letters is a text, whatever its script', async (length) => {
    for (const letter of ['a', 'é', 'आ', '🙂']) {
      const value = letter.repeat(length);
      expect((await read('select $1::text as value', [value]))?.value).toBe(value);
    }
  });

  it.each(LENGTHS)('of %i letters is bytes, if its column says so', async (length) => {
    for (const letter of ['a', 'आ']) {
      const row = (await read('select $1::text as value_utf8', [letter.repeat(length)])) as unknown as {
        value_utf8: Buffer;
      };
      expect(row.value_utf8.equals(Buffer.from(letter.repeat(length)))).toBe(true);
    }
  });

  it('is parsed by its type, however long', async () => {
    const numbers = Array.from({ length: 2_000 }, (_, n) => n);
    expect((await read('select $1::integer[] as value', [numbers]))?.value).toEqual(numbers);
    expect((await read('select to_jsonb($1::integer[]) as value', [numbers]))?.value).toEqual(numbers);
    expect((await read('select null::text as value', []))?.value).toBe(null);
    expect(await read('select null::text as value_utf8', [])).toEqual({ value_utf8: null });
  });
});

it('keeps the bytes of one answer when the next ones come', async () => {
  const letters = [...'abcdefghij'];
  const rows = await Promise.all(
    letters.map((letter) =>
      database.shortRow<{ value_utf8: Buffer }>('select repeat($1, 30000) as value_utf8', [letter]),
    ),
  );
  for (const [n, letter] of letters.entries()) expect(rows[n]?.value_utf8.toString()).toBe(letter.repeat(30_000));
});

it('leaves messages of errors readable', async () => {
  const failed = database.rows(`do $$ begin raise exception 'नहीं: %', repeat('x', 3000); end $$`);
  await expect(failed).rejects.toThrow(`नहीं: ${'x'.repeat(3_000)}`);
});
