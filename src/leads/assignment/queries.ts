import type { Actor } from '../../access/actor.ts';
import { leadsInScope } from '../../access/scope.ts';
import { type Query, query, type Sql } from '../../db/sql.ts';
import { Values } from '../../db/values.ts';
import type { Strategy } from '../../settings/snapshot.ts';
import { leadColumns, type StoredLead } from '../queries.ts';

/** A position in the queue. */
export interface QueuePosition {
  assigned_at: Date;
  id: string;
}

/** Behind which position a page of the queue begins. */
export type QueueStart = QueuePosition | 'front';

/** How many leads of the queue are read at a time. */
export const QUEUE_PAGE = 40;

/** In order of arrival, locked. A lead that is being written at this moment is left out; it comes with the next run. */
export function listQueue(organizationId: string, from: QueueStart, limit: number): Query<StoredLead & QueuePosition> {
  const values = new Values(organizationId, limit);
  const beyond =
    from === 'front'
      ? ''
      : `and (waiting.assigned_at, waiting.lead_id) > (${values.add(from.assigned_at.toISOString())}, ${values.add(from.id)})`;
  return query(
    `select ${leadColumns}, waiting.assigned_at
       from assignments as waiting
       join leads on leads.organization_id = $1 and leads.id = waiting.lead_id
      where waiting.organization_id = $1 and waiting.waiting and not leads.erased ${beyond}
      order by waiting.assigned_at, waiting.lead_id limit $2
        for update of leads skip locked`,
    values.list,
  );
}

const STEP = 500;

/** In the order of ids. A step reads so many index entries; the next one begins behind the last organization found. */
export async function* listOrganizationsWithWaiting(sql: Sql, step = STEP): AsyncGenerator<string> {
  for (let after: string | undefined = '0'; after !== undefined; ) {
    const rows: { organization_id: string }[] = await sql.rows(
      `select organization_id from assignments
        where waiting and organization_id > $1 order by organization_id limit $2`,
      [after, step],
    );
    yield* new Set(rows.map((row) => row.organization_id));
    after = rows.length < step ? undefined : rows.at(-1)?.organization_id;
  }
}

/** These wait no more: somebody has them, or they are closed. */
export const stopWaiting = (organizationId: string, leadIds: readonly string[]): Query =>
  query(
    'update assignments set waiting = false where organization_id = $1 and lead_id = any($2::bigint[]) and waiting',
    [organizationId, leadIds],
  );

/** These wait again in their old places, but for those whose owner a person has decided about. */
export const waitAgain = (organizationId: string, leadIds: readonly string[]): Query =>
  query(
    `update assignments set waiting = true
      where organization_id = $1 and lead_id = any($2::bigint[]) and owner_id is null and reassigned_at is null
        and not waiting`,
    [organizationId, leadIds],
  );

/** Without a decision where distribution has not decided about the lead. The rule may have been deleted since. */
export interface ShownAssignment {
  current_owner_id: string | null;
  created_at: Date;
  strategy: Strategy | null;
  candidate_ids: string | null;
  outcomes: string | null;
  more_candidates: number | null;
  assigned_at: Date | null;
  reassigned_at: Date | null;
  rule_public_id: string | null;
  rule_name: string | null;
}

/** How the lead came to its owner, if the actor may see the lead. */
export function findAssignment(sql: Sql, actor: Actor, leadPublicId: string): Promise<ShownAssignment | undefined> {
  const values = new Values();
  const scope = leadsInScope(actor, values);
  return sql.row<ShownAssignment>(
    `select leads.owner_id as current_owner_id, leads.created_at, given.strategy, given.candidate_ids, given.outcomes,
            given.more_candidates, given.assigned_at, given.reassigned_at,
            rules.public_id as rule_public_id, rules.name as rule_name
       from leads
       left join assignments as given on given.organization_id = leads.organization_id and given.lead_id = leads.id
       left join distribution_rules as rules on rules.organization_id = leads.organization_id and rules.id = given.rule_id
      where ${scope} and leads.public_id = ${values.add(leadPublicId)}`,
    values.list,
  );
}
