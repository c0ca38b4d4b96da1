import type { Actor } from '../../access/actor.ts';
import type { Sql } from '../../db/sql.ts';
import { Values } from '../../db/values.ts';
import type { Strategy } from '../../distribution/strategies.ts';
import type { Cohort } from '../cohort.ts';
import { cohortWhere } from '../cohort-sql.ts';

export interface GivenRow {
  /** Null: the fallback. */
  rule_id: string | null;
  membership_id: string;
  turns: number;
  /** Sum over the turns of the share that was due; null where the strategy knows no shares. */
  expected: number | null;
  open_cap: number;
  daily_cap: number;
}

/**
 * What distribution decided about the leads of a cohort, by rule and candidate. A candidate of a rule that had nobody counts
 * under that rule, and not under the one that gave the lead away in the end.
 */
export function listGiven(sql: Sql, actor: Actor, cohort: Cohort): Promise<GivenRow[]> {
  const values = new Values();
  const where = cohortWhere(actor, cohort, values);
  return sql.rows<GivenRow>(
    `select judged.rule_id, judged.membership_id,
            count(*) filter (where judged.outcome = 'C')::integer as turns,
            sum(judged.expected)::float8 as expected,
            count(*) filter (where judged.outcome = 'o')::integer as open_cap,
            count(*) filter (where judged.outcome = 'd')::integer as daily_cap
       from (select case when candidate.step <= coalesce(cardinality(given.passed_rule_ids), 0)
                         then given.passed_rule_ids[candidate.step] else given.rule_id end as rule_id,
                    candidate.id as membership_id, candidate.outcome,
                    case when candidate.outcome in ('C', 'n') and given.strategy in ('round_robin', 'weighted')
                         then coalesce(candidate.weight, 1)::numeric
                              / coalesce((select sum(weight) from unnest(string_to_array(given.weights, ' ', '-')::smallint[]) as weight),
                                         length(regexp_replace(given.outcomes, '[^Cn]', '', 'g')))
                    end as expected
               from leads
               join assignments as given on given.organization_id = leads.organization_id and given.lead_id = leads.id
               cross join lateral (
                 select one.id, one.outcome, one.weight,
                        1 + (select count(*)::integer from unnest(given.passed_until) as until where until < one.n) as step
                   from unnest(string_to_array(given.candidate_ids, ' ')::bigint[], string_to_array(given.outcomes, null),
                               string_to_array(given.weights, ' ', '-')::smallint[])
                        with ordinality as one (id, outcome, weight, n)) as candidate
              where ${where}) as judged
      group by judged.rule_id, judged.membership_id`,
    values.list,
    'replan',
  );
}

export interface NamedRule {
  id: string;
  public_id: string;
  name: string;
  strategy: Strategy;
}

/** These rules, deleted ones included, in the order in which they are tried. */
export const listRulesById = (sql: Sql, organizationId: string, ids: readonly string[]) =>
  sql.rows<NamedRule>(
    `select id, public_id, name, strategy from distribution_rules
      where organization_id = $1 and id = any($2::bigint[]) order by position, name, id`,
    [organizationId, ids],
  );

/** How many leads of the cohort distribution decided about, and how many of them still wait. */
export async function countDecided(sql: Sql, actor: Actor, cohort: Cohort) {
  const values = new Values();
  const where = cohortWhere(actor, cohort, values);
  const row = await sql.row<{ leads: number; waiting: number }>(
    `select count(*)::integer as leads, count(*) filter (where given.waiting)::integer as waiting
       from leads
       join assignments as given on given.organization_id = leads.organization_id and given.lead_id = leads.id
      where ${where}`,
    values.list,
  );
  return row ?? { leads: 0, waiting: 0 };
}
