import { append } from '../audit/append.ts';
import type { Author, Entry } from '../audit/audit.ts';
import type { Database, Sql } from '../db/sql.ts';
import { isUniqueViolation } from '../db/sql.ts';
import { conflict, notFound } from '../problems.ts';

/** Every process listens here; the payload is the id of an organization whose settings or tokens have changed. */
export const CHANGES = 'leadline_changes';

/**
 * One change of an organization's settings: a transaction that holds the organization's row, so that two changes of one
 * organization never cross, writes the audit entry, counts the settings' version on, and tells the other processes.
 * Work that changes nothing leaves no trace.
 */
export async function changeSettings<T>(
  database: Database,
  author: Author,
  work: (sql: Sql) => Promise<{ result: T; entries: Entry[] }>,
): Promise<T> {
  return database.begin(async (sql) => {
    await lockOrganization(sql, author.organizationId);
    const { result, entries } = await work(sql);
    const real = entries.filter((entry) => entry.changes.length > 0);
    for (const entry of real) await append(sql, author, entry);
    if (real.length > 0) {
      await countVersion(sql, author.organizationId);
      await announceChange(sql, author.organizationId);
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

async function lockOrganization(sql: Sql, organizationId: string): Promise<void> {
  const row = await sql.row('select id from organizations where id = $1 for update', [organizationId]);
  if (row === undefined) throw notFound();
}

async function countVersion(sql: Sql, organizationId: string): Promise<void> {
  await sql.rows('update organizations set settings_version = settings_version + 1 where id = $1', [organizationId]);
}
