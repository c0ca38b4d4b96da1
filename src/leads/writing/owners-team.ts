import { type Query, query } from '../../db/sql.ts';

/** Gives the lead its owner's team as it is now: the settings at hand may be older than a change of team that is done already. */
export const takeTeamOfOwner = (organizationId: string, ownerId: string, leadId: string): Query[] => [
  query('select from memberships where organization_id = $1 and id = $2 for share', [organizationId, ownerId]),
  query('select leadline_give_team($1, $2, $3)', [organizationId, ownerId, [leadId]]),
];
