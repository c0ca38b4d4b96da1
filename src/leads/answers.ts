import { crc32 } from 'node:zlib';
import type { Actor } from '../access/actor.ts';
import type { Reply } from '../http/operation.ts';
import { linkAfter, linkHeader, type Page, type readPage } from '../http/pagination.ts';
import type { Call } from '../operation.ts';
import { Problem } from '../problems.ts';
import type { Settings } from '../settings/snapshot.ts';
import type { PageRow } from './listing/page.ts';
import { assembleLead, assemblePage, byteText, etagOf, type Rendered, revisionOf, UnknownNameError } from './render.ts';
import type { LeadRow } from './row.ts';
import { upToDate } from './scores/scored.ts';
import type { ActorWriting } from './writing/patch.ts';
import type { LeadWriter } from './writing/writing.ts';

export type AnyCall = Pick<Call, 'actor' | 'settings' | 'currentSettings'>;

/** What the verbs that write leads need of a call. */
export const writingOf = ({ sql, actor, author, settings }: Call, leads: LeadWriter): ActorWriting => ({
  database: sql,
  leads,
  actor,
  author,
  settings,
});

/** Names what leads refer to; settings that do not know a record yet, made by another process, are read anew once. */
export async function withNames<T>(
  call: Pick<AnyCall, 'settings' | 'currentSettings'>,
  render: (settings: Settings) => T,
): Promise<T> {
  try {
    return render(call.settings);
  } catch (error) {
    if (!(error instanceof UnknownNameError)) throw error;
    return render(await call.currentSettings());
  }
}

/** Names a source by its public id. */
export const sourcesOf = (settings: Settings) => (publicId: string) => {
  const source = settings.sources.byPublicId.get(publicId);
  if (source === undefined) throw new UnknownNameError();
  return { public_id: source.public_id, name: source.name };
};

/** One lead, with its ETag. `more` adds members beside `data`. */
export const leadReply = async (
  call: AnyCall,
  lead: LeadRow,
  more: Readonly<Record<string, unknown>> = {},
): Promise<Reply> => ({
  shows: [lead.public_id],
  ...(await renderedReply(call, upToDate(call.settings, lead, new Date()), more)),
});

/** The same of a lead whose score is known to be up to date. `inside` adds members to the lead, as text. */
export function renderedReply(
  call: AnyCall,
  lead: Rendered & Pick<LeadRow, 'version'>,
  more: Readonly<Record<string, unknown>> = {},
  inside = '',
): Promise<Reply> {
  return withNames(call, (settings) => ({
    headers: { etag: etagOf(settings, lead, inside), 'cache-control': 'private, no-cache' },
    body: `{"data":${assembleLead(settings, lead, inside)}${membersOf(more)}}`,
  }));
}

interface LeadsReplyOptions {
  defaults?: Readonly<Record<string, string>>;
  withStage?: boolean;
  /** Beside `has_more`. */
  meta?: Readonly<Record<string, unknown>>;
}

/** A page of leads. */
export async function leadsReply(
  call: AnyCall & Parameters<typeof readPage>[0],
  page: Page,
  found: PageRow | undefined,
  { defaults = {}, withStage = false, meta = {} }: LeadsReplyOptions = {},
): Promise<Reply> {
  const shown = Math.min(page.size, found?.kept ?? page.size);
  const last = found === undefined || found.found <= shown ? null : [sortKey(found.last_key), found.last_id];
  const next = last && linkAfter(call, last, defaults);
  const lines = found?.lines_utf8?.toString('latin1').split('\n') ?? [];
  const data = await withNames(call, (settings) => assemblePage(settings, lines, shown, withStage));
  const rest = `"links":{"next":${JSON.stringify(next)}},"meta":{"has_more":${next !== null}${membersOf(meta)}}`;
  return {
    body: Buffer.from(`{"data":[${data}],${byteText(rest)}}`, 'latin1'),
    headers: { vary: 'accept', ...(next !== null && linkHeader(next)) },
  };
}

const sortKey = (key: PageRow['last_key']) => (key instanceof Date ? key.toISOString() : key);

export const membersOf = (more: Readonly<Record<string, unknown>>): string =>
  Object.entries(more)
    .map(([name, value]) => `,${JSON.stringify(name)}:${JSON.stringify(value)}`)
    .join('');

export const mayRead = ({ abilities }: Pick<Actor, 'abilities'>): boolean => abilities.has('leads:read');

/** Of the version and what was shown alone: the whole lead's tag could be guessed at, score and owner with it. */
export const partialEtag = ({ version }: LeadRow, shown: string): string => `"${version}.${crc32(shown).toString(36)}"`;

/** The version in such a tag. */
const versionIn = (tag: string) => /^"(\d+)\.[^."]+"$/.exec(tag)?.[1];

/** If-Match: the change is wanted only if the lead is still what the caller has seen. */
export function requireMatch(call: AnyCall & Pick<Call, 'headers'>, lead: LeadRow): void {
  const header = call.headers['if-match'];
  if (header === undefined || header.trim() === '*') return;
  const matches = mayRead(call.actor)
    ? (tag: string) => revisionIn(tag) === revisionOf(call.settings, lead)
    : (tag: string) => versionIn(tag) === String(lead.version);
  if (!header.split(',').some((tag) => matches(tag.trim()))) throw new Problem('precondition_failed');
}

/** What a tag says of the lead itself: nobody has changed it because its score has faded or its timeline was read along. */
const revisionIn = (tag: string) => /^"([^."]+\.[^."]+)\.[^."]+"$/.exec(tag)?.[1];
