import type { Actor } from '../access/actor.ts';
import { ownInScope } from '../access/scope.ts';
import { type CallerColumns, callerColumns, joinCaller } from '../audit/actor-columns.ts';
import type { Position } from '../db/cursor.ts';
import { insertRows } from '../db/many-rows.ts';
import { type Query, query, type Sql } from '../db/sql.ts';
import { Values } from '../db/values.ts';
import type { ImportState } from './schemas.ts';

export interface ImportRow extends CallerColumns {
  id: string;
  public_id: string;
  name: string;
  state: ImportState;
  dry_run: boolean;
  on_duplicate: 'skip' | 'fill';
  rows: number;
  processed: number;
  created: number;
  duplicates: number;
  filled: number;
  failed: number;
  created_at: Date;
  started_at: Date | null;
  finished_at: Date | null;
}

const shownColumns = `imports.id, imports.public_id, imports.name, imports.state, imports.dry_run, imports.on_duplicate,
  imports.rows, imports.processed, imports.created, imports.duplicates, imports.filled, imports.failed,
  imports.created_at, imports.started_at, imports.finished_at,
  ${callerColumns}`;

const withNames = `imports ${joinCaller('imports.organization_id', 'imports.')}`;

export function findImport(sql: Sql, actor: Actor, publicId: string): Promise<ImportRow | undefined> {
  const values = new Values();
  const scope = ownInScope(actor, values, 'imports');
  const text = `select ${shownColumns} from ${withNames} where ${scope} and imports.public_id = ${values.add(publicId)}`;
  return sql.row<ImportRow>(text, values.list);
}

/** Newest first. */
export function listImports(sql: Sql, actor: Actor, after: Position | null, limit: number): Promise<ImportRow[]> {
  const values = new Values();
  const scope = ownInScope(actor, values, 'imports');
  return sql.rows<ImportRow>(
    `select ${shownColumns} from ${withNames} where ${scope} ${values.beyond('imports.created_at, imports.id', after)}
      order by imports.created_at desc, imports.id desc limit ${values.add(limit)}`,
    values.list,
  );
}

export async function countOpenImports(sql: Sql, organizationId: string): Promise<number> {
  const row = await sql.row<{ count: number }>(
    `select count(*)::integer as count from imports
      where organization_id = $1 and state in ('receiving', 'queued', 'running')`,
    [organizationId],
  );
  return row?.count ?? 0;
}

export interface NewImport {
  organizationId: string;
  tokenId: string | null;
  membershipId: string | null;
  sourceId: string | null;
  leaseSeconds: number;
  dryRun: boolean;
  publicId: string;
  name: string;
  onDuplicate: 'skip' | 'fill';
  columns: readonly string[];
  fields: readonly (string | null)[];
  requestId: string | null;
  address: string | null;
}

export async function insertImport(sql: Sql, made: NewImport): Promise<string> {
  const row = await sql.row<{ id: string }>(
    `insert into imports (organization_id, token_id, membership_id, source_id, created_at, leased_until, dry_run, public_id,
                          name, state, on_duplicate, columns, fields, request_id, address)
     values ($1, $2, $3, $4, now(), now() + make_interval(secs => $5), $6, $7, $8, 'receiving', $9, $10, $11, $12, $13)
     returning id`,
    [
      ...[made.organizationId, made.tokenId, made.membershipId, made.sourceId, made.leaseSeconds, made.dryRun],
      ...[made.publicId, made.name, made.onDuplicate, JSON.stringify(made.columns), JSON.stringify(made.fields)],
      ...[made.requestId, made.address],
    ],
  );
  if (row === undefined) throw new Error('the import was not inserted');
  return row.id;
}

/** A line of the file, as it is kept. `target`: in a dry run, the lead that it is about. */
export interface KeptRow {
  number: number;
  phone: string | null;
  email_key: string | null;
  /** JSON: the cells as sent, or what a row of a dry run gives its lead. */
  cells: string;
  fault?: string | null;
  target?: string | null;
}

export const insertImportRows = (organizationId: string, importId: string, rows: readonly KeptRow[]): Query[] =>
  insertRows(
    'insert into import_rows (organization_id, import_id, target, number, phone, email_key, cells, fault)',
    [organizationId, importId],
    rows.map(({ number, phone, email_key, cells, fault = null, target = null }) => [
      target,
      number,
      phone,
      email_key,
      cells,
      fault,
    ]),
  );

/** Counts rows that came in. No row: it is not being received any more. */
export const updateReceived = (
  organizationId: string,
  importId: string,
  rows: number,
  leaseSeconds: number,
): Query<{ id: string }> =>
  query(
    `update imports set rows = $3, leased_until = now() + make_interval(secs => $4)
      where organization_id = $1 and id = $2 and state = 'receiving' returning id`,
    [organizationId, importId, rows, leaseSeconds],
  );

/** All rows have come in. */
export const updateQueued = (sql: Sql, organizationId: string, importId: string) =>
  sql.row<{ id: string }>(
    `update imports set state = 'queued', leased_until = '-infinity'
      where organization_id = $1 and id = $2 and state = 'receiving' returning id`,
    [organizationId, importId],
  );

/** Ends an import that is not finished. Its rows are deleted later. */
export const updateEnded = (sql: Sql, organizationId: string, importId: string, state: 'cancelled' | 'failed') =>
  sql.row<{ public_id: string }>(
    `update imports set state = $3, finished_at = now(), clean_at = now()
      where organization_id = $1 and id = $2 and state in ('receiving', 'queued', 'running') returning public_id`,
    [organizationId, importId, state],
  );

export const findColumns = (sql: Sql, organizationId: string, importId: string) =>
  sql.row<{ columns: string }>('select columns from imports where organization_id = $1 and id = $2', [
    organizationId,
    importId,
  ]);

export const listFailures = (sql: Sql, organizationId: string, importId: string, after: number, limit: number) =>
  sql.rows<{ number: number; cells: string; fault: string }>(
    `select number, cells, fault from import_rows
      where organization_id = $1 and import_id = $2 and fault is not null and number > $3 order by number limit $4`,
    [organizationId, importId, after, limit],
  );
