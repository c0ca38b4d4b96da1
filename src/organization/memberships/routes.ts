import { type Role, roles } from '../../access/abilities.ts';
import { neededForRole } from '../../access/rights.ts';
import { collection } from '../../collection.ts';
import { checkWorkingHours } from '../../settings/working-hours.ts';
import { changeMembership, createMembership, NO_TEAM, presentMembership } from './memberships.ts';
import { findMembership, listMemberships } from './queries.ts';
import { Membership, MembershipCreate, MembershipPatch } from './schemas.ts';

/** A new membership has no tokens, so in the lowest role it gains nothing. */
const [LOWEST] = roles;

export const membershipOperations = collection({
  path: 'memberships',
  tag: 'Memberships',
  noun: 'membership',
  names: { one: 'Membership', many: 'Memberships' },
  kind: 'membership',
  order: 'newest first',
  schemas: { record: Membership, create: MembershipCreate, patch: MembershipPatch },
  notes: {
    create: 'A role above `agent` needs `tokens:write` and every ability that the role may hold, too.',
    change:
      'To raise the `role`, to make a membership `active` again, or to give a manager another `team` needs `tokens:write` and every ability that its role may then hold, too: its tokens can do or see more afterwards. While `active` is false the membership’s tokens answer 401. The last active admin can neither be deactivated nor given another role. A new `team` takes the membership’s leads along; tens of thousands of them may still be following when the answer comes.',
  },
  alsoNeeds: ({ role }) => (roles.includes(role as Role) && role !== LOWEST ? neededForRole(role as Role) : []),
  checks: {
    create: checkWorkingHours,
    change: checkWorkingHours,
    references: ({ team }, { teams }) =>
      typeof team === 'string' && !teams.byPublicId.has(team) ? { team: [NO_TEAM] } : {},
  },
  list: listMemberships,
  positionOf: (row) => [row.created_at.toISOString(), row.id],
  find: findMembership,
  present: presentMembership,
  create: createMembership,
  change: (database, author, publicId, patch, { actor }) =>
    changeMembership(database, author, publicId, patch, actor.abilities),
});
