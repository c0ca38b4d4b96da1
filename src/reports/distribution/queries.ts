import type { Actor } from '../../access/actor.ts';
import { leadsInScope } from '../../access/scope.ts';
import type { Sql } from '../../db/sql.ts';
import { Values } from '../../db/values.ts';

export interface GivenRow {
  /** Null: the fallback. */
  rule_id: string | null;
  /** Null: nobody could take the lead. */
  membership_id: string | null;
  turns: number;
  /** Sum over the turns of the share that was due; null where the strategy knows no shares. */
  expected: number | null;
  open_cap: number;
  daily_cap: number;
}

/**
 * What distribution decided about leads created in a range, by rule and candidate. A candidate of a rule that had nobody counts
 * under that rule, and not under the one that gave the lead away in the end.
 */
export function listGiven(sql: Sql, actor: Actor, from: Date | null, before: Date | null): Promise<GivenRow[]> {
  const values = new Values();
  const scope = leadsInScope(actor, values);
  const bounds = [
    from && `and leads.created_at >= ${values.add(from.toISOString())}`,
    before && `and leads.created_at < ${values.add(before.toISOString())}`,
  ];
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
                              / coalesce((select sum(weight) from unnest(given.weights) as weight),
                                         length(regexp_replace(given.outcomes, '[^Cn]', '', 'g')))
                    end as expected
               from leads
               join assignments as given on given.organization_id = leads.organization_id and given.lead_id = leads.id
               cross join lateral (
                 select one.id, one.outcome, one.weight,
                        1 + (select count(*)::integer from unnest(given.passed_until) as until where until < one.n) as step
                   from unnest(given.candidate_ids, string_to_array(given.outcomes, null), given.weights)
                        with ordinality as one (id, outcome, weight, n)) as candidate
              where ${scope} ${bounds.filter(Boolean).join(' ')}) as judged
      group by judged.rule_id, judged.membership_id`,
    values.list,
    'replan',
  );
}

/** How many of them nobody could take. */
export async function countUnassigned(sql: Sql, actor: Actor, from: Date | null, before: Date | null) {
  const values = new Values();
  const scope = leadsInScope(actor, values);
  const bounds = [
    from && `and leads.created_at >= ${values.add(from.toISOString())}`,
    before && `and leads.created_at < ${values.add(before.toISOString())}`,
  ];
  const row = await sql.row<{ leads: number; waiting: number }>(
    `select count(*)::integer as leads, count(*) filter (where given.waiting)::integer as waiting
       from leads
       join assignments as given on given.organization_id = leads.organization_id and given.lead_id = leads.id
      where ${scope} ${bounds.filter(Boolean).join(' ')}`,
    values.list,
  );
  return row ?? { leads: 0, waiting: 0 };
}
