import { append } from '../audit/append.ts';
import type { Author, Entry } from '../audit/audit.ts';
import { type Database, isUniqueViolation, type Sql } from '../db/sql.ts';
import type { RequireSeen } from '../http/etag.ts';
import { conflict, found } from '../problems.ts';
import type { Settings } from './snapshot.ts';

/** Every process listens here; the payload is the id of an organization whose settings or tokens have changed. */
export const CHANGES = 'leadline_changes';

/** Where a change finds the settings: read under its lock, by its own transaction, they cannot change. */
export interface CurrentSettings {
  currentSettings(sql: Sql): Promise<Settings>;
}

/** Where a change of a record finds what the caller has seen of it, too. */
export interface Changing extends CurrentSettings {
  readonly requireSeen: RequireSeen;
}

/** Whoever else changes its settings, or begins an import or a job of it, waits for the transaction. */
export const lockOrganization = (sql: Sql, organizationId: string) =>
  sql.row('select id from organizations where id = $1 for update', [organizationId]);

/**
 * A transaction under the organization's row lock, with its audit entries. It increments the settings' version and notifies
 * the other processes. Work that changes nothing leaves no trace.
 */
export async function changeSettings<T>(
  database: Database,
  author: Author,
  work: (sql: Sql) => Promise<{ result: T; entries: Entry[] }>,
): Promise<T> {
  const { organizationId } = author;
  return database.begin(async (sql) => {
    found(await lockOrganization(sql, organizationId));
    const { result, entries } = await work(sql);
    const real = entries.filter((entry) => entry.changes.length > 0);
    for (const entry of real) await append(sql, author, entry);
    if (real.length > 0) {
      await sql.rows('update organizations set settings_version = settings_version + 1 where id = $1', [
        organizationId,
      ]);
      await announceChange(sql, organizationId);
    }
    return result;
  });
}

export async function announceChange(sql: Sql, organizationId: string): Promise<void> {
  await sql.rows('select pg_notify($1, $2)', [CHANGES, organizationId]);
}

/** Says a unique index's refusal in words. */
export async function orConflict<T>(statement: Promise<T>, detail: string): Promise<T> {
  try {
    return await statement;
  } catch (error) {
    throw isUniqueViolation(error) ? conflict(detail) : error;
  }
}
