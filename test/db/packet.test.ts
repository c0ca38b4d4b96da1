import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openDatabase } from '../../src/db/connect.ts';
import type { Database } from '../../src/db/sql.ts';
import { parseTime } from '../../src/db/wire/times.ts';
import { createTestDatabase, type TestDatabase } from '../support/databases.ts';

let own: TestDatabase;
let database: Database;

beforeAll(async () => {
  own = await createTestDatabase({ empty: true });
  database = openDatabase(own.target);
});
afterAll(async () => {
  await database.close();
  await own.drop();
});

describe('what is sent', () => {
  const echo = async (value: unknown, type = 'text') =>
    (await database.row<{ value: unknown }>(`select $1::${type} as value`, [value]))?.value;

  it.each([
    ['nothing', ''],
    ['a short word', 'Asha'],
    ['a short word that is not ASCII', 'आशा राव'],
    ['one ASCII byte before others', 'aé'],
    ['an emoji', '😀'],
    ['text at the edge of what is short', 'x'.repeat(24)],
    ['text beyond it', `${'x'.repeat(24)}é`],
    ['quotes and backslashes', `'"\\\\x00`],
  ])('%s arrives as it is', async (_, text) => {
    expect(await echo(text)).toBe(text);
  });

  it('grows with what it has to hold, and goes on as before', async () => {
    const long = 'é'.repeat(1_500_000);
    expect(await echo(long)).toBe(long);
    expect(await echo('short')).toBe('short');
  });

  it('may be null, a number, a truth, a time, a list, an object or bytes', async () => {
    expect(await echo(null)).toBeNull();
    expect(await echo(undefined)).toBeNull();
    expect(await echo(-1.5, 'float8')).toBe(-1.5);
    expect(await echo(true, 'boolean')).toBe(true);
    const at = new Date('2026-11-16T00:00:00.120Z');
    expect(await echo(at, 'timestamptz')).toEqual(at);
    expect(await echo(['a "b"', null, 'c\\d'], 'text[]')).toEqual(['a "b"', null, 'c\\d']);
    expect(await echo({ a: [1] }, 'jsonb')).toEqual({ a: [1] });
    expect(await echo(Buffer.from([0, 92, 255]), 'bytea')).toEqual(Buffer.from([0, 92, 255]));
  });

  it('is refused where it is more than PostgreSQL can be told', async () => {
    const values = Array.from({ length: 65_536 }, () => 1);
    await expect(database.row('select $1::integer', values)).rejects.toThrow('65535 values at most');
    expect(await echo('next')).toBe('next');
  });
});

describe('times', () => {
  it.each([
    '2026-11-16 00:05:15+00',
    '2026-11-16 00:05:15.1+00',
    '2026-11-16 00:05:15.123+00',
    '2026-11-16 00:05:15.123456+00',
    '1999-12-31 23:59:59.999+00',
    '2026-11-16 05:35:15.123+05:30',
    '0099-01-01 00:00:00+00',
    '12026-01-01 00:00:00+00',
  ])('%s is the moment that PostgreSQL means', async (text) => {
    const row = await database.row<{ ms: string }>('select extract(epoch from $1::timestamptz) * 1000 as ms', [text]);
    expect((parseTime(text) as Date).getTime()).toBe(Math.floor(Number(row?.ms)));
  });

  it('before Christ and without end are read as pg reads them', () => {
    expect((parseTime('0044-03-15 00:00:00+00 BC') as Date).getUTCFullYear()).toBe(-43);
    expect(parseTime('infinity')).toBe(Number.POSITIVE_INFINITY);
  });
});
