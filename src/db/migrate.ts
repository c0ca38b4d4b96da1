import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { QueryConfig } from 'pg';
import { connectOnce, type Target } from './connect.ts';
import { splitStatements } from './split-statements.ts';
import { sqlState } from './sql.ts';

type Client = Awaited<ReturnType<typeof connectOnce>>;

export interface Migration {
  version: number;
  name: string;
  checksum: string;
  statements: string[];
}

/** The database cannot be used by this version; the message is one sentence for the operator. */
export class MigrationError extends Error {
  override name = 'MigrationError';
}

const DIRECTORY = fileURLToPath(new URL('../../migrations/', import.meta.url));
const LOCK = 4_720_551_901; // any number, the same in every version of Leadline
const LEAST_SERVER = 150_000;
/** How long a process waits for another one that is migrating, and a statement for its locks. */
const PATIENCE_MS = 600_000;
const RETRY_MS = 100;
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
        get statements() {
          return splitStatements(source); // 20 to 40 ms for all files, which most starts do not need
        },
      };
    }),
  );
}

/** Brings the schema up to date; answers the migrations that this call applied. Safe to run in many processes at once. */
export async function migrate(target: Target, migrations?: Migration[]): Promise<Migration[]> {
  const wanted = migrations ?? (await readMigrations());
  const client = await connectOnce(target);
  try {
    await requireServerVersion(client);
    if (await isCurrent(client, wanted)) return [];
    await locked(client, async () => {
      await client.query(
        `create table if not exists schema_migrations (
           version integer not null primary key, name text not null, checksum text not null,
           applied_at timestamptz(3) not null default now())`,
      );
    });
    const applied: Migration[] = [];
    for (const migration of wanted) {
      if (await locked(client, () => applyOnce(client, wanted, migration))) applied.push(migration);
    }
    return applied;
  } finally {
    await client.end();
  }
}

/** Whether any version of Leadline has made its tables here. */
export async function isMade(target: Target): Promise<boolean> {
  const client = await connectOnce(target);
  try {
    return (await findApplied(client)) !== null;
  } finally {
    await client.end();
  }
}

/** Most starts find nothing to do. One statement says so; with the lock it takes seven for each migration. */
async function isCurrent(client: Client, wanted: Migration[]): Promise<boolean> {
  const done = await findApplied(client);
  if (done?.size !== wanted.length) return false;
  return wanted.every(({ version, checksum }) => done.get(version)?.checksum === checksum);
}

/** Null where there is no such table yet. */
async function findApplied(client: Client): Promise<Map<number, { checksum: string }> | null> {
  return readApplied(client).catch((error) => {
    if (sqlState(error) === '42P01') return null;
    throw error;
  });
}

/**
 * One transaction under one lock. The lock is held by the transaction, so it also works through a connection pooler; a
 * process that comes late asks again, and finds the work done.
 */
async function locked<T>(client: Client, work: () => Promise<T>): Promise<T> {
  for (const deadline = Date.now() + PATIENCE_MS; ; ) {
    const outcome = await tryLocked(client, work);
    if (outcome !== null) return outcome.result;
    if (Date.now() > deadline) {
      throw new MigrationError('Another process has been migrating this database for ten minutes; try again later.');
    }
    await sleep(RETRY_MS);
  }
}

/** Null where another process holds the lock. */
async function tryLocked<T>(client: Client, work: () => Promise<T>): Promise<{ result: T } | null> {
  await client.query('begin');
  try {
    await client.query(`set local lock_timeout = ${PATIENCE_MS}`);
    await client.query(`set local statement_timeout = ${LONGEST_MS}`);
    await client.query(`set local citus.multi_shard_modify_mode = 'sequential'`);
    const { rows } = await client.query<{ taken: boolean }>('select pg_try_advisory_xact_lock($1) as taken', [LOCK]);
    const outcome = rows[0]?.taken ? { result: await work() } : null;
    await client.query('commit');
    return outcome;
  } catch (error) {
    await client.query('rollback').catch(() => {});
    throw error;
  }
}

async function applyOnce(client: Client, wanted: Migration[], migration: Migration): Promise<boolean> {
  const done = await readApplied(client);
  refuseNewerSchema(done, wanted);
  const before = done.get(migration.version);
  if (before !== undefined) {
    if (before.checksum !== migration.checksum) {
      throw new MigrationError(
        `Migration ${migration.version} (${migration.name}) was changed after it was applied to this database; restore the file as it was released.`,
      );
    }
    return false;
  }
  for (const text of migration.statements) await client.query({ text, query_timeout: LONGEST_MS } as QueryConfig);
  await client.query('insert into schema_migrations (version, name, checksum) values ($1, $2, $3)', [
    migration.version,
    migration.name,
    migration.checksum,
  ]);
  return true;
}

async function readApplied(client: Client): Promise<Map<number, { checksum: string }>> {
  const { rows } = await client.query<{ version: number; checksum: string }>(
    'select version, checksum from schema_migrations',
  );
  return new Map(rows.map((row) => [row.version, row]));
}

function refuseNewerSchema(done: Map<number, unknown>, wanted: Migration[]): void {
  const newest = Math.max(0, ...done.keys());
  const known = Math.max(0, ...wanted.map((migration) => migration.version));
  if (newest > known) {
    throw new MigrationError(
      `This database has schema version ${newest}, but this Leadline knows only up to ${known}; start the newer Leadline that made it, or restore a backup.`,
    );
  }
}

async function requireServerVersion(client: Client): Promise<void> {
  const { rows } = await client.query<{ version: string }>(`select current_setting('server_version_num') as version`);
  const version = Number(rows[0]?.version);
  if (!(version >= LEAST_SERVER)) {
    throw new MigrationError(
      `Leadline needs PostgreSQL 15 or newer, but the server is version ${Math.floor(version / 10_000)}.`,
    );
  }
}
