import type { Sql } from '../db/sql.ts';

export interface OrganizationRow {
  id: string;
  public_id: string;
  name: string;
  time_zone: string;
  currency: string;
  created_at: Date;
}

type Fields = Pick<OrganizationRow, 'name' | 'time_zone' | 'currency'>;

const columns = 'id, public_id, name, time_zone, currency, created_at';

export function findOrganization(sql: Sql, organizationId: string) {
  return sql.row<OrganizationRow>(`select ${columns} from organizations where id = $1`, [organizationId]);
}

export async function insertOrganization(sql: Sql, publicId: string, name: string): Promise<OrganizationRow> {
  const rows = await sql.rows<OrganizationRow>(
    `insert into organizations (public_id, name) values ($1, $2) returning ${columns}`,
    [publicId, name],
  );
  return rows[0] as OrganizationRow;
}

/** Where its events are put in order; see event_feeds. */
export async function insertEventFeed(sql: Sql, organizationId: string): Promise<void> {
  await sql.rows('insert into event_feeds (organization_id) values ($1)', [organizationId]);
}

export async function updateOrganization(sql: Sql, organizationId: string, fields: Fields): Promise<void> {
  await sql.rows('update organizations set name = $2, time_zone = $3, currency = $4 where id = $1', [
    organizationId,
    fields.name,
    fields.time_zone,
    fields.currency,
  ]);
}

export async function hasValuedLead(sql: Sql, organizationId: string): Promise<boolean> {
  const row = await sql.row('select id from leads where organization_id = $1 and estimated_value is not null limit 1', [
    organizationId,
  ]);
  return row !== undefined;
}

/** Only the operator sees more than one organization. */
export function listOrganizations(sql: Sql) {
  return sql.rows<OrganizationRow>(`select ${columns} from organizations order by created_at, id`);
}

export async function listZoneNames(sql: Sql): Promise<string[]> {
  const rows = await sql.rows<{ name: string }>(
    `select name from pg_timezone_names where name not like 'posix/%' and name not like 'right/%'`,
  );
  return rows.map(({ name }) => name);
}
