import { collection } from '../../http/collection.ts';
import { changeMembership, createMembership, NO_TEAM, presentMembership } from './memberships.ts';
import { findMembership, listMemberships } from './queries.ts';
import { Membership, MembershipCreate, MembershipPatch } from './schemas.ts';
import { checkWorkingHours } from './working-hours.ts';

export const membershipOperations = collection({
  path: 'memberships',
  tag: 'Memberships',
  noun: 'membership',
  names: { one: 'Membership', many: 'Memberships' },
  kind: 'membership',
  order: 'newest first',
  schemas: { record: Membership, create: MembershipCreate, patch: MembershipPatch },
  notes: {
    change:
      'While `active` is false the membership’s tokens answer 401. The last active admin can neither be deactivated nor given another role. A new `team` takes the membership’s leads along; tens of thousands of them may still be following when the answer comes.',
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
  create: createMembership,
  change: changeMembership,
});
