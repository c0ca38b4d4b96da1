import type { Actor } from '../../access/actor.ts';
import type { Sql } from '../../db/sql.ts';
import { Values } from '../../db/values.ts';
import type { StatusSetting } from '../../settings/snapshot.ts';
import type { Cohort } from '../cohort.ts';
import { cohortWhere, hasEntered, recordedBy } from '../cohort-sql.ts';

/** Leads that came exactly as far as this status; or, without `now`, leads that have entered it. */
export interface StageRow {
  /** Null: of none of the stages is an entry recorded. */
  status_id: string | null;
  now: 'open' | 'won' | 'lost' | null;
  leads: number;
  value: number;
  unrecorded: number;
}

/**
 * Leads with the same path are counted first, and each path is judged once. There may be as many paths as leads: they stay in
 * the database, which answers four rows a status at most. `statuses` are in the order of the stages.
 */
export function countStages(
  sql: Sql,
  actor: Actor,
  cohort: Cohort,
  statuses: readonly Pick<StatusSetting, 'id' | 'number'>[],
  wonIds: readonly string[],
  lostIds: readonly string[],
): Promise<StageRow[]> {
  const values = new Values(actor.organizationId);
  const where = cohortWhere(actor, cohort, values);
  const recorded = recordedBy(actor, cohort, values);
  const ids = `${values.add(statuses.map(({ id }) => id))}::bigint[]`;
  const numbers = `${values.add(statuses.map(({ number }) => number))}::integer[]`;
  const [won, lost] = [`${values.add(wonIds)}::bigint[]`, `${values.add(lostIds)}::bigint[]`];
  return sql.rows<StageRow>(
    `with paths as materialized (
       select ${recorded.entered} as entered, ${recorded.statusId} as status_id, count(*) as leads,
              sum(leads.estimated_value) as value,
              count(*) filter (where leads.status_id <> leads.recorded_status_id) as unrecorded
         from leads ${recorded.join}
        where ${where} and leads.organization_id = $1
        group by 1, 2
     ), judged as materialized (
       select paths.leads, paths.value, paths.unrecorded,
              case when paths.status_id = any(${won}) then 'won' when paths.status_id = any(${lost}) then 'lost' else 'open' end as now,
              array(select stage.id from unnest(${ids}, ${numbers}) with ordinality as stage (id, number, position)
                     where ${hasEntered(cohort, 'paths.entered', 'stage')} order by stage.position) as entered
         from paths
     )
     select entered[cardinality(entered)] as status_id, now, sum(leads)::integer as leads,
            coalesce(sum(value), 0)::float8 as value, sum(unrecorded)::integer as unrecorded
       from judged group by 1, 2
     union all
     select status_id, null, sum(leads)::integer, 0, 0 from judged cross join unnest(entered) as status_id group by 1`,
    values.list,
    'replan',
  );
}
