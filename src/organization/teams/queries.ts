import type { Position } from '../../db/cursor.ts';
import type { Sql } from '../../db/sql.ts';
import { Values } from '../../db/values.ts';

export interface TeamRow {
  id: string;
  public_id: string;
  name: string;
  created_at: Date;
}

const columns = 'id, public_id, name, created_at';

export function listTeams(sql: Sql, organizationId: string, after: Position | null, limit: number) {
  const values = new Values(organizationId, limit);
  const beyond = values.beyond('created_at, id', after);
  return sql.rows<TeamRow>(
    `select ${columns} from teams where organization_id = $1 ${beyond} order by created_at desc, id desc limit $2`,
    values.list,
  );
}

export function findTeam(sql: Sql, organizationId: string, publicId: string) {
  return sql.row<TeamRow>(`select ${columns} from teams where organization_id = $1 and public_id = $2`, [
    organizationId,
    publicId,
  ]);
}

export async function insertTeam(sql: Sql, organizationId: string, publicId: string, name: string): Promise<TeamRow> {
  const rows = await sql.rows<TeamRow>(
    `insert into teams (organization_id, public_id, name) values ($1, $2, $3) returning ${columns}`,
    [organizationId, publicId, name],
  );
  return rows[0] as TeamRow;
}

export async function updateTeam(sql: Sql, organizationId: string, id: string, name: string): Promise<void> {
  await sql.rows('update teams set name = $3 where organization_id = $1 and id = $2', [organizationId, id, name]);
}
