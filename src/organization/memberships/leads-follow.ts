import { setTimeout as sleep } from 'node:timers/promises';
import type { Database, Sql } from '../../db/sql.ts';
import { listOrganizationsBy, type Round, sweepOrganizations } from '../../db/sweep.ts';

// A lead carries its owner's team, so that a manager's list is read from one index. When a membership changes team, its leads
// follow in small transactions. The membership is marked until they are done; the maintenance continues marked ones.
const BATCH = 1_000;
/** A create in progress may still give a lead the old team: the mark stays until all such creates have ended. */
const SETTLED_MS = 15_000;

interface OwnedLead {
  created_at: Date;
  id: string;
}

export async function moveLeadsOf(sql: Sql, organizationId: string, membershipId: string): Promise<void> {
  let after: OwnedLead | undefined;
  do {
    const batch: OwnedLead[] = await listOwnedLeads(sql, organizationId, membershipId, after);
    const ids = batch.map(({ id }) => id);
    if (ids.length > 0) await giveTeam(sql, organizationId, membershipId, ids);
    after = batch.length < BATCH ? undefined : batch.at(-1);
  } while (after !== undefined);
}

/** By then every process knows the new team. */
const AGAIN_MS = 2_000;

/**
 * Waits for the move at most so long. What fails or is cut off stays marked, and is continued later. It is repeated soon, for leads
 * that were captured meanwhile by settings with the old team.
 */
export async function followFor(
  patienceMs: number,
  database: Database,
  organizationId: string,
  membershipId: string,
): Promise<void> {
  const move = () => moveLeadsOf(database, organizationId, membershipId).catch(() => {});
  const moved = move();
  void moved.then(() => sleep(AGAIN_MS, undefined, { ref: false })).then(move);
  await Promise.race([moved, sleep(patienceMs, undefined, { ref: false })]);
}

/** Continues marked moves of all organizations, and clears marks that are old enough. */
export async function finishMoves(round: Round): Promise<void> {
  const { sql } = round;
  const list = () => listOrganizationsBy(sql, WITH_MARKED);
  await sweepOrganizations({ ...round, list }, async (organizationId) => {
    for (const { id, leads_follow_since } of await listMarked(sql, organizationId)) {
      await moveLeadsOf(sql, organizationId, id);
      if (Date.now() - leads_follow_since.getTime() > SETTLED_MS) {
        await clearMark(sql, organizationId, id, leads_follow_since);
      }
    }
  });
}

export async function markMove(sql: Sql, organizationId: string, membershipId: string): Promise<void> {
  await sql.rows('update memberships set leads_follow_since = now() where organization_id = $1 and id = $2', [
    organizationId,
    membershipId,
  ]);
}

const WITH_MARKED = 'select distinct organization_id from memberships where leads_follow_since is not null limit 1000';

function listMarked(sql: Sql, organizationId: string) {
  return sql.rows<{ id: string; leads_follow_since: Date }>(
    'select id, leads_follow_since from memberships where organization_id = $1 and leads_follow_since is not null',
    [organizationId],
  );
}

async function clearMark(sql: Sql, organizationId: string, id: string, since: Date): Promise<void> {
  await sql.rows(
    `update memberships set leads_follow_since = null
      where organization_id = $1 and id = $2 and leads_follow_since = $3`,
    [organizationId, id, since.toISOString()],
  );
}

function listOwnedLeads(sql: Sql, organizationId: string, ownerId: string, after: OwnedLead | undefined) {
  const beyond = after === undefined ? '' : 'and (created_at, id) < ($4, $5)';
  return sql.rows<OwnedLead>(
    `select created_at, id from leads
      where organization_id = $1 and owner_id = $2 ${beyond}
      order by created_at desc, id desc
      limit $3`,
    [organizationId, ownerId, BATCH, ...(after === undefined ? [] : [after.created_at.toISOString(), after.id])],
  );
}

async function giveTeam(sql: Sql, organizationId: string, ownerId: string, leadIds: string[]): Promise<void> {
  await sql.rows('select leadline_give_team($1, $2, $3)', [organizationId, ownerId, leadIds]);
}
