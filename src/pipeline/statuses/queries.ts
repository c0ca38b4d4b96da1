import type { Position } from '../../db/cursor.ts';
import { type WeighedRow, withinPage } from '../../db/page-bytes.ts';
import type { Sql } from '../../db/sql.ts';
import { Values } from '../../db/values.ts';
import type { StatusKind } from './schemas.ts';

export interface StatusRow {
  id: string;
  public_id: string;
  name: string;
  kind: StatusKind;
  position: number;
  initial: boolean;
  allowed_next: string[] | null;
  note_required: boolean;
  required_fields: string[];
  archived: boolean;
}

type Fields = Omit<StatusRow, 'id' | 'public_id'>;

const columns = 'id, public_id, name, kind, position, initial, allowed_next, note_required, required_fields, archived';

export function listStatuses(sql: Sql, organizationId: string, after: Position | null, limit: number) {
  const values = new Values(organizationId, limit);
  const beyond =
    after === null
      ? ''
      : `and (position, name, id) > (${values.add(after[0])}, ${values.add(after[1])}, ${values.add(after[2])})`;
  const rows = `
     select ${columns}, octet_length(required_fields::text) + coalesce(octet_length(allowed_next::text), 0) as bytes
       from statuses where organization_id = $1 ${beyond} order by position, name, id limit $2`;
  return sql.rows<StatusRow & WeighedRow>(withinPage(rows), values.list);
}

export function findStatus(sql: Sql, organizationId: string, publicId: string) {
  return sql.row<StatusRow>(`select ${columns} from statuses where organization_id = $1 and public_id = $2`, [
    organizationId,
    publicId,
  ]);
}

export function findInitialStatus(sql: Sql, organizationId: string) {
  return sql.row<StatusRow>(`select ${columns} from statuses where organization_id = $1 and initial`, [organizationId]);
}

/** Public ids, of those asked for, of the statuses that are not archived. */
export async function listUsableStatuses(sql: Sql, organizationId: string, publicIds: readonly string[]) {
  const rows = await sql.rows<{ public_id: string }>(
    `select public_id from statuses where organization_id = $1 and public_id = any($2::text[]) and not archived`,
    [organizationId, publicIds],
  );
  return new Set(rows.map((row) => row.public_id));
}

/** How many statuses there are, the highest position, and the number of the next one. */
export async function countStatuses(sql: Sql, organizationId: string) {
  const row = await sql.row<{ statuses: number; last: number | null; next: number | null }>(
    `select count(*)::integer as statuses, max(position) as last, max(number) + 1 as next
       from statuses where organization_id = $1`,
    [organizationId],
  );
  return { statuses: row?.statuses ?? 0, last: row?.last ?? 0, next: row?.next ?? 0 };
}

export async function insertStatus(
  sql: Sql,
  organizationId: string,
  publicId: string,
  number: number,
  fields: Fields,
): Promise<void> {
  await sql.rows(
    `insert into statuses (organization_id, public_id, number, name, kind, position, initial, allowed_next, note_required,
                           required_fields, archived)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)`,
    [organizationId, publicId, number, ...valuesOf(fields)],
  );
}

export async function updateStatus(sql: Sql, organizationId: string, id: string, fields: Fields): Promise<void> {
  await sql.rows(
    `update statuses
        set name = $3, kind = $4, position = $5, initial = $6, allowed_next = $7, note_required = $8,
            required_fields = $9, archived = $10
      where organization_id = $1 and id = $2`,
    [organizationId, id, ...valuesOf(fields)],
  );
}

export async function clearInitial(sql: Sql, organizationId: string, id: string): Promise<void> {
  await sql.rows('update statuses set initial = false where organization_id = $1 and id = $2', [organizationId, id]);
}

const valuesOf = (fields: Fields) => [
  fields.name,
  fields.kind,
  fields.position,
  fields.initial,
  fields.allowed_next,
  fields.note_required,
  fields.required_fields,
  fields.archived,
];
