import type { Sql } from '../../db/sql.ts';
import type { RuleSetting } from '../../settings/snapshot.ts';

export type Rule = Omit<RuleSetting, 'id'>;

export async function insertRule(sql: Sql, organizationId: string, rule: Rule): Promise<void> {
  await sql.rows(
    `insert into distribution_rules (organization_id, public_id, name, position, active, conditions, strategy, pool)
     values ($1, $2, $3, $4, $5, $6, $7, $8)`,
    [organizationId, rule.public_id, ...valuesOf(rule)],
  );
}

export async function updateRule(sql: Sql, organizationId: string, rule: Rule): Promise<void> {
  await sql.rows(
    `update distribution_rules
        set name = $3, position = $4, active = $5, conditions = $6, strategy = $7, pool = $8
      where organization_id = $1 and public_id = $2`,
    [organizationId, rule.public_id, ...valuesOf(rule)],
  );
}

/** Hidden, not removed: leads name the rule that assigned them. */
export async function hideRule(sql: Sql, organizationId: string, id: string): Promise<void> {
  await sql.rows('update distribution_rules set deleted_at = now() where organization_id = $1 and id = $2', [
    organizationId,
    id,
  ]);
  await sql.rows('delete from rotation_credits where organization_id = $1 and rule_id = $2', [organizationId, id]);
}

const valuesOf = ({ name, position, active, when, strategy, pool }: Rule) => [
  name,
  position,
  active,
  JSON.stringify(when),
  strategy,
  JSON.stringify(pool),
];
