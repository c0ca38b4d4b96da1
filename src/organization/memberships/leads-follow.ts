import { setTimeout as sleep } from 'node:timers/promises';
import type { Database, Sql } from '../../db/sql.ts';
import { type Known, nobodyKnown, sweepOrganizations } from '../../db/sweep.ts';

/**
 * A lead has its owner's team, on the lead itself, so that a manager's list is read from one index. When a membership
 * changes team, its leads follow: in small batches, each a transaction of its own, so that no lock is held for long however
 * many leads there are. The membership is marked until it is done; whoever finds the mark goes on.
 */
const BATCH = 1_000;
/** A create under way may still give a lead the old team; the mark outlives every such statement. */
const SETTLED_MS = 15_000;

export async function moveLeadsOf(database: Database, organizationId: string, membershipId: string): Promise<void> {
  let after: { created_at: Date; id: string } | null = null;
  do {
    const batch: { created_at: Date; id: string }[] = await listOwnedLeads(
      database,
      organizationId,
      membershipId,
      after,
    );
    if (batch.length > 0)
      await giveTeam(
        database,
        organizationId,
        membershipId,
        batch.map(({ id }) => id),
      );
    after = batch.length < BATCH ? null : (batch.at(-1) ?? null);
  } while (after !== null);
}

/** Moves the leads, and waits for it so long at most. What fails or is cut off stays marked, and is gone on with. */
export async function followFor(
  patienceMs: number,
  database: Database,
  organizationId: string,
  membershipId: string,
): Promise<void> {
  const moved = moveLeadsOf(database, organizationId, membershipId).catch(() => {});
  await Promise.race([moved, sleep(patienceMs, undefined, { ref: false })]);
}

/** Goes on with what is marked, in every organization, and takes the mark off where nothing can come after. */
export async function finishMoves(database: Database, known: Known = nobodyKnown): Promise<void> {
  const list = () => listOrganizationsWithMarked(database);
  await sweepOrganizations({ sql: database, list, known }, async (organizationId) => {
    for (const { id, leads_follow_since } of await listMarked(database, organizationId)) {
      await moveLeadsOf(database, organizationId, id);
      if (Date.now() - leads_follow_since.getTime() > SETTLED_MS) {
        await clearMark(database, organizationId, id, leads_follow_since);
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

/** Across organizations: only which of them have marked memberships. */
async function listOrganizationsWithMarked(sql: Sql): Promise<string[]> {
  const rows = await sql.rows<{ organization_id: string }>(
    'select distinct organization_id from memberships where leads_follow_since is not null limit 1000',
  );
  return rows.map((row) => row.organization_id);
}

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

function listOwnedLeads(
  sql: Sql,
  organizationId: string,
  ownerId: string,
  after: { created_at: Date; id: string } | null,
) {
  const beyond = after === null ? '' : 'and (created_at, id) < ($4, $5)';
  return sql.rows<{ created_at: Date; id: string }>(
    `select created_at, id from leads
      where organization_id = $1 and owner_id = $2 ${beyond}
      order by created_at desc, id desc
      limit $3`,
    [organizationId, ownerId, BATCH, ...(after === null ? [] : [after.created_at.toISOString(), after.id])],
  );
}

async function giveTeam(sql: Sql, organizationId: string, ownerId: string, leadIds: string[]): Promise<void> {
  await sql.rows('select leadline_give_team($1, $2, $3)', [organizationId, ownerId, leadIds]);
}
