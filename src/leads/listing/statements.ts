import type { Actor } from '../../access/actor.ts';
import type { Query } from '../../db/sql.ts';
import { Values } from '../../db/values.ts';
import { DEFAULT_SIZE, type Page } from '../../http/pagination.ts';
import {
  beyond,
  idOf,
  isOfOneOwner,
  pageConditions,
  readsRecency,
  type Walked,
  walkedConditions,
} from './conditions.ts';
import type { LeadFilter } from './filter.ts';
import type { Narrowing } from './narrowings.ts';
import { orderOf } from './orders.ts';
import { asPage, type PageParts, type PageRow } from './page.ts';

/** What a page of leads is asked for with. */
export interface PageRequest extends PageParts {
  actor: Actor;
  filter: LeadFilter;
}

const SHOWN = 'leads.id, leads.score, leads.rescore_at, leads.rendered';

const shownOf = ({ withStage = false }: PageParts): string => (withStage ? `${SHOWN}, leads.status_since` : SHOWN);

/** The page in the order of an index, lead by lead, until it is full: best where most leads match. */
export function walkStatement(request: PageRequest): Query<PageRow> {
  const { actor, filter, page } = request;
  const { table, column, direction } = orderOf(filter);
  if (table !== 'leads') return fetchingStatement(request, table);
  const values = new Values();
  const where = pageConditions(actor, filter, page.after, 'leads', values).join(' and ');
  const found = `select ${shownOf(request)}, leads.${column} as sort_key
      from leads where ${where}
     order by leads.${column} ${direction}, leads.id ${direction} limit ${limitOf(page, values)}`;
  return { text: asPage(found, values, request), values: values.list };
}

/** The page of a list that few leads are in: those that match are found first, by whichever index knows them. */
export const gatherStatement = (request: PageRequest, checked: readonly Narrowing[] = []): Query<PageRow> =>
  fetchingStatement(request, 'leads', { checked });

interface Narrowed {
  found?: readonly Narrowing[];
  checked?: readonly Narrowing[];
  isGathered?: boolean;
}

/** Finds the page by ids, if possible in an index alone; only its own leads are then fetched from the table. */
function fetchingStatement(
  request: PageRequest,
  table: Walked,
  { found = [], checked = [], isGathered = false }: Narrowed = {},
): Query<PageRow> {
  const { actor, filter, page } = request;
  const { column, direction } = orderOf(filter);
  const id = idOf(table);
  const values = new Values();
  const where = [
    ...pageConditions(actor, filter, page.after, table, values),
    ...found.map((narrowing) => isFound(`leads.${id}`, narrowing, values)),
    ...checked.map((narrowing) => narrowing.check(values)),
  ].join(' and ');
  // No index has the order of a sum, so that PostgreSQL sorts what another index finds.
  const order = isGathered ? `(leads.${column} + 0)` : `leads.${column}`;
  const text = `select ${shownOf(request)}, match.${column} as sort_key
      from (select leads.${id} as id, leads.${column} from ${table} as leads
             where ${where}
             order by ${order} ${direction}, leads.${id} ${direction} limit ${limitOf(page, values)}) as match
      join leads on leads.organization_id = $1 and leads.id = match.id
     order by match.${column} ${direction}, match.id ${direction}`;
  return { text: asPage(text, values, request), values: values.list };
}

const MOST_HASHED = 240_000;

/**
 * Whether a lead is among those that a narrowing finds, whose ids PostgreSQL keeps in a hash table. `is true` prevents a join,
 * which would lose the order of the walk; the limit, far above what is found, that it expects too many for a hash table.
 */
const isFound = (id: string, { find }: Narrowing, values: Values): string =>
  `(${id} in (select lead_id from (${find?.(values)}) as found limit ${MOST_HASHED})) is true`;

/** Finds leads by times in an index of `lead_recency`, and sorts them. */
export const timesStatement = (request: PageRequest, times: readonly Narrowing[], found: readonly Narrowing[]) =>
  fetchingStatement(request, 'lead_recency', { found, checked: times });

/** Walks along the order, past leads that were not found. */
export const walkFoundStatement = (request: PageRequest, found: readonly Narrowing[], isGathered: boolean) =>
  fetchingStatement(request, orderOf(request.filter).table, { found, isGathered });

/** Walks along the order and checks each lead, `most` of them. */
export function walkCheckedStatement(
  request: PageRequest,
  checked: readonly Narrowing[],
  most: number,
): Query<PageRow> {
  const { actor, filter, page } = request;
  const { table, column, direction } = orderOf(filter);
  const id = idOf(table);
  const values = new Values();
  const where = pageConditions(actor, filter, page.after, table, values).join(' and ');
  // Where an index alone knows the order, leads are looked up one by one until the page is full.
  const isInPlace = table === 'leads' && !(column === 'score' && isOfOneOwner(actor, filter));
  const columns = isInPlace ? 'leads.*' : `leads.${id} as id, leads.${column}`;
  const walked = `select ${columns} from ${table} as leads where ${where}
       order by leads.${column} ${direction}, leads.${id} ${direction} limit ${values.add(most)}`;
  const checks = checked.map((narrowing) => narrowing.check(values)).join(' and ');
  const text = isInPlace
    ? `select ${shownOf(request)}, leads.${column} as sort_key from (${walked}) as leads where ${checks}
          order by leads.${column} ${direction}, leads.id ${direction} limit ${limitOf(page, values)}`
    : `select ${shownOf(request)}, walked.${column} as sort_key
           from (${walked}) as walked
          cross join lateral (select * from leads
                               where leads.organization_id = $1 and leads.id = walked.id and ${checks} offset 0) as leads
          order by walked.${column} ${direction}, walked.id ${direction} limit ${limitOf(page, values)}`;
  return { text: asPage(text, values, request), values: values.list };
}

/**
 * Checks the first `most` leads of an owner by score. Both the end of this range and what lies before it are found in the index of
 * the owner and sorted, so that only these leads are read.
 */
export function rangeCheckedStatement(
  request: PageRequest,
  checked: readonly Narrowing[],
  most: number,
): Query<PageRow> {
  const { actor, filter, page } = request;
  const { column, direction } = orderOf(filter);
  const [sign, reverse] = direction === 'asc' ? ['<=', 'desc'] : ['>=', 'asc'];
  const order = `(leads.${column} + 0) ${direction}, leads.id ${direction}`; // sorted: no index has a sum
  const values = new Values();
  const where = pageConditions(actor, filter, page.after, 'leads', values).join(' and ');
  const checks = checked.map((narrowing) => narrowing.check(values)).join(' and ');
  const end = (name: string) => `(select ${name} from walked order by ${column} ${reverse}, id ${reverse} limit 1)`;
  const text = `with walked as materialized (
       select leads.id, leads.${column} from leads where ${where}
        order by ${order} limit ${values.add(most)})
     select ${shownOf(request)}, leads.${column} as sort_key
       from leads where ${where} and (leads.${column}, leads.id) ${sign} (${end(column)}, ${end('id')}) and ${checks}
      order by ${order} limit ${limitOf(page, values)}`;
  return { text: asPage(text, values, request), values: values.list };
}

/** Whether a checked walk would end before the list does. */
export function walkEndsEarly({ actor, filter, page }: PageRequest, most: number): Query<{ is_cut: boolean }> {
  const { table, column, direction } = orderOf(filter);
  const values = new Values();
  const where = pageConditions(actor, filter, page.after, table, values).join(' and ');
  return {
    text: `select exists (select from ${table} as leads where ${where}
             order by leads.${column} ${direction}, leads.${idOf(table)} ${direction} offset ${values.add(most)}) as is_cut`,
    values: values.list,
  };
}

/**
 * Finds all that match by narrowings, if `isWithin` also by the indexes of lists, and looks each one up. In the order of creation it
 * stops when the page is full.
 */
export function foundStatement(
  request: PageRequest,
  found: readonly Narrowing[],
  checked: readonly Narrowing[],
  isWithin: boolean,
): Query<PageRow> {
  const { actor, filter, page } = request;
  const { column, direction } = orderOf(filter);
  const values = new Values();
  const match = matching(request, found, isWithin, values);
  const where = [
    ...walkedConditions(actor, filter, 'leads', values),
    ...checked.map((narrowing) => narrowing.check(values)),
    ...(filter.sort === '-created_at' || page.after === null ? [] : [beyond(filter, page.after, values, 'id')]),
  ].join(' and ');
  const key = filter.sort === '-created_at' ? 'match.created_at' : `leads.${column}`;
  const text = `select ${shownOf(request)}, ${key} as sort_key
      from (${match}) as match
     cross join lateral (select * from leads
                          where leads.organization_id = $1 and leads.id = match.lead_id and ${where} offset 0) as leads
     order by ${key} ${direction}, match.lead_id ${direction} limit ${limitOf(page, values)}`;
  return { text: asPage(text, values, request), values: values.list };
}

/** Ids and times of leads, newest first, from indexes alone. */
const matching = (request: PageRequest, found: readonly Narrowing[], isWithin: boolean, values: Values): string => {
  const [first, ...others] = found;
  return isWithin || first === undefined
    ? matchingWithin(request, found, values)
    : matchingAnywhere(request, first, others, values);
};

const NEWEST = 'order by leads.created_at desc';

function matchingWithin({ actor, filter, page: { after } }: PageRequest, found: readonly Narrowing[], values: Values) {
  const table = readsRecency(filter) ? 'lead_recency' : 'leads';
  const id = idOf(table);
  const where = [
    ...walkedConditions(actor, filter, table, values),
    ...found.map((narrowing) => isFound(`leads.${id}`, narrowing, values)),
    ...(filter.sort === '-created_at' && after !== null ? [beyond(filter, after, values, id)] : []),
  ].join(' and ');
  return `select leads.${id} as lead_id, leads.created_at from ${table} as leads where ${where} ${NEWEST}, leads.${id} desc offset 0`;
}

function matchingAnywhere(
  { actor, filter, page: { after } }: PageRequest,
  { find }: Narrowing,
  others: readonly Narrowing[],
  values: Values,
) {
  values.add(actor.organizationId); // $1
  const found = find?.(values);
  const conditions = [
    ...others.map((narrowing) => isFound('leads.lead_id', narrowing, values)),
    ...values.within('leads.created_at', filter),
    ...(filter.sort === '-created_at' && after !== null ? [beyond(filter, after, values, 'lead_id')] : []),
  ];
  return `select distinct leads.lead_id, leads.created_at from (${found}) as leads
           where ${conditions.join(' and ') || 'true'} ${NEWEST}, leads.lead_id desc offset 0`;
}

/** The usual limit is written out: it helps PostgreSQL to see that only a few leads are wanted. */
const limitOf = ({ size, limit }: Page, values: Values): string =>
  size === DEFAULT_SIZE ? String(limit) : values.add(limit);
