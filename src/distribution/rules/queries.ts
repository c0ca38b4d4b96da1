import type { Position } from '../../db/cursor.ts';
import { type WeighedRow, withinPage } from '../../db/page-bytes.ts';
import type { Sql } from '../../db/sql.ts';
import { Values } from '../../db/values.ts';
import type { When } from '../../settings/when.ts';
import type { Pool, Strategy } from '../strategies.ts';

export interface RuleFields {
  name: string;
  position: number;
  active: boolean;
  when: When;
  strategy: Strategy;
  pool: Pool;
}

export interface RuleRow extends RuleFields {
  id: string;
  public_id: string;
}

const columns = 'id, public_id, name, position, active, conditions as when, strategy, pool';

export function listRules(sql: Sql, organizationId: string, after: Position | null, limit: number) {
  const values = new Values(organizationId, limit);
  const beyond =
    after === null
      ? ''
      : `and (position, name, id) > (${values.add(after[0])}, ${values.add(after[1])}, ${values.add(after[2])})`;
  const rows = `
     select ${columns}, octet_length(conditions::text) + octet_length(pool::text) as bytes
       from distribution_rules
      where organization_id = $1 and deleted_at is null ${beyond}
      order by position, name, id limit $2`;
  return sql.rows<RuleRow & WeighedRow>(withinPage(rows), values.list);
}

export function findRule(sql: Sql, organizationId: string, publicId: string) {
  return sql.row<RuleRow>(
    `select ${columns} from distribution_rules where organization_id = $1 and public_id = $2 and deleted_at is null`,
    [organizationId, publicId],
  );
}

/** How many rules there are, and the highest position. */
export async function countRules(sql: Sql, organizationId: string): Promise<{ rules: number; last: number }> {
  const row = await sql.row<{ rules: number; last: number | null }>(
    `select count(*)::integer as rules, max(position) as last
       from distribution_rules where organization_id = $1 and deleted_at is null`,
    [organizationId],
  );
  return { rules: row?.rules ?? 0, last: row?.last ?? 0 };
}

/** The conditions of the rules, but for one of them. */
export async function listConditions(sql: Sql, organizationId: string, exceptId: string | null): Promise<When[]> {
  const rows = await sql.rows<{ conditions: When }>(
    `select conditions from distribution_rules
      where organization_id = $1 and deleted_at is null and id is distinct from $2`,
    [organizationId, exceptId],
  );
  return rows.map(({ conditions }) => conditions);
}

export async function isTeam(sql: Sql, organizationId: string, publicId: string): Promise<boolean> {
  const row = await sql.row('select id from teams where organization_id = $1 and public_id = $2', [
    organizationId,
    publicId,
  ]);
  return row !== undefined;
}

/** Of these public ids, those that are members'. */
export async function listMembers(sql: Sql, organizationId: string, publicIds: readonly string[]) {
  const rows = await sql.rows<{ public_id: string }>(
    'select public_id from memberships where organization_id = $1 and public_id = any($2::text[])',
    [organizationId, publicIds],
  );
  return new Set(rows.map((row) => row.public_id));
}

export async function insertRule(sql: Sql, organizationId: string, publicId: string, fields: RuleFields) {
  await sql.rows(
    `insert into distribution_rules (organization_id, public_id, name, position, active, conditions, strategy, pool)
     values ($1, $2, $3, $4, $5, $6, $7, $8)`,
    [organizationId, publicId, ...valuesOf(fields)],
  );
}

export async function updateRule(sql: Sql, organizationId: string, id: string, fields: RuleFields): Promise<void> {
  await sql.rows(
    `update distribution_rules
        set name = $3, position = $4, active = $5, conditions = $6, strategy = $7, pool = $8
      where organization_id = $1 and id = $2`,
    [organizationId, id, ...valuesOf(fields)],
  );
}

/** Hidden, not removed: leads say by which rule they were given. */
export async function hideRule(sql: Sql, organizationId: string, id: string): Promise<void> {
  await sql.rows('update distribution_rules set deleted_at = now() where organization_id = $1 and id = $2', [
    organizationId,
    id,
  ]);
  await sql.rows('delete from rotation_credits where organization_id = $1 and rule_id = $2', [organizationId, id]);
}

const valuesOf = (fields: RuleFields) => [
  fields.name,
  fields.position,
  fields.active,
  JSON.stringify(fields.when),
  fields.strategy,
  JSON.stringify(fields.pool),
];
