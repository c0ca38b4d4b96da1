import type { Role } from '../../access/abilities.ts';
import type { Position } from '../../db/cursor.ts';
import type { Sql } from '../../db/sql.ts';
import { Values } from '../../db/values.ts';
import type { WorkingHours } from '../../settings/working-hours.ts';

export interface MembershipFields {
  name: string;
  email: string | null;
  role: Role;
  active: boolean;
  accepting_leads: boolean;
  weight: number;
  open_cap: number | null;
  daily_cap: number | null;
  working_hours: WorkingHours;
  team_id: string | null;
}

/** As it is written. */
export interface StoredMembership extends MembershipFields {
  email_key: string | null;
}

export interface MembershipRow extends MembershipFields {
  id: string;
  public_id: string;
  team_public_id: string | null;
  team_name: string | null;
  created_at: Date;
}

const select = `
  select m.id, m.public_id, m.name, m.email, m.role, m.active, m.accepting_leads, m.weight, m.open_cap, m.daily_cap,
         m.working_hours, m.team_id, m.created_at, t.public_id as team_public_id, t.name as team_name
    from memberships as m
    left join teams as t on t.organization_id = m.organization_id and t.id = m.team_id
   where m.organization_id = $1`;

export function listMemberships(sql: Sql, organizationId: string, after: Position | null, limit: number) {
  const values = new Values(organizationId, limit);
  const beyond = values.beyond('m.created_at, m.id', after);
  return sql.rows<MembershipRow>(`${select} ${beyond} order by m.created_at desc, m.id desc limit $2`, values.list);
}

/** In the order of the ids. */
export async function listMembershipsOf(sql: Sql, organizationId: string, ids: readonly string[]) {
  const rows = await sql.rows<MembershipRow>(`${select} and m.id = any($2)`, [organizationId, ids]);
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}

/** The emails of all members, by id, as they are compared. */
export async function listEmails(sql: Sql, organizationId: string): Promise<Map<string, string>> {
  const rows = await sql.rows<{ id: string; email_key: string }>(
    'select id, email_key from memberships where organization_id = $1 and email_key is not null',
    [organizationId],
  );
  return new Map(rows.map(({ id, email_key }) => [id, email_key]));
}

export function findMembership(sql: Sql, organizationId: string, publicId: string) {
  return sql.row<MembershipRow>(`${select} and m.public_id = $2`, [organizationId, publicId]);
}

/** Tokens of one membership are issued one after another. */
export async function lockMembership(sql: Sql, organizationId: string, publicId: string): Promise<void> {
  await sql.rows('select id from memberships where organization_id = $1 and public_id = $2 for no key update', [
    organizationId,
    publicId,
  ]);
}

export async function countActiveAdmins(sql: Sql, organizationId: string): Promise<number> {
  const row = await sql.row<{ admins: number }>(
    `select count(*)::integer as admins from memberships where organization_id = $1 and role = 'admin' and active`,
    [organizationId],
  );
  return row?.admins ?? 0;
}

export async function insertMembership(
  sql: Sql,
  organizationId: string,
  publicId: string,
  fields: StoredMembership,
): Promise<void> {
  await sql.rows(
    `insert into memberships (organization_id, public_id, name, email, role, active, accepting_leads, weight, open_cap,
                              daily_cap, working_hours, team_id, email_key)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)`,
    [organizationId, publicId, ...valuesOf(fields)],
  );
}

export async function updateMembership(sql: Sql, organizationId: string, id: string, fields: StoredMembership) {
  await sql.rows(
    `update memberships
        set name = $3, email = $4, role = $5, active = $6, accepting_leads = $7, weight = $8, open_cap = $9,
            daily_cap = $10, working_hours = $11, team_id = $12, email_key = $13
      where organization_id = $1 and id = $2`,
    [organizationId, id, ...valuesOf(fields)],
  );
}

const valuesOf = (fields: StoredMembership) => [
  fields.name,
  fields.email,
  fields.role,
  fields.active,
  fields.accepting_leads,
  fields.weight,
  fields.open_cap,
  fields.daily_cap,
  fields.working_hours === null ? null : JSON.stringify(fields.working_hours),
  fields.team_id,
  fields.email_key,
];
