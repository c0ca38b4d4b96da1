import { scopeOf } from '../access/scope.ts';
import type { Database } from '../db/sql.ts';
import type { Settings } from '../settings/snapshot.ts';
import { type EventRow, findHead, findScanEnd, listEvents, type Reader } from './queries.ts';
import { readSettled } from './settled.ts';
import type { EventFilter } from './types.ts';

/** Entries that are looked at for one page, in a few steps, where not every one matches. */
const SCAN = 1_000;
const MOST_STEPS = 5;

export interface FeedRequest {
  readonly reader: Reader;
  readonly filter: EventFilter;
  /** The position beyond which to read. */
  readonly after: string;
  readonly size: number;
}

export interface FeedPage {
  readonly rows: readonly EventRow[];
  /** Where to go on: no event will ever be added before it. */
  readonly position: string;
  /** More may be read at once. */
  readonly hasMore: boolean;
}

/** The next events, oldest first. A page may be empty though more follow: what does not match is passed in steps. */
export async function readFeed(sql: Database, settings: Settings, request: FeedRequest): Promise<FeedPage> {
  const since = performance.now();
  const read = matchesAll(request) ? readAny : readMatching;
  const page = await readSettled(
    sql,
    settings,
    () => read(sql, request),
    ({ rows }) => rows,
  );
  // A position that a crash of the database took back would be given to another event.
  if (page.position !== request.after) await sql.flush(since);
  return page;
}

const matchesAll = ({ reader: { actor }, filter: { types, leadId, occurred } }: FeedRequest): boolean =>
  (actor === null || scopeOf(actor) === 'organization') && types === null && leadId === null && occurred === null;

async function readAny(sql: Database, { reader, filter, after, size }: FeedRequest): Promise<FeedPage> {
  const rows = await listEvents(sql, reader, filter, { after, scan: size + 1, limit: size + 1 });
  return fullPage(rows, size) ?? { rows, position: rows.at(-1)?.id ?? after, hasMore: false };
}

async function readMatching(sql: Database, { reader, filter, after, size }: FeedRequest): Promise<FeedPage> {
  // Before the entries of a lead are read: past its last one, the whole feed up to here has been.
  const head = filter.leadId === null ? '0' : await findHead(sql, reader.organizationId);
  let position = after;
  for (let step = 1; ; step++) {
    const { end, count } = await findScanEnd(sql, reader.organizationId, filter.leadId, position, SCAN);
    const rows = await listEvents(sql, reader, filter, { after: position, scan: count, limit: size + 1 });
    const full = fullPage(rows, size);
    if (full !== null) return full;
    const isEnd = count < SCAN;
    position = isEnd ? laterOf(end, head) : end;
    if (rows.length > 0 || isEnd || step === MOST_STEPS) return { rows, position, hasMore: !isEnd };
  }
}

const laterOf = (one: string, other: string): string => (BigInt(one) > BigInt(other) ? one : other);

/** A page that ends before what was found does, because it is full or its events are large; else null. */
function fullPage(rows: readonly EventRow[], size: number): FeedPage | null {
  const shown = rows.slice(0, size);
  const last = shown.at(-1);
  return last === undefined || last.found <= shown.length ? null : { rows: shown, position: last.id, hasMore: true };
}
