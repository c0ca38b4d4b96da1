import type { Actor } from '../../access/actor.ts';
import { scopeOf } from '../../access/scope.ts';
import type { Sql } from '../../db/sql.ts';
import { oncePerSettings } from '../../settings/once.ts';
import type { Settings } from '../../settings/snapshot.ts';
import { explainStatement, type PlanNode } from '../queries.ts';
import { gatherStatement, type LeadFilter, matchesAll, type PageRequest, walkStatement } from './filter.ts';

/** How a page is read best: along an index, by finding all that match first, or by picking out the few that may match. */
export type Way = 'walk' | 'gather' | 'pick';

const TRUSTED_MS = 60_000;
const MOST_FILTERS = 1_000;

const known = oncePerSettings(() => new Map<string, { way: Way; until: number }>());

/**
 * Which way is best depends on how many leads match, which PostgreSQL estimates well from its statistics, but at a price:
 * planning a page takes longer than reading it. So it is asked once a minute for each filter, and a page that is walked
 * along is read by a statement that is planned once for all.
 */
export async function wayTo(sql: Sql, settings: Settings, request: PageRequest): Promise<Way> {
  const { actor, filter } = request;
  if (matchesAll(actor, filter)) return 'walk';
  if (isOfOthers(settings, actor, filter)) return 'pick';
  const filters = known(settings);
  const key = `${scopeOf(actor)} ${actor.teamId} ${actor.membershipId} ${JSON.stringify(filter)}`;
  const found = filters.get(key);
  if (found !== undefined && found.until > performance.now()) return found.way;
  const first = { ...request, page: { ...request.page, after: null } };
  const walk = await explainStatement(sql, walkStatement(first));
  const gather = await explainStatement(sql, gatherStatement(first));
  const way = isSorted(walk) || gather['Total Cost'] < walk['Total Cost'] ? 'gather' : 'walk';
  if (filters.size >= MOST_FILTERS) filters.clear();
  filters.set(key, { way, until: performance.now() + TRUSTED_MS });
  return way;
}

/**
 * A team's manager who asks for leads of members of other teams: there are none, but for those that are about to follow their
 * owner to another team. PostgreSQL knows that an owner's leads are all of one team, and takes it for this one.
 */
const isOfOthers = ({ memberships }: Settings, actor: Actor, { ownerIds }: LeadFilter): boolean =>
  scopeOf(actor) === 'team' &&
  ownerIds !== null &&
  ownerIds.every((id) => memberships.byId.get(id)?.team_id !== actor.teamId);

/** A plan that sorts has gathered before; one that does not takes the leads from an index in their order. */
const isSorted = (node: PlanNode): boolean => node['Node Type'].includes('Sort') || (node.Plans ?? []).some(isSorted);
