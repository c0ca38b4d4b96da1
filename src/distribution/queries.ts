import { insertRows } from '../db/many-rows.ts';
import { type Query, query } from '../db/sql.ts';

/** Whoever assigns leads of the organization waits until this transaction ends. No row: nothing was assigned yet. */
export const lockRotation = (organizationId: string): Query<{ has_waiting: boolean; has_suppressed: boolean }> =>
  query('select has_waiting, has_suppressed from rotations where organization_id = $1 for update', [organizationId]);

export const insertRotation = (organizationId: string): Query =>
  query('insert into rotations (organization_id, has_waiting) values ($1, false) on conflict do nothing', [
    organizationId,
  ]);

export const updateHasWaiting = (organizationId: string, hasWaiting: boolean): Query =>
  hasWaiting
    ? query('update rotations set has_waiting = true where organization_id = $1', [organizationId])
    : query(
        // One that is being changed at this moment was not seen in the queue, and waits all the same.
        `update rotations
            set has_waiting = exists (select from assignments where organization_id = $1 and waiting)
          where organization_id = $1`,
        [organizationId],
      );

/** Leads of this status that nobody was eligible for wait again in their old places. */
export const waitAgainIn = (organizationId: string, statusId: string): Query =>
  query(
    `update assignments set waiting = true
       from leads
      where assignments.organization_id = $1 and assignments.owner_id is null and assignments.reassigned_at is null
        and not assignments.waiting
        and leads.organization_id = $1 and leads.id = assignments.lead_id
        and leads.owner_id is null and leads.status_id = $2 and not leads.erased`,
    [organizationId, statusId],
  );

/** Once it is set, this locks nothing. */
export const updateHasSuppressed = (organizationId: string): Query =>
  query('update rotations set has_suppressed = true where organization_id = $1 and not has_suppressed', [
    organizationId,
  ]);

/** The credits of these rotations, as JSON. */
export const listCredits = (
  organizationId: string,
  keys: readonly string[],
): Query<{ rule_id: string; credits: string }> =>
  query('select rule_id, credits from rotation_credits where organization_id = $1 and rule_id = any($2::bigint[])', [
    organizationId,
    keys,
  ]);

/** Each with the id of its rule, and as JSON. */
export const saveCredits = (organizationId: string, credits: readonly (readonly [string, string])[]): Query[] =>
  insertRows(
    'insert into rotation_credits (organization_id, rule_id, credits)',
    [organizationId],
    credits,
    'on conflict (organization_id, rule_id) do update set credits = excluded.credits',
  );

export interface MemberCount {
  owner_id: string;
  leads: number;
}

/** How many open leads each of these members has. */
export const countOpenLeads = (
  organizationId: string,
  memberIds: readonly string[],
  openStatusIds: readonly string[],
): Query<MemberCount> =>
  query(
    `select owner_id, count(*)::integer as leads from leads
      where organization_id = $1 and owner_id = any($2::bigint[]) and status_id = any($3::bigint[]) and not erased
      group by owner_id`,
    [organizationId, memberIds, openStatusIds],
  );

/** How many leads each of these members was assigned since the day began. */
export const countAssigned = (
  organizationId: string,
  memberIds: readonly string[],
  dayStart: Date,
): Query<MemberCount> =>
  query(
    `select owner_id, count(*)::integer as leads from assignments
      where organization_id = $1 and owner_id = any($2::bigint[]) and assigned_at >= $3
      group by owner_id`,
    [organizationId, memberIds, dayStart.toISOString()],
  );
