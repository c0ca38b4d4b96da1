import { inParts } from '../../db/many-rows.ts';
import { type Query, query, type Sql } from '../../db/sql.ts';
import { listOrganizationsBy } from '../../db/sweep.ts';
import { Values } from '../../db/values.ts';

/** Those that were being received by a process that is gone. */
export const listAbandoned = (sql: Sql, organizationId: string) =>
  sql.rows<{ id: string }>(
    `select id from imports where organization_id = $1 and state = 'receiving' and leased_until < now()`,
    [organizationId],
  );

/** Organizations with an import to go on with, or with rows to delete. */
export const listOrganizationsToImport = (sql: Sql) =>
  listOrganizationsBy(
    sql,
    `select distinct organization_id from imports
      where state in ('queued', 'running') or (state = 'receiving' and leased_until < now()) or clean_at < now()
      limit 1000`,
  );

/** An import that a process works on. */
export interface HeldImport {
  id: string;
  public_id: string;
  token_id: string;
  membership_id: string;
  source_id: string | null;
  leased_until: Date;
  rows: number;
  processed: number;
  tries: number;
  dry_run: boolean;
  on_duplicate: 'skip' | 'fill';
  columns: string;
  fields: string;
  request_id: string | null;
  address: string | null;
}

export const heldColumns = `id, public_id, token_id, membership_id, source_id, leased_until, rows, processed, tries, dry_run,
  on_duplicate, columns, fields, request_id, address`;

export interface WaitingRow {
  number: number;
  phone: string | null;
  email_key: string | null;
  cells: string;
}

export const listNextRows = (organizationId: string, held: HeldImport, limit: number): Query<WaitingRow> =>
  query(
    `select number, phone, email_key, cells from import_rows
      where organization_id = $1 and import_id = $2 and number > $3 order by number limit $4`,
    [organizationId, held.id, held.processed, limit],
  );

/** Of the rows that were processed; an erased one is not among them. */
export const deleteRows = (
  organizationId: string,
  importId: string,
  after: number,
  last: number,
): Query<{ number: number }> =>
  query(
    `delete from import_rows where organization_id = $1 and import_id = $2 and number > $3 and number <= $4
     returning number`,
    [organizationId, importId, after, last],
  );

export interface Counts {
  created: number;
  duplicates: number;
  filled: number;
  failed: number;
}

/** Keeps the progress and the lease. */
export const updateProgress = (
  organizationId: string,
  importId: string,
  processed: number,
  counts: Counts,
  leaseSeconds: number,
): Query<{ leased_until: Date }> =>
  query(
    `update imports
        set processed = $3, created = created + $4, duplicates = duplicates + $5, filled = filled + $6,
            failed = failed + $7, tries = 0, leased_until = now() + make_interval(secs => $8)
      where organization_id = $1 and id = $2
      returning leased_until`,
    [
      organizationId,
      importId,
      processed,
      counts.created,
      counts.duplicates,
      counts.filled,
      counts.failed,
      leaseSeconds,
    ],
  );

/** `cleanAt`: for rows that are kept. */
export const updateDone = (sql: Sql, organizationId: string, { id, leased_until }: HeldImport, cleanAt: Date) =>
  sql.row<Counts & { public_id: string }>(
    `update imports
        set state = 'done', finished_at = now(), clean_at = case when dry_run or failed > 0 then $4::timestamptz end
      where organization_id = $1 and id = $2 and state = 'running' and processed = rows and leased_until = $3
      returning public_id, created, duplicates, filled, failed`,
    [organizationId, id, leased_until.toISOString(), cleanAt.toISOString()],
  );

export const listImportsToClean = (sql: Sql, organizationId: string) =>
  sql.rows<{ id: string; finished_at: Date; rows: number }>(
    `select id, finished_at, rows from imports
      where organization_id = $1 and clean_at < now() order by clean_at limit 100`,
    [organizationId],
  );

/** Deletes rows of a range that are not needed any more: at first all but those that failed, then those, too. */
export const deleteOldRows = (
  sql: Sql,
  organizationId: string,
  importId: string,
  [after, last]: readonly [number, number],
  areFailuresKept: boolean,
) =>
  sql.rows(
    `delete from import_rows where organization_id = $1 and import_id = $2 and number > $3 and number <= $4
        ${areFailuresKept ? 'and fault is null' : ''}`,
    [organizationId, importId, after, last],
  );

export const updateCleanAt = (sql: Sql, organizationId: string, importId: string, cleanAt: Date | null) =>
  sql.rows('update imports set clean_at = $3 where organization_id = $1 and id = $2', [
    organizationId,
    importId,
    cleanAt?.toISOString() ?? null,
  ]);

/** A row of a dry run that is kept, and the lead that it gives something. */
export interface OwningRow {
  contact: string;
  phone: string | null;
  email_key: string | null;
  target: string;
}

/**
 * For each contact, the first row of a dry run about the lead that would have it. With `+ 0` it is found by the contact: without
 * statistics, PostgreSQL takes an import for a few rows and reads them all.
 */
export const listOwningRows = (
  organizationId: string,
  importId: string,
  column: 'phone' | 'email_key',
  contacts: readonly string[],
): Query<OwningRow>[] =>
  inParts(contacts).map((part) => {
    const values = new Values(organizationId, importId);
    const list = part.map((contact) => values.add(contact)).join(', ');
    return query(
      `select distinct on (${column}) ${column} as contact, phone, email_key, target from import_rows
        where organization_id = $1 and import_id + 0 = $2 and target is not null and ${column} in (${list})
        order by ${column}, number`,
      values.list,
    );
  });

/** More than a lead has fields that a file could fill, each by a row of its own. */
const MOST_GIFTS = 300;

/** What rows of a dry run give a lead; in no order, as no two of them give the same field. */
export const listGifts = (sql: Sql, organizationId: string, importId: string, target: string) =>
  sql.rows<{ cells: string }>(
    `select cells from import_rows
      where organization_id = $1 and import_id = $2 and target = $3 limit $4`,
    [organizationId, importId, target, MOST_GIFTS],
  );
