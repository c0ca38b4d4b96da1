import type { Actor } from '../../access/actor.ts';
import type { Sql } from '../../db/sql.ts';
import { Values } from '../../db/values.ts';
import type { Cohort } from '../cohort.ts';
import {
  cohortWhere,
  isWhole,
  recordedBy,
  recordedColumns,
  seconds,
  stepsOfLead,
  stepsOfRange,
} from '../cohort-sql.ts';

/** Visits to one status: from an entry to the next recorded transition. Seconds. */
export interface VisitRow {
  status_id: string;
  finished: number;
  mean: number | null;
  /** Median, 75th and 90th percentile. */
  percentiles: [number, number, number] | null;
  unfinished: number;
  median_age: number | null;
}

export function countVisits(sql: Sql, actor: Actor, cohort: Cohort): Promise<VisitRow[]> {
  const values = new Values(actor.organizationId);
  const visits = isWhole(actor, cohort) ? visitsOfRange(cohort, values) : visitsOfCohort(actor, cohort, values);
  const asOf = values.add(cohort.asOf.toISOString());
  return sql.rows<VisitRow>(
    `select visit.status_id, count(visit.seconds)::integer as finished, avg(visit.seconds)::float8 as mean,
            percentile_cont(array[0.5, 0.75, 0.9]) within group (order by visit.seconds) as percentiles,
            count(visit.age)::integer as unfinished,
            percentile_cont(0.5) within group (order by visit.age) as median_age
       from (select step.status_id, ${seconds('step.entered_at', 'step.left_at')} as seconds,
                    case when step.left_at is null then ${seconds('step.entered_at', `${asOf}::timestamptz`)} end as age
               from (${visits}) as step) as visit
      group by visit.status_id`,
    values.list,
    'replan',
  );
}

/** Read along the index of transitions, in its order. */
const visitsOfRange = (cohort: Cohort, values: Values): string =>
  `select steps.to_status_id as status_id, steps.occurred_at as entered_at,
          lead(steps.occurred_at) over (partition by steps.lead_created_at, steps.lead_id
                                        order by steps.occurred_at, steps.id) as left_at
     from transitions as steps
    where steps.organization_id = $1 and ${stepsOfRange(cohort, values)}`;

/** Lead by lead. */
function visitsOfCohort(actor: Actor, cohort: Cohort, values: Values): string {
  const where = cohortWhere(actor, cohort, values);
  return `select visits.status_id, visits.entered_at, visits.left_at
            from leads
            cross join lateral (
              select steps.to_status_id as status_id, steps.occurred_at as entered_at,
                     lead(steps.occurred_at) over (order by steps.occurred_at, steps.id) as left_at
                from transitions as steps
               where steps.organization_id = ${values.add(actor.organizationId)} and ${stepsOfLead(cohort, values)}) as visits
           where ${where} and leads.organization_id = $1`;
}

/** From creation to the end, and what sales velocity is made of. Seconds. */
export interface CycleRow {
  leads: number;
  unrecorded: number;
  open: number;
  won: number;
  lost: number;
  won_value: number;
  won_mean: number | null;
  /** Median and 90th percentile. */
  won_percentiles: [number, number] | null;
  lost_percentiles: [number, number] | null;
}

export async function countCycles(
  sql: Sql,
  actor: Actor,
  cohort: Cohort,
  wonIds: readonly string[],
  lostIds: readonly string[],
): Promise<CycleRow> {
  const values = new Values(actor.organizationId);
  const where = cohortWhere(actor, cohort, values);
  const recorded = recordedBy(actor, cohort, values);
  const isWon = `ended.status_id = any(${values.add(wonIds)}::bigint[])`;
  const isLost = `ended.status_id = any(${values.add(lostIds)}::bigint[])`;
  const percentiles = (condition: string) =>
    `percentile_cont(array[0.5, 0.9]) within group (order by ended.seconds) filter (where ${condition})`;
  const row = await sql.row<CycleRow>(
    `select count(*)::integer as leads, count(*) filter (where ended.unrecorded)::integer as unrecorded,
            count(*) filter (where not (${isWon}) and not (${isLost}))::integer as open,
            count(*) filter (where ${isWon})::integer as won, count(*) filter (where ${isLost})::integer as lost,
            coalesce(sum(ended.value) filter (where ${isWon}), 0)::float8 as won_value,
            avg(ended.seconds) filter (where ${isWon}) as won_mean,
            ${percentiles(isWon)} as won_percentiles, ${percentiles(isLost)} as lost_percentiles
       from (select ${recordedColumns(recorded)} from leads ${recorded.join}
              where ${where} and leads.organization_id = $1) as ended`,
    values.list,
  );
  if (row === undefined) throw new Error('the cycles were not answered');
  return row;
}
