import type { Actor } from '../../access/actor.ts';
import { leadsInScope, scopeOf } from '../../access/scope.ts';
import type { Position } from '../../db/cursor.ts';
import type { Query } from '../../db/sql.ts';
import { Values } from '../../db/values.ts';
import { DEFAULT_SIZE, type Page, pageParameters } from '../../http/pagination.ts';
import { OneOf, Shape } from '../../http/schema.ts';
import { Type } from '../../http/type.ts';
import { invalid } from '../../problems.ts';
import { rangeOfBand, type ScoreBand, scoreBands } from '../../scoring/bands.ts';
import type { Index, Settings } from '../../settings/snapshot.ts';
import { parseDateRange } from './date-range.ts';
import { asPage, type PageParts, type PageRow } from './page.ts';

export const DEFAULT_SORT = '-created_at';
export const sorts = [DEFAULT_SORT, 'score', '-score', '-last_activity_at'] as const;
export type Sort = (typeof sorts)[number];

export const ids = (description: string) => Type.Optional(Type.String({ maxLength: 8_000, description }));

export const LeadQuery = Shape({
  'filter[status]': ids('Status public id, or several separated by commas'),
  'filter[owner]': ids('Membership public id, or several separated by commas'),
  'filter[source]': ids('Source public id, or several separated by commas'),
  'filter[created_at]': Type.Optional(
    Type.String({
      maxLength: 100,
      description:
        '`A..B`, `A..`, `..B` (both ends included; dates are days in the organization’s time zone), a date, or `today`, `yesterday`, `this_week`, `last_week`, `this_month`, `last_month`, `this_quarter`, `this_year`, `last_N_days` (N up to 366)',
      examples: ['last_30_days'],
    }),
  ),
  'filter[score_band]': Type.Optional(OneOf(scoreBands)),
  sort: Type.Optional(
    OneOf(sorts, {
      default: DEFAULT_SORT,
      description: 'Newest first, coldest first, hottest first, or latest activity first',
    }),
  ),
  ...pageParameters,
});

export interface LeadFilter {
  sort: Sort;
  statusIds: string[] | null;
  ownerIds: string[] | null;
  sourceIds: string[] | null;
  from: Date | null;
  before: Date | null;
  leastScore: number | null;
  mostScore: number | null;
}

type Parameters = { readonly [name: string]: string | number | undefined };

/** The filter that a query asks for; null where it can match nothing. */
export function readFilter(settings: Settings, query: Parameters): LeadFilter | null {
  const created = query['filter[created_at]'];
  const range =
    created === undefined ? null : parseDateRange(String(created), settings.organization.timeZone, new Date());
  if (typeof range === 'string') throw invalid({ 'filter[created_at]': [range] });
  const band = query['filter[score_band]'] as ScoreBand | undefined;
  const scores = band === undefined ? null : rangeOfBand(settings.scoring, band);
  const filter = {
    sort: (query.sort ?? DEFAULT_SORT) as Sort,
    statusIds: internalIds(query['filter[status]'], settings.statuses),
    ownerIds: internalIds(query['filter[owner]'], settings.memberships),
    sourceIds: internalIds(query['filter[source]'], settings.sources),
    from: range?.from ?? null,
    before: range?.before ?? null,
    leastScore: scores?.least ?? null,
    mostScore: scores?.most ?? null,
  };
  const isImpossible = [filter.statusIds, filter.ownerIds, filter.sourceIds].some((list) => list?.length === 0);
  return isImpossible ? null : filter;
}

/** Public ids become internal ones; what is not known matches nothing. */
export function internalIds(text: string | number | undefined, index: Index<{ id: string }>): string[] | null {
  if (text === undefined) return null;
  const found = String(text)
    .split(',')
    .flatMap((publicId) => index.byPublicId.get(publicId.trim())?.id ?? []);
  return [...new Set(found)];
}

interface Order {
  readonly column: string;
  readonly direction: 'asc' | 'desc';
  /** Whose index has that order, with everything that filters ask for. */
  readonly table: 'leads' | 'lead_recency';
}

const orders: Readonly<Record<Sort, Order>> = {
  '-created_at': { column: 'created_at', direction: 'desc', table: 'leads' },
  score: { column: 'score', direction: 'asc', table: 'leads' },
  '-score': { column: 'score', direction: 'desc', table: 'leads' },
  '-last_activity_at': { column: 'last_activity_at', direction: 'desc', table: 'lead_recency' },
};

export const orderOf = ({ sort }: Pick<LeadFilter, 'sort'>): Order => orders[sort];

/** What a page of leads is asked for with. */
export interface PageRequest extends PageParts {
  actor: Actor;
  filter: LeadFilter;
}

/** The page in the order of an index, lead by lead, until it is full: best where most leads match. */
export function walkStatement(request: PageRequest): Query<PageRow> {
  const { filter, page } = request;
  const { table, column, direction } = orders[filter.sort];
  if (table !== 'leads') return fetchingStatement(request, table, 'lead_id');
  const values = new Values();
  const where = conditionsOf(request, 'id', values);
  const found = `select leads.id, leads.score, leads.rescore_at, leads.rendered, leads.${column} as sort_key
      from leads where ${where}
     order by leads.${column} ${direction}, leads.id ${direction} limit ${limitOf(page, values)}`;
  return { text: asPage(found, values, request), values: values.list };
}

/** The page of a list that few leads are in: those that match are found first, by whichever index knows them. */
export const gatherStatement = (request: PageRequest): Query<PageRow> => fetchingStatement(request, 'leads', 'id');

/** Finds the page by ids, if possible in an index alone; only its own leads are then fetched from the table. */
function fetchingStatement(request: PageRequest, table: string, id: 'id' | 'lead_id'): Query<PageRow> {
  const { filter, page } = request;
  const { column, direction } = orders[filter.sort];
  const values = new Values();
  const where = conditionsOf(request, id, values);
  const found = `select leads.id, leads.score, leads.rescore_at, leads.rendered, match.${column} as sort_key
      from (select leads.${id} as id, leads.${column} from ${table} as leads
             where ${where}
             order by leads.${column} ${direction}, leads.${id} ${direction} limit ${limitOf(page, values)}) as match
      join leads on leads.organization_id = $1 and leads.id = match.id
     order by match.${column} ${direction}, match.id ${direction}`;
  return { text: asPage(found, values, request), values: values.list };
}

/** The usual limit is written out: it helps PostgreSQL to see that only a few leads are wanted. */
const limitOf = ({ size, limit }: Page, values: Values): string =>
  size === DEFAULT_SIZE ? String(limit) : values.add(limit);

/** Nothing but the organization: every lead that the walk comes along matches. */
export const matchesAll = (actor: Actor, filter: LeadFilter): boolean =>
  scopeOf(actor) === 'organization' && filterConditions(filter, new Values()).length === 0;

function conditionsOf({ actor, filter, page: { after } }: PageRequest, id: 'id' | 'lead_id', values: Values): string {
  const { column, direction } = orders[filter.sort];
  const conditions = [leadsInScope(actor, values), ...filterConditions(beyondStart(filter, after), values)];
  if (after !== null) {
    const beyond = direction === 'asc' ? '>' : '<';
    conditions.push(`(leads.${column}, leads.${id}) ${beyond} (${values.add(after[0])}, ${values.add(after[1])})`);
  }
  return conditions.join(' and ');
}

/** Leaves out a bound that the cursor says more sharply: PostgreSQL may start at that one and walk all pages before. */
function beyondStart(filter: LeadFilter, after: Position | null): LeadFilter {
  const resolved = { ...filter };
  const [start] = after ?? [];
  if (filter.sort === '-created_at' && typeof start === 'string' && filter.before !== null) {
    if (new Date(start) < filter.before) resolved.before = null;
  }
  if (filter.sort === 'score' && typeof start === 'number' && start >= (resolved.leastScore ?? 0)) {
    resolved.leastScore = null;
  }
  if (filter.sort === '-score' && typeof start === 'number' && start <= (resolved.mostScore ?? 100)) {
    resolved.mostScore = null;
  }
  return resolved;
}

function filterConditions(filter: LeadFilter, values: Values): string[] {
  const conditions: string[] = [];
  const among = (column: string, list: string[] | null) => {
    if (list === null) return;
    // One id compares by `=`, which lets an index that begins with the column give the order as well.
    const [only] = list;
    conditions.push(
      list.length === 1
        ? `leads.${column} = ${values.add(only)}`
        : `leads.${column} = any(${values.add(list)}::bigint[])`,
    );
  };
  among('status_id', filter.statusIds);
  among('owner_id', filter.ownerIds);
  among('source_id', filter.sourceIds);
  if (filter.from !== null) conditions.push(`leads.created_at >= ${values.add(filter.from.toISOString())}`);
  if (filter.before !== null) conditions.push(`leads.created_at < ${values.add(filter.before.toISOString())}`);
  if (filter.leastScore !== null) conditions.push(`leads.score >= ${values.add(filter.leastScore)}`);
  if (filter.mostScore !== null) conditions.push(`leads.score <= ${values.add(filter.mostScore)}`);
  return conditions;
}
