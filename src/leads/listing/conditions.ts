import type { Actor } from '../../access/actor.ts';
import { leadsInScope, leadsInScopeOrErased, scopeOf } from '../../access/scope.ts';
import type { DateRange } from '../../date-range.ts';
import type { Position } from '../../db/cursor.ts';
import { Values } from '../../db/values.ts';
import type { LeadFilter, OwnerFilter } from './filter.ts';
import { orderOf } from './orders.ts';

/** The table whose index a statement walks along. Where it is `lead_recency`, its alias is `leads`, too. */
export type Walked = 'leads' | 'lead_recency';

export const idOf = (table: Walked): 'id' | 'lead_id' => (table === 'leads' ? 'id' : 'lead_id');

/** Whether the leads within are found in `lead_recency`: only its indexes have these times. */
export const readsRecency = (filter: LeadFilter): boolean =>
  orderOf(filter).table === 'lead_recency' && (filter.updated ?? filter.active) !== null;

/** What the actor may see of what the indexes of lists can tell: scope, and filters by their columns. */
export function walkedConditions(actor: Actor, filter: LeadFilter, table: Walked, values: Values): string[] {
  const inScope = table === 'leads' ? leadsInScope : leadsInScopeOrErased; // lead_recency has no erased leads
  const conditions = [inScope(actor, values), ...filterConditions(filter, values)];
  // Its index has both times; in other orders they are narrowings.
  if (orderOf(filter).table === 'lead_recency') {
    conditions.push(...values.within('leads.updated_at', filter.updated));
    conditions.push(...values.within('leads.last_activity_at', filter.active));
  }
  return conditions;
}

/**
 * What follows from the others and lets a walk begin later, unless it begins at a cursor beyond. An estimate must not count it: it
 * says nothing new.
 */
function impliedConditions(filter: LeadFilter, after: Position | null, values: Values): string[] {
  if (orderOf(filter).table === 'leads' || filter.updated === null) return [];
  const { from, before } = activeBefore(filter.updated);
  const isBeyond = before !== null && typeof after?.[0] === 'string' && new Date(after[0]) < before;
  return isBeyond ? [] : values.within('leads.last_activity_at', { from, before });
}

const CLOCKS_MS = 600_000;

/** An activity changes its lead, so it is not later than the last change, but for clocks: the walk may begin there. */
const activeBefore = ({ before }: DateRange): DateRange => ({
  from: null,
  before: before && new Date(before.getTime() + CLOCKS_MS),
});

/** The same beyond the place of a cursor. */
export function pageConditions(
  actor: Actor,
  filter: LeadFilter,
  after: Position | null,
  table: Walked,
  values: Values,
): string[] {
  const conditions = [
    ...walkedConditions(actor, beyondStart(filter, after), table, values),
    ...impliedConditions(filter, after, values),
  ];
  return after === null ? conditions : [...conditions, beyond(filter, after, values, idOf(table))];
}

export function beyond(filter: LeadFilter, after: Position, values: Values, id: string): string {
  const { column, direction } = orderOf(filter);
  const sign = direction === 'asc' ? '>' : '<';
  return `(leads.${column}, leads.${id}) ${sign} (${values.add(after[0])}, ${values.add(after[1])})`;
}

/** Leaves out a bound that the cursor says more sharply: PostgreSQL may start at that one and walk all pages before. */
function beyondStart(filter: LeadFilter, after: Position | null): LeadFilter {
  const resolved = { ...filter };
  const [start] = after ?? [];
  if (filter.sort === '-created_at' && typeof start === 'string' && filter.before !== null) {
    if (new Date(start) < filter.before) resolved.before = null;
  }
  if (filter.sort === '-last_activity_at' && typeof start === 'string' && filter.active !== null) {
    const { from, before } = filter.active;
    if (before !== null && new Date(start) < before) resolved.active = { from, before: null };
  }
  if (filter.sort === 'score' && typeof start === 'number' && start >= (resolved.leastScore ?? 0)) {
    resolved.leastScore = null;
  }
  if (filter.sort === '-score' && typeof start === 'number' && start <= (resolved.mostScore ?? 100)) {
    resolved.mostScore = null;
  }
  return resolved;
}

export function filterConditions(filter: LeadFilter, values: Values): string[] {
  const conditions: string[] = [];
  const among = (column: string, list: string[] | null) => {
    if (list !== null) conditions.push(isAmong(column, list, values));
  };
  among('status_id', filter.statusIds);
  conditions.push(...ownerConditions(filter, values));
  among('team_id', filter.teamIds);
  among('source_id', filter.sourceIds);
  if (filter.phone !== null) conditions.push(`leads.phone = ${values.add(filter.phone)}`);
  if (filter.emailKey !== null) conditions.push(`leads.email_key = ${values.add(filter.emailKey)}`);
  conditions.push(...values.within('leads.created_at', filter));
  if (filter.leastScore !== null) conditions.push(`leads.score >= ${values.add(filter.leastScore)}`);
  if (filter.mostScore !== null) conditions.push(`leads.score <= ${values.add(filter.mostScore)}`);
  return conditions;
}

export function ownerConditions({ ownerIds, ownerless }: OwnerFilter, values: Values): string[] {
  if (!ownerless) return ownerIds === null ? [] : [isAmong('owner_id', ownerIds, values)];
  const owned = ownerIds === null ? '' : ` or ${isAmong('owner_id', ownerIds, values)}`;
  return [`(leads.owner_id is null${owned})`];
}

/** One id compares by `=`, which lets an index that begins with the column give the order as well. */
const isAmong = (column: string, list: readonly string[], values: Values): string =>
  list.length === 1
    ? `leads.${column} = ${values.add(list[0])}`
    : `leads.${column} = any(${values.add(list)}::bigint[])`;

/** The leads of one owner, of which an index has the scores, but not in their order. */
export const isOfOneOwner = (actor: Actor, filter: LeadFilter): boolean =>
  scopeOf(actor) === 'own' || filter.ownerIds?.length === 1;

/** Nothing but the organization: every lead that the walk comes along matches. */
export const matchesAll = (actor: Actor, filter: LeadFilter): boolean =>
  scopeOf(actor) === 'organization' && filterConditions(filter, new Values()).length === 0;
