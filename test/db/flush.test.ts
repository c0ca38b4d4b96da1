import { afterAll, beforeAll, expect, it } from 'vitest';
import { openDatabase } from '../../src/db/connect.ts';
import { type Database, DatabaseUnavailable } from '../../src/db/sql.ts';
import { ask } from '../support/catalog.ts';
import { createTestDatabase, type TestDatabase } from '../support/databases.ts';
import { eventually } from '../support/workplace.ts';

let own: TestDatabase;
let database: Database;

beforeAll(async () => {
  own = await createTestDatabase();
  database = openDatabase(own.target);
});
afterAll(async () => {
  await database.close();
  await own.drop();
});

/** As when the server crashes and is back at once: its connections have ended, and new ones work. */
const breakConnections = () =>
  ask(
    own.target,
    `select pg_terminate_backend(pid, 20000) from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid() and backend_type = 'client backend'`,
  );

it('a flush vouches for what was committed before it', async () => {
  await database.beginUnflushed((sql) => sql.rows('select 1'));
  await expect(database.flush()).resolves.toBeUndefined();
});

it('a flush after the server was away does not vouch for what was committed before that', async () => {
  const since = performance.now();
  await database.beginUnflushed((sql) => sql.rows('select 1'));
  await breakConnections();
  // The flush itself may meet a broken connection; then it fails anyway. Here it must fail although it works.
  await eventually(async () => (await database.rows('select 1').catch(() => [])).length === 1);
  await expect(database.flush(since)).rejects.toThrow(DatabaseUnavailable);
  await expect(database.flush()).resolves.toBeUndefined();
});
