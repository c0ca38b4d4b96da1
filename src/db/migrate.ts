import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { QueryConfig } from 'pg';
import { OperatorError } from '../operator-error.ts';
import { buildIndexes, buildsIndexes } from './build-indexes.ts';
import type { Target } from './connect.ts';
import { sqlState } from './sql.ts';
import type { Client } from './wire/client.ts';
import { withConnection } from './with-connection.ts';

export interface Migration {
  version: number;
  name: string;
  checksum: string;
  statements: string[];
}

const DIRECTORY = fileURLToPath(new URL('../../migrations/', import.meta.url));
const LOCK = 4_720_551_901; // any number, the same in every version of Leadline
const LEAST_SERVER = 150_000;
const POLL_MS = 100;
const NOT_NOW = ['55P03', '40P01']; // a lock was not had in time; a deadlock

export interface Patience {
  /** How long a process waits for another one that is migrating, and for tables that are in use. */
  readonly allMs: number;
  /** How long a statement waits for a table at a time. Requests wait behind it, and they wait 3 s at most. */
  readonly lockMs: number;
  /** Until the next attempt: requests go on meanwhile. */
  readonly pauseMs: number;
}

const defaultPatience: Patience = { allMs: 600_000, lockMs: 2_000, pauseMs: 3_000 };
/** How long one statement of a migration may take: on large tables an index takes its time. */
const LONGEST_MS = 3_600_000;

export async function readMigrations(directory = DIRECTORY): Promise<Migration[]> {
  const files = (await readdir(directory)).filter((file) => /^\d{4}_[a-z0-9_]+\.sql$/.test(file)).sort();
  return Promise.all(
    files.map(async (file) => {
      const source = (await readFile(`${directory}/${file}`, 'utf8')).replaceAll('\r\n', '\n');
      return {
        version: Number(file.slice(0, 4)),
        name: file.slice(5, -4),
        checksum: createHash('sha256').update(source).digest('hex'),
        statements: splitStatements(source),
      };
    }),
  );
}

/** A statement ends with a semicolon at the end of a line, outside of `$$`: Citus takes one statement a message. */
export function splitStatements(source: string): string[] {
  const statements: string[] = [];
  let statement = '';
  for (const line of source.split('\n')) {
    statement += `${line}\n`;
    const isInBody = statement.split('$$').length % 2 === 0;
    if (!line.endsWith(';') || isInBody) continue;
    statements.push(statement.trim());
    statement = '';
  }
  return statement.trim() === '' ? statements : [...statements, statement.trim()];
}

/** Brings the schema up to date; answers the migrations that this call applied. Safe to run in many processes at once. */
export async function migrate(
  target: Target,
  migrations?: Migration[],
  { allMs, lockMs, pauseMs }: Patience = defaultPatience,
  onWait: (migration: string) => void = () => {},
): Promise<Migration[]> {
  const wanted = migrations ?? (await readMigrations());
  return withConnection(target, async (client) => {
    await requireServer(client);
    const done = await findApplied(client);
    const isCurrent = wanted.every(({ version, checksum }) => done?.get(version) === checksum);
    if (isCurrent && done?.size === wanted.length) return [];
    const applied: Migration[] = [];
    for (const migration of wanted) {
      const work = () => applyOnce(client, target, wanted, migration);
      if (await retried(migration, () => locked(client, lockMs, allMs, work))) applied.push(migration);
    }
    return applied;
  });

  /** A migration that does not get its table is rolled back and tried again, so that nobody waits behind it for long. */
  async function retried<T>({ version, name }: Migration, attempt: () => Promise<T>): Promise<T> {
    for (const until = Date.now() + allMs; ; await sleep(pauseMs)) {
      try {
        return await attempt();
      } catch (error) {
        if (!NOT_NOW.includes(sqlState(error) ?? '')) throw error;
        onWait(`${version} (${name})`);
        if (Date.now() < until) continue;
        const cause = 'long transactions hold a table that it changes';
        throw new OperatorError(`Migration ${version} (${name}) was given up, because ${cause}; try again later.`);
      }
    }
  }
}

/** Whether any version of Leadline has made its tables here. */
export const isMade = (target: Target): Promise<boolean> =>
  withConnection(target, async (client) => (await findApplied(client)) !== null);

/** One statement of its own, which may take long: two in one text are refused. */
const run = (client: Client, text: string, values: unknown[] = []) =>
  client.query({ text, values, queryMode: 'extended', query_timeout: LONGEST_MS } as QueryConfig);

/** One transaction under one lock, which the transaction holds: so it also works through a connection pooler. */
async function locked<T>(client: Client, lockMs: number, allMs: number, work: () => Promise<T>): Promise<T> {
  for (const until = Date.now() + allMs; ; await sleep(POLL_MS)) {
    await client.query('begin isolation level read committed'); // the snapshot of another would hold up the build of an index
    try {
      await client.query(`set local lock_timeout = ${lockMs}`);
      await client.query(`set local statement_timeout = ${LONGEST_MS}`);
      await client.query('set local idle_in_transaction_session_timeout = 0');
      await client.query(`set local citus.multi_shard_modify_mode = 'sequential'`);
      // Not a statement that waits: its snapshot would hold up an index that the other process builds concurrently.
      const { rows } = await run(client, 'select pg_try_advisory_xact_lock($1) as taken', [LOCK]);
      if (rows[0]?.taken === true) {
        const result = await work();
        await client.query('commit');
        return result;
      }
      await client.query('rollback');
    } catch (error) {
      await client.query('rollback').catch(() => {});
      throw error;
    }
    if (Date.now() < until) continue;
    throw new OperatorError('Another process has been migrating this database for ten minutes; try again later.');
  }
}

async function applyOnce(client: Client, target: Target, wanted: Migration[], migration: Migration): Promise<boolean> {
  const { version, name, checksum, statements } = migration;
  await client.query(
    `create table if not exists schema_migrations (
       version integer not null primary key, name text not null, checksum text not null,
       applied_at timestamptz(3) not null default now())`,
  );
  const done = await findApplied(client);
  refuseNewerSchema([...(done?.keys() ?? [])], wanted);
  const before = done?.get(version);
  if (before === checksum) return false;
  if (before !== undefined) {
    throw new OperatorError(
      `Migration ${version} (${name}) was changed after it was applied to this database; restore the file as it was released.`,
    );
  }
  if (buildsIndexes(statements)) await buildIndexes(target, statements, LONGEST_MS);
  else for (const text of statements) await run(client, text);
  const values = [version, name, checksum];
  await client.query('insert into schema_migrations (version, name, checksum) values ($1, $2, $3)', values);
  return true;
}

/** Checksums by version; null where there is no such table yet. */
async function findApplied(client: Client): Promise<Map<number, string> | null> {
  try {
    const { rows } = await client.query('select version, checksum from schema_migrations');
    return new Map(rows.map(({ version, checksum }) => [version, checksum]));
  } catch (error) {
    if (sqlState(error) === '42P01') return null;
    throw error;
  }
}

function refuseNewerSchema(done: readonly number[], wanted: Migration[]): void {
  const newest = Math.max(0, ...done);
  const known = Math.max(0, ...wanted.map((migration) => migration.version));
  if (newest > known) {
    throw new OperatorError(
      `This database has schema version ${newest}, but this Leadline knows only up to ${known}; start the newer Leadline that made it, or restore a backup.`,
    );
  }
}

async function requireServer(client: Client): Promise<void> {
  const { rows } = await client.query<{ version: string; encoding: string }>(
    `select current_setting('server_version_num') as version, current_setting('server_encoding') as encoding`,
  );
  const [version, encoding] = [Number(rows[0]?.version), rows[0]?.encoding];
  if (!(version >= LEAST_SERVER)) {
    throw new OperatorError(
      `Leadline needs PostgreSQL 15 or newer, but the server is version ${Math.floor(version / 10_000)}.`,
    );
  }
  if (encoding !== 'UTF8') {
    throw new OperatorError(
      `Leadline needs a database in UTF-8, but this one is in ${encoding}; make another one: create database leadline encoding 'UTF8' template template0.`,
    );
  }
}
