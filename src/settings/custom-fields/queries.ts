import type { Position } from '../../db/cursor.ts';
import { type WeighedRow, withinPage } from '../../db/page-bytes.ts';
import type { Sql } from '../../db/sql.ts';
import { Values } from '../../db/values.ts';
import type { FieldType } from './schemas.ts';

export interface CustomFieldRow {
  id: string;
  public_id: string;
  key: string;
  label: string;
  type: FieldType;
  required: boolean;
  options: string[];
  archived: boolean;
}

type Fields = Omit<CustomFieldRow, 'id' | 'public_id'>;

const columns = 'id, public_id, key, label, type, required, options, archived';

export function listCustomFields(sql: Sql, organizationId: string, after: Position | null, limit: number) {
  const values = new Values(organizationId, limit);
  const beyond = after === null ? '' : `and (label, id) > (${values.add(after[0])}, ${values.add(after[1])})`;
  const rows = `
     select ${columns}, octet_length(options::text) as bytes
       from custom_fields where organization_id = $1 ${beyond} order by label, id limit $2`;
  return sql.rows<CustomFieldRow & WeighedRow>(withinPage(rows), values.list);
}

export function findCustomField(sql: Sql, organizationId: string, publicId: string) {
  return sql.row<CustomFieldRow>(`select ${columns} from custom_fields where organization_id = $1 and public_id = $2`, [
    organizationId,
    publicId,
  ]);
}

export async function listCustomFieldKeys(sql: Sql, organizationId: string): Promise<string[]> {
  const rows = await sql.rows<{ key: string }>(
    'select key from custom_fields where organization_id = $1 and not archived',
    [organizationId],
  );
  return rows.map((row) => row.key);
}

export async function countCustomFields(sql: Sql, organizationId: string): Promise<number> {
  const row = await sql.row<{ fields: number }>(
    'select count(*)::integer as fields from custom_fields where organization_id = $1',
    [organizationId],
  );
  return row?.fields ?? 0;
}

export async function isCustomFieldUsed(sql: Sql, organizationId: string, key: string): Promise<boolean> {
  const row = await sql.row('select id from leads where organization_id = $1 and custom_fields ? $2 limit 1', [
    organizationId,
    key,
  ]);
  return row !== undefined;
}

export async function insertCustomField(sql: Sql, organizationId: string, publicId: string, fields: Fields) {
  await sql.rows(
    `insert into custom_fields (organization_id, public_id, key, label, type, required, options, archived)
     values ($1, $2, $3, $4, $5, $6, $7, $8)`,
    [organizationId, publicId, fields.key, fields.label, fields.type, fields.required, fields.options, fields.archived],
  );
}

export async function updateCustomField(sql: Sql, organizationId: string, id: string, fields: Fields) {
  await sql.rows(
    `update custom_fields set label = $3, type = $4, required = $5, options = $6, archived = $7
      where organization_id = $1 and id = $2`,
    [organizationId, id, fields.label, fields.type, fields.required, fields.options, fields.archived],
  );
}
