import { type Query, query } from '../../db/sql.ts';
import { groupBy } from '../../group-by.ts';
import type { ChangedLead } from './events.ts';

/**
 * Gives leads with a new owner the team that the owner has now: the settings at hand may be older than a change of team that is
 * done already. Runs after the leads are written.
 */
export function giveTeamsOfNewOwners(organizationId: string, writes: readonly ChangedLead[]): Query[] {
  const given = writes.filter(({ lead, events }) => events.reassigned && lead.owner_id !== null);
  return [...groupBy(given, ({ lead }) => lead.owner_id)].flatMap(([ownerId, ofOwner]) => [
    query('select from memberships where organization_id = $1 and id = $2 for share', [organizationId, ownerId]),
    query('select leadline_give_team($1, $2, $3)', [organizationId, ownerId, ofOwner.map(({ lead }) => lead.id)]),
  ]);
}
