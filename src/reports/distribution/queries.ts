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

export interface Decided {
  /** Leads of the cohort that distribution decided about, and how many of them still wait. */
  readonly leads: number;
  readonly waiting: number;
  readonly given: readonly GivenRow[];
}

/**
 * What distribution decided about the leads of a cohort, by rule and candidate. Decisions that found the same candidates in the
 * same state are counted first and taken apart once: there are far fewer of them than leads. A candidate of a rule that had
 * nobody counts under that rule, and not under the one that gave the lead away in the end.
 */
export async function countGiven(sql: Sql, actor: Actor, cohort: Cohort, limit: number): Promise<Decided> {
  const values = new Values(actor.organizationId);
  const where = cohortWhere(actor, cohort, values);
  const rows = await sql.rows<Omit<GivenRow, 'membership_id'> & { membership_id: string | null } & Totals>(
    `with decided as materialized (
       select given.rule_id, given.strategy, given.candidate_ids, given.passed_rule_ids, given.passed_until, given.weights,
              translate(given.outcomes, 'C', 'n') as outcomes,
              case when strpos(given.outcomes, 'C') > 0 then given.owner_id end as owner_id,
              count(*) as leads, count(*) filter (where given.waiting) as waiting
         from leads
         join assignments as given on given.organization_id = leads.organization_id and given.lead_id = leads.id
        where ${where} and leads.organization_id = $1 and given.organization_id = $1
        group by 1, 2, 3, 4, 5, 6, 7, 8
     ), alike as (
       select rule_id, strategy, candidate_ids, passed_rule_ids, passed_until, weights, outcomes, sum(leads) as leads
         from decided group by 1, 2, 3, 4, 5, 6, 7
     ), judged as (
       select rule_id, owner_id as membership_id, leads as turns, null::numeric as expected, 0 as open_cap, 0 as daily_cap
         from decided where owner_id is not null
       union all
       select case when candidate.step <= coalesce(cardinality(alike.passed_rule_ids), 0)
                   then alike.passed_rule_ids[candidate.step] else alike.rule_id end,
              candidate.id, 0,
              case when candidate.outcome = 'n' and alike.strategy in ('round_robin', 'weighted')
                   then alike.leads * coalesce(candidate.weight, 1) / able.weights end,
              case when candidate.outcome = 'o' then alike.leads else 0 end,
              case when candidate.outcome = 'd' then alike.leads else 0 end
         from alike
         cross join lateral (
           select coalesce((select sum(weight) from unnest(string_to_array(alike.weights, ' ', '-')::smallint[]) as weight),
                           length(alike.outcomes) - length(translate(alike.outcomes, 'n', '')))::numeric as weights) as able
         cross join lateral (
           select one.id, one.outcome, one.weight,
                  1 + (select count(*)::integer from unnest(alike.passed_until) as until where until < one.n) as step
             from unnest(string_to_array(alike.candidate_ids, ' ')::bigint[], string_to_array(alike.outcomes, null),
                         string_to_array(alike.weights, ' ', '-')::smallint[])
                  with ordinality as one (id, outcome, weight, n)) as candidate
     )
     select totals.leads::integer, totals.waiting::integer, given.rule_id, given.membership_id, given.turns::integer,
            given.expected::float8, given.open_cap::integer, given.daily_cap::integer
       from (select coalesce(sum(leads), 0) as leads, coalesce(sum(waiting), 0) as waiting from decided) as totals
       left join (select rule_id, membership_id, sum(turns) as turns, sum(expected) as expected,
                         sum(open_cap) as open_cap, sum(daily_cap) as daily_cap
                    from judged group by 1, 2) as given on true
      limit ${values.add(limit)}`,
    values.list,
    'replan',
  );
  const { leads, waiting } = rows[0] ?? { leads: 0, waiting: 0 };
  return { leads, waiting, given: rows.flatMap((row) => (row.membership_id === null ? [] : [row as GivenRow])) };
}

type Totals = Pick<Decided, 'leads' | 'waiting'>;

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
