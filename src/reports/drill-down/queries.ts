import type { Actor } from '../../access/actor.ts';
import type { Sql } from '../../db/sql.ts';
import type { Values } from '../../db/values.ts';
import { asPage, type PageParts, type PageRow } from '../../leads/listing/page.ts';
import type { Cohort } from '../cohort.ts';
import { cohortWhere, stepsOfLead } from '../cohort-sql.ts';

/** Newest first. Each lead is judged by its own transitions along the walk, which stops when the page is full. */
export function listFigureLeads(
  sql: Sql,
  actor: Actor,
  cohort: Cohort,
  condition: string,
  values: Values,
  parts: PageParts,
): Promise<PageRow | undefined> {
  const { after, limit } = parts.page;
  const where = cohortWhere(actor, cohort, values);
  const found = `
     select leads.id, leads.score, leads.rescore_at, leads.rendered, leads.created_at as sort_key
       from leads
       cross join lateral (
         select array_agg(steps.to_status_id) as entered_ids,
                (array_agg(steps.to_status_id order by steps.occurred_at desc, steps.id desc))[1] as status_id,
                (array_agg(steps.to_status_id order by steps.occurred_at desc, steps.id desc))[2:] as left_ids
           from transitions as steps
          where steps.organization_id = ${values.add(actor.organizationId)} and ${stepsOfLead(cohort, values)}) as path
      where ${where} and not leads.erased and ${condition} ${values.beyond('leads.created_at, leads.id', after)}
      order by leads.created_at desc, leads.id desc limit ${values.add(limit)}`;
  return sql.row<PageRow>(asPage(found, values, parts), values.list, 'replan');
}
