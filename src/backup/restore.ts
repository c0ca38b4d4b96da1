import type { Readable } from 'node:stream';
import type { Target } from '../db/connect.ts';
import { type Migration, migrate, readMigrations } from '../db/migrate.ts';
import { isUsed } from '../db/presence.ts';
import type { Client } from '../db/wire/client.ts';
import { type CopyingIn, copyIn } from '../db/wire/copy.ts';
import { OperatorError } from '../operator-error.ts';
import type { Watch } from './backup.ts';
import { columnList, listTableNames, listTables, quoted, type Table } from './catalogue.ts';
import { damaged } from './error.ts';
import type { Backup, Head } from './format.ts';
import { type OpenedBackup, openBackup } from './read.ts';
import { inTransaction, withConnection } from './session.ts';

/** Its row is made by whatever opens a database first; the one in the file replaces it. */
const INSTALLATION = 'installation';

export interface Restored extends Backup {
  /** Tables of the file that are not Leadline's. */
  readonly skipped: readonly string[];
}

/**
 * Loads a backup into an empty database, in one transaction: whatever interrupts it, the database is empty afterwards. It is then
 * brought from the file's version to this one's.
 */
export async function restore(
  target: Target,
  file: Readable,
  watch: Watch = () => {},
  migrations?: Migration[],
): Promise<Restored> {
  const known = migrations ?? (await readMigrations());
  const backup = await openBackup(file);
  await requireRoom(target, backup.head);
  await migrateTo(target, backup.head, known);
  const restored = await inTransaction(target, 'begin', (client) => load(client, backup, watch));
  await migrate(target, known);
  await withConnection(target, async (client) => {
    for (const { name } of await listTables(client)) await client.query(`analyze ${quoted(name)}`);
  });
  return restored;
}

const newestOf = (migrations: readonly { version: number }[]): number =>
  Math.max(0, ...migrations.map(({ version }) => version));

/** Nothing of others may be here, and no schema that is newer than the file's. */
async function requireRoom(target: Target, { migrations }: Head): Promise<void> {
  await withConnection(target, async (client) => {
    const names = await listTableNames(client);
    if (names.length === 0) return;
    if (!names.includes('schema_migrations')) throw notEmpty();
    const { rows } = await client.query<{ version: number }>('select version from schema_migrations');
    if (newestOf(rows) > newestOf(migrations)) {
      throw new OperatorError(
        `The schema of this database (${newestOf(rows)}) is newer than that of the file (${newestOf(migrations)}); restore into a database without tables.`,
      );
    }
  });
}

/** The migrations that the file's data is of, and no later ones. */
async function migrateTo(target: Target, { migrations, product }: Head, known: Migration[]): Promise<void> {
  const newest = newestOf(migrations);
  const wanted = known.filter(({ version }) => version <= newest);
  if (newest > newestOf(known)) {
    throw new OperatorError(
      `The file has schema version ${newest}, which this Leadline does not know; restore it with Leadline ${product} or newer.`,
    );
  }
  const isSame = (one: { version: number; checksum: string }) =>
    wanted.some(({ version, checksum }) => version === one.version && checksum === one.checksum);
  if (wanted.length !== migrations.length || !migrations.every(isSame)) {
    throw new OperatorError(
      `The file was made by a Leadline ${product} whose schema is not that of this one; restore it with the Leadline that made it.`,
    );
  }
  await migrate(target, wanted);
}

async function load(client: Client, { head, read }: OpenedBackup, watch: Watch): Promise<Restored> {
  const tables = new Map((await emptyTables(client)).map((table) => [table.name, table]));
  requireSameTables(head, tables);
  const skipped: string[] = [];
  let copying: CopyingIn | null = null;
  let current = '';
  const manifest = await read({
    async table(name) {
      current = name;
      const table = tables.get(name);
      if (table === undefined) skipped.push(name);
      else copying = await copyIn(client, `copy ${quoted(name)} (${columnList(table)}) from stdin`);
    },
    async rows(block) {
      await copying?.write(block);
      watch(current, block.length);
    },
    async tableEnd({ name, rows }) {
      const loaded = await copying?.finish();
      copying = null;
      if (loaded !== undefined && loaded !== rows) throw damaged(`${name} has ${loaded} rows instead of ${rows}`);
    },
  });
  for (const { name, last_value, is_called } of head.sequences) {
    const values = [quoted(name), last_value, is_called];
    await client.query('select setval(to_regclass($1), $2::bigint, $3) where to_regclass($1) is not null', values);
  }
  return { ...head, ...manifest, skipped };
}

/** Locks out everybody else, and fails unless there is nothing here. */
async function emptyTables(client: Client): Promise<Table[]> {
  await client.query(`lock table ${INSTALLATION}, organizations in access exclusive mode`);
  if (await isUsed(client)) {
    throw new OperatorError('A Leadline service or command is using this database; stop it before you restore.');
  }
  const tables = await listTables(client);
  await client.query(`delete from ${INSTALLATION}`);
  for (const { name } of tables) {
    const { rows } = await client.query(`select 1 from ${quoted(name)} limit 1`);
    if (rows.length > 0) throw notEmpty();
  }
  return tables;
}

const notEmpty = () =>
  new OperatorError('The database is not empty; restore into a new one. Nothing was changed in this one.');

/** The database has the tables of the same migrations; the file may have others besides, which are not Leadline's. */
function requireSameTables(head: Head, tables: ReadonlyMap<string, Table>): void {
  const given = new Map(head.tables.map((table) => [table.name, table]));
  for (const [name, table] of tables) {
    if (JSON.stringify(given.get(name)) === JSON.stringify(table)) continue;
    throw new OperatorError(
      `The table ${name} in the file is not that of this Leadline; restore it with the one that made it.`,
    );
  }
}
