import type { Actor } from '../access/actor.ts';
import type { Position } from '../db/cursor.ts';
import type { Sql } from '../db/sql.ts';
import type { AuditFilter } from './filter.ts';
import { type AuditRow, countInScope, findWalkEnd, listGathered, listWalked } from './queries.ts';
import { checksOf, isBesidesLeads, seesAll, walkOf } from './walk.ts';

export interface TrailPage {
  readonly rows: readonly AuditRow[];
  /** Where to look on, though the page is not full; null: there is no more, or the page is full. */
  readonly end: Position | null;
}

/** A scope with fewer entries is read whole, so that its pages are full however quiet its leads are. */
const FEW = 500;

export const positionOf = ({ occurred_at, id }: Pick<AuditRow, 'occurred_at' | 'id'>): Position => [
  occurred_at.toISOString(),
  id,
];

/** An admin sees everything; everybody else only the entries on leads in scope. */
export async function readTrail(
  sql: Sql,
  actor: Actor,
  filter: AuditFilter,
  after: Position | null,
  limit: number,
): Promise<TrailPage> {
  const isAdmin = seesAll(actor);
  if (!isAdmin && isBesidesLeads(filter)) return { rows: [], end: null };
  const walk = walkOf(actor, filter);
  const part = { organizationId: actor.organizationId, occurred: filter.occurred, after };
  const rows = await listWalked(sql, walk, part, limit);
  const isFull = (rows[0]?.found ?? 0) >= limit;
  const end = isFull || walk.check.length === 0 ? undefined : await findWalkEnd(sql, walk, part);
  if (end === undefined) return { rows, end: null };
  if (!isAdmin && filter.subject === null && (await countInScope(sql, actor, FEW)) < FEW) {
    const { scope: _, ...checks } = checksOf(actor, filter); // the leads are those in scope
    return { rows: await listGathered(sql, actor, Object.values(checks), part, FEW, limit), end: null };
  }
  // Entries that came in between the two statements move the end towards newer ones, of which the page may have some.
  const last = rows.at(-1);
  return { rows, end: positionOf(last !== undefined && isOlder(last, end) ? last : end) };
}

type Place = Pick<AuditRow, 'occurred_at' | 'id'>;

const isOlder = (one: Place, other: Place): boolean =>
  one.occurred_at.getTime() === other.occurred_at.getTime()
    ? BigInt(one.id) < BigInt(other.id)
    : one.occurred_at < other.occurred_at;
