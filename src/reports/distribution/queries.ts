import type { Actor } from '../../access/actor.ts';
import type { Sql } from '../../db/sql.ts';
import { Values } from '../../db/values.ts';
import type { Strategy } from '../../settings/snapshot.ts';
import type { Cohort } from '../cohort.ts';
import { cohortWhere } from '../cohort-sql.ts';

export interface GivenRow {
  /** Null: the fallback. */
  rule_id: string | null;
  membership_id: string;
  turns: number;
  /** Turns that were decided by a strategy with shares: a rule's strategy may change. */
  with_shares: number;
  /** Sum over these turns of all members of the share that was due; null where there is none. */
  expected: number | null;
  open_cap: number;
  daily_cap: number;
  /** Some of the decisions list only the first of their candidates, so nobody's share or caps can be told from them. */
  is_cut: boolean;
}

/**
 * Leads are counted by the hash of their decision, from an index; of alike decisions one is read for all. A candidate of a rule that
 * had nobody counts under that rule, and not under the one that assigned the lead in the end.
 */
export async function countGiven(sql: Sql, actor: Actor, cohort: Cohort, limit: number) {
  const values = new Values(actor.organizationId);
  const where = cohortWhere(actor, cohort, values);
  const rows = await sql.rows<Omit<GivenRow, 'membership_id'> & { membership_id: string | null } & Totals>(
    `with decided as materialized (
       select leads.decision_hash as hash, leads.chosen_candidate as chosen, count(*) as leads, min(leads.id) as lead_id
         from leads
        where ${where} and leads.organization_id = $1 and leads.decision_hash is not null
        group by 1, 2
     ), alike as materialized (
       select same.hash, same.leads, given.rule_id, given.strategy, given.passed_rule_ids, given.passed_until,
              string_to_array(given.candidate_ids, ' ')::bigint[] as candidate_ids,
              string_to_array(given.weights, ' ', '-')::smallint[] as weights,
              translate(given.outcomes, 'C', 'n') as outcomes, given.more_candidates > 0 as is_cut
         from (select hash, sum(leads) as leads, min(lead_id) as lead_id from decided group by 1) as same
         join assignments as given on given.organization_id = $1 and given.lead_id = same.lead_id
     ), judged as (
       select alike.rule_id, alike.candidate_ids[decided.chosen] as membership_id, decided.leads as turns,
              case when alike.strategy in ('round_robin', 'weighted') then decided.leads else 0 end as with_shares,
              null::numeric as expected, 0 as open_cap, 0 as daily_cap, alike.is_cut
         from decided join alike using (hash) where decided.chosen is not null
       union all
       select case when candidate.step <= coalesce(cardinality(alike.passed_rule_ids), 0)
                   then alike.passed_rule_ids[candidate.step] else alike.rule_id end,
              candidate.id, 0, 0,
              case when candidate.outcome = 'n' and alike.strategy in ('round_robin', 'weighted')
                   then alike.leads * coalesce(candidate.weight, 1) / able.weights end,
              case when candidate.outcome = 'o' then alike.leads else 0 end,
              case when candidate.outcome = 'd' then alike.leads else 0 end, false
         from alike
         cross join lateral (
           select coalesce((select sum(weight) from unnest(alike.weights) as weight),
                           length(alike.outcomes) - length(translate(alike.outcomes, 'n', '')))::numeric as weights) as able
         cross join lateral (
           select one.id, one.outcome, one.weight,
                  1 + (select count(*)::integer from unnest(alike.passed_until) as until where until < one.n) as step
             from unnest(alike.candidate_ids, string_to_array(alike.outcomes, null), alike.weights)
                  with ordinality as one (id, outcome, weight, n)) as candidate
        where not alike.is_cut
     )
     select totals.leads::integer, totals.waiting::integer, given.rule_id, given.membership_id, given.turns::integer,
            given.with_shares::integer, given.expected::float8, given.open_cap::integer, given.daily_cap::integer, given.is_cut
       from (select coalesce(sum(leads), 0) as leads,
                    (select count(*)
                       from assignments as queued
                       join leads on leads.organization_id = queued.organization_id and leads.id = queued.lead_id
                      where queued.organization_id = $1 and queued.waiting and ${where} and leads.organization_id = $1) as waiting
               from decided) as totals
       left join (select rule_id, membership_id, sum(turns) as turns, sum(with_shares) as with_shares, sum(expected) as expected,
                         sum(open_cap) as open_cap, sum(daily_cap) as daily_cap, bool_or(is_cut) as is_cut
                    from judged group by 1, 2) as given on true
      limit ${values.add(limit)}`,
    values.list,
    'replan',
  );
  const { leads, waiting } = rows[0] ?? { leads: 0, waiting: 0 };
  return { leads, waiting, given: rows.flatMap((row) => (row.membership_id === null ? [] : [row as GivenRow])) };
}

/** Leads of the cohort that distribution decided about, and how many of them still wait. */
interface Totals {
  leads: number;
  waiting: number;
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
