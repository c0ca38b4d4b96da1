import type { Position } from '../../db/cursor.ts';
import type { Sql } from '../../db/sql.ts';
import { Values } from '../../db/values.ts';

export interface SourceRow {
  id: string;
  public_id: string;
  name: string;
  archived: boolean;
}

type Fields = Pick<SourceRow, 'name' | 'archived'>;

export function listSources(sql: Sql, organizationId: string, after: Position | null, limit: number) {
  const values = new Values(organizationId, limit);
  const beyond = after === null ? '' : `and (name, id) > (${values.add(after[0])}, ${values.add(after[1])})`;
  return sql.rows<SourceRow>(
    `select id, public_id, name, archived
       from sources
      where organization_id = $1 ${beyond}
      order by name, id
      limit $2`,
    values.list,
  );
}

export function findSource(sql: Sql, organizationId: string, publicId: string) {
  return sql.row<SourceRow>(
    'select id, public_id, name, archived from sources where organization_id = $1 and public_id = $2',
    [organizationId, publicId],
  );
}

export async function countSources(sql: Sql, organizationId: string): Promise<number> {
  const row = await sql.row<{ sources: number }>(
    'select count(*)::integer as sources from sources where organization_id = $1',
    [organizationId],
  );
  return row?.sources ?? 0;
}

export async function insertSource(
  sql: Sql,
  organizationId: string,
  publicId: string,
  fields: Fields,
): Promise<SourceRow> {
  const rows = await sql.rows<SourceRow>(
    `insert into sources (organization_id, public_id, name, archived) values ($1, $2, $3, $4)
     returning id, public_id, name, archived`,
    [organizationId, publicId, fields.name, fields.archived],
  );
  return rows[0] as SourceRow;
}

export async function updateSource(sql: Sql, organizationId: string, id: string, fields: Fields): Promise<void> {
  await sql.rows('update sources set name = $3, archived = $4 where organization_id = $1 and id = $2', [
    organizationId,
    id,
    fields.name,
    fields.archived,
  ]);
}
