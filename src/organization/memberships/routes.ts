import { type Role, roles } from '../../access/abilities.ts';
import { neededForRole } from '../../access/rights.ts';
import { collection } from '../../collection.ts';
import { newestPosition, pageReply, readPage } from '../../http/pagination.ts';
import { List, Shape } from '../../http/schema.ts';
import { Type } from '../../http/type.ts';
import { operation } from '../../operation.ts';
import { faultsOf, readAll } from '../../problems.ts';
import { checkWorkingHours } from '../../settings/working-hours.ts';
import { countMembers, groupBy, MembershipCount } from './counts.ts';
import { defaults, findMembers, isWhole, MembershipQuery, membershipFilters, searchIn } from './found.ts';
import { changeMembership, createMembership, NO_TEAM, presentMembership, requireLasting } from './memberships.ts';
import { findMembership, listMemberships } from './queries.ts';
import { Membership, MembershipCreate, MembershipPatch } from './schemas.ts';

/** A new membership has no tokens: in the lowest role, and without an email to sign in by, it gains nothing. */
const [LOWEST] = roles;

const common = { method: 'GET', tag: 'Memberships', scope: 'organization', ability: 'settings:read' } as const;

const list = operation({
  ...common,
  id: 'listMemberships',
  path: '/memberships',
  summary: 'List memberships, newest first',
  query: MembershipQuery,
  answers: { 200: { description: 'A page of memberships', schema: List(Membership) } },
  checkQuery: (query) => faultsOf(() => searchIn(query)),
  handle: async (call) => {
    const { sql, query, actor } = call;
    const [page] = readAll(
      () => readPage(call, defaults),
      () => searchIn(query),
    );
    if (!isWhole(query)) {
      const { rows, positionOf } = await findMembers(sql, await call.currentSettings(), query, page);
      return pageReply(call, page, rows, positionOf, presentMembership, defaults);
    }
    const rows = await listMemberships(sql, actor.organizationId, page.after, page.limit);
    return pageReply(call, page, rows, newestPosition, presentMembership, defaults);
  },
});

const count = operation({
  ...common,
  id: 'countMemberships',
  path: '/memberships/counts',
  summary: 'Count memberships by group',
  description: 'Takes the filters of the list but for the search. Groups that nobody is in have the count 0.',
  query: Shape({ ...membershipFilters, group_by: groupBy }),
  answers: { 200: { description: 'The groups', schema: Shape({ data: Type.Array(MembershipCount) }) } },
  handle: async (call) => {
    const { group_by, ...filters } = call.query;
    return { body: { data: countMembers(await call.currentSettings(), group_by, filters) } };
  },
});

/** Without the plain list: this one has filters. */
const [, ...others] = collection({
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
  requireCreator: ({ tokenExpiresAt }, body) => {
    if (typeof body?.email === 'string') requireLasting(tokenExpiresAt !== null);
  },
  checks: {
    create: checkWorkingHours,
    change: checkWorkingHours,
    references: ({ team }, { teams }) =>
      typeof team === 'string' && !teams.byPublicId.has(team) ? { team: [NO_TEAM] } : {},
  },
  positionOf: newestPosition,
  find: findMembership,
  present: presentMembership,
  create: (database, author, input, { actor }) =>
    createMembership(database, author, input, actor.tokenExpiresAt !== null),
  change: changeMembership,
});

export const membershipOperations = [list, count, ...others];
