import type { Actor } from '../access/actor.ts';
import { leadsInScopeOrErased, scopeOf } from '../access/scope.ts';
import type { Values } from '../db/values.ts';
import { ownerConditions } from '../leads/listing/conditions.ts';
import type { Cohort } from './cohort.ts';

/** The condition on `leads`: what the actor may see, in the cohort. Erased leads still count. */
export function cohortWhere(actor: Actor, cohort: Cohort, values: Values): string {
  const conditions = [leadsInScopeOrErased(actor, values), ...values.within('leads.created_at', cohort)];
  if (!cohort.isNow) conditions.push(`leads.created_at <= ${values.add(cohort.asOf.toISOString())}`);
  const among = (column: string, list: readonly string[] | null) => {
    if (list !== null) conditions.push(`leads.${column} = any(${values.add(list)}::bigint[])`);
  };
  among('source_id', cohort.sourceIds);
  conditions.push(...ownerConditions(cohort, values));
  among('team_id', cohort.teamIds);
  return conditions.join(' and ');
}

/** Where a lead stood at the moment of the report, by its recorded transitions. SQL expressions. */
export interface Recorded {
  /** To be put after `from leads`. */
  readonly join: string;
  /** The statuses it had entered, as `hasEntered` reads them. */
  readonly entered: string;
  /** The last one, and since when. */
  readonly statusId: string;
  readonly at: string;
}

/**
 * Up to now it stands on the lead. At an earlier moment it is read from transitions, lead by lead: a join of the two ranges
 * was quadratic where PostgreSQL did not know their sizes yet (leads since the last ANALYZE).
 */
export function recordedBy(actor: Actor, cohort: Cohort, values: Values): Recorded {
  if (cohort.isNow) {
    return { join: '', entered: 'leads.entered', statusId: 'leads.recorded_status_id', at: 'leads.recorded_at' };
  }
  return {
    join: `cross join lateral (
             select array_agg(distinct steps.to_status_id) as entered,
                    (array_agg(steps.to_status_id order by steps.occurred_at desc, steps.id desc))[1] as status_id,
                    max(steps.occurred_at) as at
               from transitions as steps
              where steps.organization_id = ${values.add(actor.organizationId)} and ${stepsOfLead(cohort, values)}) as path`,
    entered: 'path.entered',
    statusId: 'path.status_id',
    at: 'path.at',
  };
}

/** Whether a status is in what `recordedBy` calls `entered`: bits by number on the lead, ids from its transitions. */
export const hasEntered = ({ isNow }: Cohort, entered: string, status: string): string =>
  isNow
    ? `case when ${status}.number < 8 * length(${entered}) then get_bit(${entered}, ${status}.number) = 1 else false end`
    : `${status}.id = any(${entered})`;

/** The transitions of one lead up to the moment of the report. */
export const stepsOfLead = (cohort: Cohort, values: Values): string =>
  `steps.lead_created_at = leads.created_at and steps.lead_id = leads.id and steps.occurred_at <= ${values.add(cohort.asOf.toISOString())}`;

/** Whether the cohort is all leads of the range: then transitions can be read without looking at leads. */
export const isWhole = (actor: Actor, { sourceIds, ownerIds, ownerless, teamIds }: Cohort): boolean =>
  scopeOf(actor) === 'organization' && sourceIds === null && ownerIds === null && !ownerless && teamIds === null;

/** The transitions of all leads of the range up to the moment of the report. */
export function stepsOfRange(cohort: Cohort, values: Values): string {
  const asOf = `steps.occurred_at <= ${values.add(cohort.asOf.toISOString())}`;
  return [asOf, ...values.within('steps.lead_created_at', cohort)].join(' and ');
}

/** How long it was from one moment to another. Not by `extract`, which counts in numeric: visits then take twice as long. */
export const seconds = (from: string, to: string): string => `date_part('epoch', ${to} - ${from})`;

/** Where a lead stood, what it is worth, and how long it had taken. */
export const recordedColumns = ({ statusId, at }: Recorded): string =>
  `${statusId} as status_id, leads.estimated_value as value, leads.status_id <> leads.recorded_status_id as unrecorded,
   ${seconds('leads.created_at', at)} as seconds`;
