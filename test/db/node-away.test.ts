import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openDatabase } from '../../src/db/connect.ts';
import { loadKeys } from '../../src/db/installation.ts';
import { type Database, DatabaseUnavailable, type Sql } from '../../src/db/sql.ts';
import { createOrganization } from '../../src/organization/organizations.ts';
import { createTestDatabase, type TestDatabase } from '../support/databases.ts';

/** What Citus says, on a connection that is well, where a worker is down. */
const refusals = {
  '08006': 'connection to the remote node leadline@10.0.0.2:5432 failed with the following error: Connection refused',
  XX000: 'failure on connection marked as essential: 10.0.0.2:5432',
};

let own: TestDatabase;
let database: Database;
beforeAll(async () => {
  own = await createTestDatabase();
  database = openDatabase(own.target, { connections: 1 });
  await database.rows(
    `create function refuse(code text, words text) returns integer language plpgsql as
       'begin raise exception using errcode = code, message = words; end'`,
  );
});
afterAll(async () => {
  await database.close();
  await own.drop();
});

describe.each(Object.entries(refusals))('a node that is away (%s)', (code, words) => {
  const refuse = (sql: Sql, how: 'row' | 'shortRow' = 'row') => sql[how]('select refuse($1, $2)', [code, words]);

  it.each(['row', 'shortRow'] as const)('is told as such, and costs no connection (%s)', async (how) => {
    const pid = async () => (await database[how]<{ pid: number }>('select pg_backend_pid() as pid, $1::int', [1]))?.pid;
    const before = new Set([await pid(), await pid()]);
    for (let n = 0; n < 5; n++) await expect(refuse(database, how)).rejects.toBeInstanceOf(DatabaseUnavailable);
    expect(before).toContain(await pid());
  });

  it('does not stop a new organization, which gets another id', async () => {
    let tries = 0;
    const begin: Database['begin'] = (work) =>
      database.begin(async (sql) => {
        const made = await work(sql);
        if (++tries < 3) await refuse(sql);
        return made;
      });
    const made = await createOrganization({ ...database, begin }, randomBytes(32), 'Acme');
    expect(tries).toBe(3);
    const rows = await database.rows('select id from organizations where id = $1', [made.organizationId]);
    expect(rows).toHaveLength(1);
  });
});

it('a new organization is not tried again where the whole database is away, and not for ever', async () => {
  const failing = (error: Error) => {
    let tries = 0;
    const begin = () => {
      tries++;
      return Promise.reject(error);
    };
    return createOrganization({ ...database, begin }, randomBytes(32), 'Acme').then(
      () => Number.NaN,
      () => tries,
    );
  };
  const refusal = (severity: string) => Object.assign(new Error('gone'), { code: '08006', severity });
  expect(await failing(new DatabaseUnavailable('gone', { cause: refusal('FATAL') }))).toBe(1);
  expect(await failing(new DatabaseUnavailable('gone', { cause: refusal('ERROR') }))).toBe(20);
});

it('the keys of an installation are read without writing, once they are there', async () => {
  const keys = await loadKeys(database);
  const texts: string[] = [];
  const reading: Sql = {
    rows: (text, values) => {
      texts.push(String(text));
      return database.rows(text, values);
    },
    row: async (text, values) => (await reading.rows<never>(text, values))[0],
    shortRow: (text, values) => reading.row(text, values),
  };
  expect(await loadKeys(reading)).toEqual(keys);
  expect(texts.filter((text) => !text.startsWith('select'))).toEqual([]);
});
