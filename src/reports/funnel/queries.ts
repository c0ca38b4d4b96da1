import type { Actor } from '../../access/actor.ts';
import type { Sql } from '../../db/sql.ts';
import { Values } from '../../db/values.ts';
import type { Cohort } from '../cohort.ts';
import { cohortWhere, recordedBy } from '../cohort-sql.ts';

/** Leads that entered the same statuses and stand in the same one. */
export interface PathRow {
  /** To be read by `enteredIds`. */
  entered: Buffer | string;
  status_id: string;
  leads: number;
  value: number;
  unrecorded: number;
}

export function countPaths(sql: Sql, actor: Actor, cohort: Cohort): Promise<PathRow[]> {
  const values = new Values(actor.organizationId);
  const where = cohortWhere(actor, cohort, values);
  const recorded = recordedBy(cohort, values);
  return sql.rows<PathRow>(
    `select ${recorded.entered} as entered, ${recorded.statusId} as status_id, count(*)::integer as leads,
            coalesce(sum(leads.estimated_value), 0)::float8 as value,
            count(*) filter (where leads.status_id <> leads.recorded_status_id)::integer as unrecorded
       from leads ${recorded.join}
      where ${where} and leads.organization_id = $1
      group by 1, 2`,
    values.list,
    'replan',
  );
}
