import { scopeKey } from '../../access/scope.ts';
import type { Sql } from '../../db/sql.ts';
import type { Settings } from '../../settings/snapshot.ts';
import { explainStatement, type PlanNode } from '../queries.ts';
import { matchesAll } from './conditions.ts';
import { remembered } from './remembered.ts';
import { gatherStatement, type PageRequest, walkStatement } from './statements.ts';

/** How a page is read best: along an index in its order, or by finding all that match first. */
export type AccessPath = 'walk' | 'gather';

/**
 * PostgreSQL estimates from its statistics which one is best, but planning a page takes longer than reading it: it is asked
 * once a minute for each filter. A walk is then read by a statement that is planned once for all values.
 */
export async function accessPathOf(sql: Sql, settings: Settings, request: PageRequest): Promise<AccessPath> {
  const { actor, filter } = request;
  if (matchesAll(actor, filter)) return 'walk';
  const key = `path ${scopeKey(actor)} ${JSON.stringify(filter)}`;
  return remembered(settings, key, async () => {
    const first = { ...request, page: { ...request.page, after: null } };
    const walk = await explainStatement(sql, walkStatement(first));
    const gather = await explainStatement(sql, gatherStatement(first));
    return isSorted(walk) || gather['Total Cost'] < walk['Total Cost'] ? 'gather' : 'walk';
  });
}

/** A plan that sorts has gathered before; one that does not takes the leads from an index in their order. */
const isSorted = (node: PlanNode): boolean => node['Node Type'].includes('Sort') || (node.Plans ?? []).some(isSorted);
