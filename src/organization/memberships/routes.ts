import { type Role, roles } from '../../access/abilities.ts';
import { neededForRole } from '../../access/rights.ts';
import { collection } from '../../collection.ts';
import { checkWorkingHours } from '../../settings/working-hours.ts';
import { changeMembership, createMembership, NO_TEAM, presentMembership } from './memberships.ts';
import { findMembership, listMemberships } from './queries.ts';
import { Membership, MembershipCreate, MembershipPatch } from './schemas.ts';

/** A new membership has no tokens: in the lowest role, and without an email to sign in by, it gains nothing. */
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
    create:
      'A role above `agent`, or an `email`, by which a person can sign in, needs `tokens:write` and every ability that the role may hold, too; an `email` also a token that does not expire.',
    change:
      'To raise the `role`, to make a membership `active` again, to give a manager another `team`, or anybody another `email`, needs `tokens:write` and every ability that its role may then hold, too: its tokens, or who signs in, can do or see more afterwards; an invitation that is open ends. Another `email` needs a token that does not expire; given by somebody else, it ends the membership’s sessions and its password, and so does taking the `email` away. While `active` is false the membership’s tokens answer 401; its sessions end for good. The last active admin can neither be deactivated nor given another role. A new `team` takes the membership’s leads along; tens of thousands of them may still be following when the answer comes.',
  },
  alsoNeeds: ({ role, email }) => {
    const gains = role !== LOWEST || typeof email === 'string';
    return roles.includes(role as Role) && gains ? neededForRole(role as Role) : [];
  },
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
  create: (database, author, input, { actor }) =>
    createMembership(database, author, input, actor.tokenExpiresAt !== null),
  change: changeMembership,
});
