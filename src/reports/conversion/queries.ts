import type { Actor } from '../../access/actor.ts';
import type { Sql } from '../../db/sql.ts';
import { Values } from '../../db/values.ts';
import type { Cohort } from '../cohort.ts';
import { cohortWhere, recordedBy, recordedColumns } from '../cohort-sql.ts';
import type { GroupBy } from './groups.ts';

export interface GroupRow {
  /** Id, or the first day of the week or month as YYYY-MM-DD; null: leads that have none. */
  key: string | null;
  /** The row of all leads. */
  is_total: boolean;
  leads: number;
  won: number;
  lost: number;
  won_value: number;
  /** Seconds from creation to the win. */
  median: number | null;
  unrecorded: number;
}

/** By group, and all together: one look at the cohort, so the groups sum to the whole. */
export function countGroups(
  sql: Sql,
  actor: Actor,
  cohort: Cohort,
  { groupBy, timeZone, limit }: { groupBy: GroupBy; timeZone: string; limit: number },
  wonIds: readonly string[],
  lostIds: readonly string[],
): Promise<GroupRow[]> {
  const values = new Values(actor.organizationId);
  const where = cohortWhere(actor, cohort, values);
  const recorded = recordedBy(actor, cohort, values);
  const day = () =>
    `to_char(date_trunc('${groupBy}', leads.created_at at time zone ${values.add(timeZone)}), 'YYYY-MM-DD')`;
  const id = groupBy === 'status' ? recorded.statusId : `leads.${groupBy}_id`;
  const key = groupBy === 'week' || groupBy === 'month' ? day() : `${id}::text`;
  const isWon = `lead.status_id = any(${values.add(wonIds)}::bigint[])`;
  const isLost = `lead.status_id = any(${values.add(lostIds)}::bigint[])`;
  return sql.rows<GroupRow>(
    `select lead.key, grouping(lead.key) = 1 as is_total, count(*)::integer as leads,
            count(*) filter (where ${isWon})::integer as won, count(*) filter (where ${isLost})::integer as lost,
            coalesce(sum(lead.value) filter (where ${isWon}), 0)::float8 as won_value,
            percentile_cont(0.5) within group (order by lead.seconds) filter (where ${isWon}) as median,
            count(*) filter (where lead.unrecorded)::integer as unrecorded
       from (select ${key} as key, ${recordedColumns(recorded)} from leads ${recorded.join}
              where ${where} and leads.organization_id = $1) as lead
      group by grouping sets ((lead.key), ())
      limit ${values.add(limit)}`,
    values.list,
    'replan',
  );
}
