import { Readable } from 'node:stream';
import { pathOf } from '../http/address.ts';
import type { Reply } from '../http/operation.ts';
import { DEFAULT_SIZE, linkHeader, linkWith } from '../http/pagination.ts';
import { Type } from '../http/type.ts';
import { type Call, operation } from '../operation.ts';
import { faultsOf, invalid, readAll } from '../problems.ts';
import { type FeedCursors, openPosition, sealPosition } from './cursor.ts';
import { type EventFilterQuery, readOwnFilter } from './filter.ts';
import { Follower, type Following } from './following.ts';
import { findHead, findSince } from './queries.ts';
import { EventPage, EventQuery } from './schemas.ts';
import { openStream } from './stream.ts';

const common = { tag: 'Events', scope: 'leads', ability: 'events:read' } as const;

type EventCall = Call<EventFilterQuery & { 'page[after]'?: string; 'page[size]'?: number; wait?: number }>;

const NOW = 'now';
const NO_CURSOR = 'is not a cursor of this feed; take it from links.next, or send now';

export const eventOperations = (parts: Following) => [
  operation({
    ...common,
    id: 'listEvents',
    method: 'GET',
    path: '/events',
    summary: 'Follow what happens to leads',
    description:
      'Oldest first. `links.next` is where to go on, at once or later: who follows it sees every event exactly once, and those of a lead in their order. With `wait`, an answer comes as soon as there is something to tell. A page may hold fewer events than asked for, or none, though `meta.has_more` is true. Cursors are valid for as long as events are kept (30 days unless set otherwise), with any filter; an older one is answered 410.',
    query: EventQuery,
    errors: ['gone'],
    answers: { 200: { description: 'A page of events', schema: EventPage } },
    checkQuery: (query, settings) => faultsOf(() => readOwnFilter(settings, query)),
    startWords: [NOW],
    handle: (call) => listEvents(parts, call),
  }),
  operation({
    ...common,
    id: 'streamEvents',
    method: 'GET',
    path: '/events/stream',
    summary: 'Follow what happens to leads, as server-sent events',
    description:
      'The same as `GET /events`, as one answer that does not end. `data` is an event, `id` its cursor; a browser’s EventSource sends the last one as `Last-Event-ID` when it connects again. A comment comes at least every 15 seconds.',
    query: EventQuery,
    headers: { 'Last-Event-ID': 'Cursor of the last event that was seen; takes precedence over `page[after]`' },
    errors: ['gone'],
    answers: { 200: { description: 'Server-sent events', media: 'text/event-stream', schema: Type.String() } },
    checkQuery: (query, settings) => faultsOf(() => readOwnFilter(settings, query)),
    startWords: [NOW],
    handle: (call) => streamEvents(parts, call),
  }),
];

async function listEvents(parts: Following, call: EventCall): Promise<Reply> {
  const { wait } = call.query;
  if (wait !== undefined) call.stepAside();
  const cursors = cursorsOf(parts, call);
  const start = await startOf(parts, call, cursors, call.query['page[after]'], 'page[after]');
  const follower = new Follower(parts, call);
  const size = call.query['page[size]'] ?? DEFAULT_SIZE;
  const until = performance.now() + (wait ?? 0) * 1_000;
  let page = await follower.read(start, size);
  while (page.rows.length === 0 && performance.now() < until && !follower.hasGone) {
    const position = page.hasMore ? page.position : await follower.wait(page.position, until - performance.now());
    page = await follower.read(position, size);
  }
  const data = await follower.present(page.rows);
  const next = linkWith(pathOf(call.url), call.query, sealPosition(cursors, page.position));
  return {
    body: `{"data":[${data.join(',')}],"links":{"next":${JSON.stringify(next)}},"meta":{"has_more":${page.hasMore}}}`,
    headers: linkHeader(next),
  };
}

async function streamEvents(parts: Following, call: EventCall): Promise<Reply> {
  call.stepAside();
  const cursors = cursorsOf(parts, call);
  const last = call.headers['last-event-id'];
  const after =
    typeof last === 'string'
      ? await startOf(parts, call, cursors, last, 'Last-Event-ID')
      : await startOf(parts, call, cursors, call.query['page[after]'], 'page[after]');
  const headers = { 'content-type': 'text/event-stream; charset=utf-8', 'x-accel-buffering': 'no' };
  if (call.isHead) return { headers, body: Readable.from([]) };
  const body = openStream({
    follower: new Follower(parts, call),
    after,
    size: call.query['page[size]'] ?? DEFAULT_SIZE,
    ms: parts.limits.streamMs,
    seal: (position) => sealPosition(cursors, position),
  });
  return { headers, body };
}

const cursorsOf = ({ keptMs }: Following, { cursorKey, actor }: EventCall): FeedCursors => ({
  key: cursorKey,
  organizationId: actor.organizationId,
  keptMs,
});

/** The position to read from. */
async function startOf(
  { keptMs }: Following,
  { sql, settings, query, actor: { organizationId } }: EventCall,
  cursors: FeedCursors,
  cursor: string | undefined,
  name: string,
): Promise<string> {
  const position = cursor === undefined || cursor === NOW ? null : openPosition(cursors, cursor);
  const [{ occurred }] = readAll(
    () => readOwnFilter(settings, query),
    () => {
      if (cursor !== undefined && cursor !== NOW && position === null) throw invalid({ [name]: [NO_CURSOR] });
    },
  );
  if (position !== null) return position;
  const oldest = Math.max(Date.now() - keptMs, occurred?.from?.getTime() ?? 0);
  // First: what happens from here on is after it, whether or not there is something since.
  const head = await findHead(sql, organizationId);
  await sql.flush();
  return cursor === NOW ? head : ((await findSince(sql, organizationId, new Date(oldest))) ?? head);
}
