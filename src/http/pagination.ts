import type { Static } from 'typebox';
import { hasCursorForm, openCursor, type Position, sealCursor } from '../db/cursor.ts';
import { PAGE_BYTES, type WeighedRow } from '../db/page-bytes.ts';
import { type FieldErrors, invalid } from '../problems.ts';
import { pathOf } from './address.ts';
import type { HttpCall, Reply } from './operation.ts';
import { Shape } from './schema.ts';
import { Type } from './type.ts';

export const DEFAULT_SIZE = 50;
const MAX_SIZE = 200;

export const pageParameters = {
  'page[size]': Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: MAX_SIZE,
      default: DEFAULT_SIZE,
      description: 'Records a page; fewer come where they are large',
    }),
  ),
  'page[after]': Type.Optional(
    Type.String({ maxLength: 2_000, description: 'Cursor of the next page; take it from `links.next`, as it is' }),
  ),
};

export const PageQuery = Shape(pageParameters);

type PagedCall = HttpCall<Static<typeof PageQuery>, unknown>;

export interface Page {
  readonly size: number;
  /** One more than the size, to see whether there is more. */
  readonly limit: number;
  readonly after: Position | null;
}

/** A cursor is bound to everything that decides the contents and order of its list. */
export interface Listing {
  operationId: string;
  ids: Readonly<Record<string, string>>;
  query: Readonly<Record<string, string | number | undefined>>;
  /** Values that mean the same as leaving the parameter out. */
  defaults?: Readonly<Record<string, string>>;
}

export function readPage(call: PagedCall, defaults: Listing['defaults'] = {}): Page {
  const size = call.query['page[size]'] ?? DEFAULT_SIZE;
  const cursor = call.query['page[after]'];
  if (cursor === undefined) return { size, limit: size + 1, after: null };
  const after = openCursor(call.cursorKey, bindingOf(listingOf(call, defaults)), cursor);
  if (after === null) throw invalid({ 'page[after]': [NO_CURSOR] });
  return { size, limit: size + 1, after };
}

const NO_CURSOR = 'is not a cursor of this list and its filters; take it from links.next';

/** By its form alone: beside a faulty filter a cursor cannot be opened. */
export function cursorFault(query: unknown, words: readonly string[] = []): FieldErrors {
  const cursor = (query as Record<string, unknown>)['page[after]'];
  return typeof cursor !== 'string' || words.includes(cursor) || hasCursorForm(cursor)
    ? {}
    : { 'page[after]': [NO_CURSOR] };
}

/** `rows` has up to `page.limit` rows. */
export function pageReply<Row extends object>(
  call: PagedCall,
  page: Page,
  rows: readonly Row[],
  positionOf: (row: Row) => Position,
  present: (row: Row) => unknown,
  defaults: Listing['defaults'] = {},
): Reply {
  const { data, last } = fillPage(page.size, rows, present);
  const next = last && linkAfter(call, positionOf(last), defaults);
  return {
    body: { data, links: { next }, meta: { has_more: next !== null } },
    ...(next !== null && { headers: linkHeader(next) }),
  };
}

/** The position of a row in a list that is newest first. */
export const newestPosition = (row: { created_at: Date; id: string }): Position => [
  row.created_at.toISOString(),
  row.id,
];

/** More than a record takes, without what its row counts in `bytes`. */
const PLAIN_BYTES = 4_096;

/** `last` is the row of the last record, if there are more. The page ends early where records are large: the rest is not presented. */
export function fillPage<Row extends Partial<WeighedRow>, Record>(
  size: number,
  rows: readonly Row[],
  present: (row: Row) => Record,
): { data: Record[]; last: Row | null } {
  // JSON spells a line break or a quote with two characters.
  const most = rows.reduce((sum, { bytes = 0 }) => sum + 2 * bytes + PLAIN_BYTES, 0);
  const data: Record[] = [];
  let bytes = 0;
  for (const row of rows.slice(0, size)) {
    if (bytes >= PAGE_BYTES) break;
    const record = present(row);
    data.push(record);
    if (most > PAGE_BYTES) bytes += Buffer.byteLength(JSON.stringify(record));
  }
  const found = rows[0]?.found ?? rows.length;
  return { data, last: found > data.length ? (rows[data.length - 1] ?? null) : null };
}

export const linkAfter = (call: PagedCall, position: Position, defaults: Listing['defaults'] = {}): string =>
  pageLink(call.cursorKey, pathOf(call.url), listingOf(call, defaults), position);

const listingOf = ({ operationId, ids, query }: PagedCall, defaults: Listing['defaults'] = {}): Listing => ({
  operationId,
  ids,
  query,
  defaults,
});

export const linkHeader = (next: string) => ({ link: `<${next}>; rel="next"` });

/** Relative address of what comes after a position in a list. */
export const pageLink = (key: Buffer, path: string, listing: Listing, position: Position): string =>
  linkWith(path, listing.query, sealCursor(key, bindingOf(listing), position));

/** The same address from another place on. */
export function linkWith(path: string, query: object, cursor: string): string {
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (name !== 'page[after]') parameters.append(name, String(value));
  }
  parameters.append('page[after]', cursor);
  return `${path}?${parameters}`;
}

function bindingOf({ operationId, ids, query, defaults = {} }: Listing): string {
  const deciding = Object.entries(query).filter(
    ([name, value]) => !name.startsWith('page[') && defaults[name] !== value,
  );
  deciding.sort(([one], [other]) => (one < other ? -1 : 1));
  return JSON.stringify([operationId, ids, deciding]);
}
