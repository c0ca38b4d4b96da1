import type { Actor } from '../../access/actor.ts';
import { scopeKey, scopeOf } from '../../access/scope.ts';
import type { Sql } from '../../db/sql.ts';
import { Values } from '../../db/values.ts';
import type { Settings } from '../../settings/snapshot.ts';
import { explainStatement } from '../queries.ts';
import { isOfOneOwner, matchesAll, walkedConditions } from './conditions.ts';
import type { LeadFilter } from './filter.ts';
import { pagesWithin, RANGE_ENTRIES } from './index-range.ts';
import type { Narrowing } from './narrowings.ts';
import { remembered } from './remembered.ts';
import type { PageRequest } from './statements.ts';

/** In an organization of up to so many leads everything is cheap. */
export const FEW_LEADS = 10_000;

/** How many leads there are, and how many match what. */
export interface Sizes {
  /** In the organization. */
  readonly all: number;
  /** Within the scope and the filters that the indexes of lists know. */
  readonly within: number;
  /** Pages that these lie on. */
  readonly range: number;
  readonly narrowings: readonly Sized[];
}

export interface Sized {
  readonly narrowing: Narrowing;
  readonly size: number;
  /** Counted, or of a time, which statistics know well. */
  readonly isExact: boolean;
  readonly isCounted: boolean;
}

/** So many entries are counted for a page, those of narrowings that are expected to find few first. */
const MOST_COUNTED = 100_000;
/** Once one finds so few, each can be looked up: others need not be counted. */
const FEW_FOUND = 300;
/** Statistics are drawn from a sample: of an owner with up to so many leads it has too few to tell how many. */
const MOST_UNSURE = 2_000;

export async function measure(
  sql: Sql,
  settings: Settings,
  { actor, filter }: Pick<PageRequest, 'actor' | 'filter'>,
  narrowings: readonly Narrowing[],
): Promise<Sizes> {
  const all = await remembered(settings, 'leads', () => countLeads(sql, settings.organization.id));
  const scope = scopeKey(actor);
  const plain = { ...filter, sort: null, search: null, custom: null, value: null };
  const within = matchesAll(actor, filter)
    ? all
    : await remembered(settings, `within ${scope} ${JSON.stringify(plain)}`, async () => {
        const values = new Values();
        const where = walkedConditions(actor, withoutCreation(filter), 'leads', values).join(' and ');
        const expected = Math.min(all, await estimate(sql, `select from leads where ${where}`, values));
        return all > FEW_LEADS && isOfOneOwner(actor, filter) && expected <= MOST_UNSURE
          ? Math.min(expected, await countOwned(sql, actor, filter))
          : expected;
      });
  const sized = await sizeEach(sql, settings, narrowings, all);
  const range =
    all <= FEW_LEADS
      ? within / RANGE_ENTRIES
      : await remembered(settings, `range ${scope} ${JSON.stringify({ ...plain, sort: filter.sort })}`, () =>
          pagesWithin(sql, { actor, filter }, { all, within }),
        );
  return { all, within, range, narrowings: sized };
}

async function sizeEach(sql: Sql, settings: Settings, narrowings: readonly Narrowing[], all: number): Promise<Sized[]> {
  const sized: Sized[] = [];
  for (const narrowing of narrowings) sized.push(await expectedSize(sql, settings, narrowing, all));
  let left = MOST_COUNTED;
  for (const expected of [...sized].sort((one, other) => one.size - other.size)) {
    const { narrowing, size } = expected;
    if (narrowing.find === null || narrowing.isTime || size > Math.min(1.2 * narrowing.most, left)) continue;
    const count = await remembered(settings, `counted ${narrowing.key}`, () =>
      countFound(sql, settings.organization.id, narrowing),
    );
    const isExact = count <= narrowing.most;
    const found = isExact ? count : Math.max(count, size);
    sized[sized.indexOf(expected)] = { narrowing, size: found, isExact, isCounted: true };
    left = count <= FEW_FOUND ? 0 : left - count;
  }
  return sized;
}

async function expectedSize(sql: Sql, settings: Settings, narrowing: Narrowing, all: number): Promise<Sized> {
  const { key, find, most, isTime = false, guess = 1 } = narrowing;
  if (find === null) return { narrowing, size: all * guess, isExact: false, isCounted: false };
  const values = new Values(settings.organization.id);
  const expected = await remembered(settings, `expected ${key}`, () => estimate(sql, find(values), values));
  // Statistics know times well: the same of every organization.
  const size = Math.min(expected, all);
  return { narrowing, size, isExact: isTime && expected <= most, isCounted: false };
}

/** What was changed lately was mostly created lately: counted as if they did not depend on each other, both are far too few. */
const withoutCreation = (filter: LeadFilter): LeadFilter =>
  filter.updated === null && filter.active === null ? filter : { ...filter, from: null, before: null };

/** Exactly where there are few, else as PostgreSQL estimates. */
async function countLeads(sql: Sql, organizationId: string): Promise<number> {
  const row = await sql.row<{ count: number }>(
    `select count(*)::integer as count from (select from lead_recency where organization_id = $1 limit $2) as few`,
    [organizationId, FEW_LEADS + 1],
  );
  const count = row?.count ?? 0;
  if (count <= FEW_LEADS) return count;
  const values = new Values(organizationId);
  return Math.max(count, await estimate(sql, 'select from leads where organization_id = $1 and not erased', values));
}

/** An owner's leads, up to as many as statistics know. */
async function countOwned(sql: Sql, actor: Actor, { ownerIds }: LeadFilter): Promise<number> {
  const ownerId = scopeOf(actor) === 'own' ? actor.membershipId : ownerIds?.[0];
  const row = await sql.row<{ count: number }>(
    `select count(*)::integer as count from (select from leads where organization_id = $1 and owner_id = $2 limit $3) as few`,
    [actor.organizationId, ownerId, MOST_UNSURE],
  );
  return row?.count ?? 0;
}

/** Up to one more than are worth finding. */
async function countFound(sql: Sql, organizationId: string, { find, most }: Narrowing): Promise<number> {
  const values = new Values(organizationId);
  const found = find?.(values);
  const row = await sql.row<{ count: number }>(
    `select count(*)::integer as count from (select from (${found}) as found limit ${most + 1}) as few`,
    values.list,
    'replan',
  );
  return row?.count ?? 0;
}

async function estimate(sql: Sql, text: string, values: Values): Promise<number> {
  return (await explainStatement(sql, { text, values: values.list }))['Plan Rows'];
}
