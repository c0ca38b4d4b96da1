import { crc32 } from 'node:zlib';
import { bandOf } from '../scoring/bands.ts';
import { oncePerSettings } from '../settings/once.ts';
import type { Settings } from '../settings/snapshot.ts';
import type { LeadFields, LeadRow, LeadScoring } from './row.ts';

/** Counted on when the shape of the rendered text changes; rows of an older shape are rendered anew by a migration. */
export const RENDERED_SHAPE = 3;

/**
 * A lead is read far more often than it changes, so its JSON is rendered when it is written, in three lines. What changes
 * without the lead (names, currency, score) is put between the first and the last; the middle one has the ids of those named.
 */
export function renderLead(lead: LeadFields & Pick<LeadRow, 'public_id' | 'created_at'>): string {
  const contact = `{"first_name":${json(lead.first_name)},"last_name":${json(lead.last_name)},"phone":${json(lead.phone)},"email":${json(lead.email)}}`;
  const named = `${lead.source_id ?? 0} ${lead.status_id} ${lead.owner_id ?? 0}`;
  const times = `"last_activity_at":"${lead.last_activity_at.toISOString()}","created_at":"${lead.created_at.toISOString()}","updated_at":"${lead.updated_at.toISOString()}"`;
  return `"public_id":"${lead.public_id}","contact":${contact}\n${named}\n"estimated_value":${lead.estimated_value},"custom_fields":${JSON.stringify(inOrder(lead.custom_fields))},${times}`;
}

const json = (text: string | null): string => (text === null ? 'null' : JSON.stringify(text));

/** The database keeps the keys in an order of its own; the text must not depend on who holds them. */
const inOrder = (values: Readonly<Record<string, unknown>>) =>
  Object.fromEntries(Object.entries(values).sort(([one], [other]) => (one < other ? -1 : 1)));

/** Makes a lead ready to be written: with its score and its text. It is changed in place: a copy takes longer than all of this. */
export function complete(lead: LeadRow, { score, signals, rescore_at, scored_with }: LeadScoring): void {
  lead.score = score;
  lead.signals = signals;
  lead.rescore_at = rescore_at;
  lead.scored_with = scored_with;
  lead.rendered = renderLead(lead);
}

export type Rendered = Pick<LeadRow, 'rendered' | 'score'>;

/** The lead as callers see it, as JSON text. `more` may add members at the end. */
export function assembleLead(settings: Settings, { rendered, score }: Rendered, more = ''): string {
  const [head = '', named = '', tail = ''] = rendered.split('\n');
  return `{${head},${namesOf(settings, named)},${scoreOf(settings, score)},${tail}${more}}`;
}

/** Lines of a page, as `listLeads` reads it: for each lead its score, then the three of its rendered text, then perhaps its stage. */
const LINES_A_LEAD = 4;

/**
 * One character for each byte of its UTF-8. With texts like these, a page in several scripts is put together as fast as one in
 * ASCII: a fifth of the time.
 */
export const byteText = (text: string): string => Buffer.from(text).toString('latin1');

/** The leads of a page, as JSON texts between commas; `most` of them. Byte texts, what is given and what is returned. */
export function assemblePage(settings: Settings, lines: readonly string[], most: number, withStage = false): string {
  const step = withStage ? LINES_A_LEAD + 1 : LINES_A_LEAD;
  const end = Math.min(lines.length, most * step);
  let text = '';
  for (let n = 0; n < end; n += step) {
    const stage = withStage ? `,"stage":{"entered_at":"${lines[n + LINES_A_LEAD]}"}` : '';
    text += `${n === 0 ? '{' : ',{'}${lines[n + 1]},${namesIn(settings, lines[n + 2] ?? '').bytes},${scoreOf(settings, Number(lines[n]))},${lines[n + 3]}${stage}}`;
  }
  return text;
}

const scoreOf = ({ scoring }: Settings, score: number) => `"score":${score},"score_band":"${bandOf(scoring, score)}"`;

/** Changes with the lead and with the names that are shown with it: what If-Match speaks of. */
export const revisionOf = (settings: Settings, lead: Rendered & Pick<LeadRow, 'version'>): string =>
  `${lead.version}.${namesIn(settings, middleOf(lead.rendered)).mark}`;

/** Strong: it changes with everything that is shown, the fading score and what `inside` adds included. */
export function etagOf(settings: Settings, lead: Rendered & Pick<LeadRow, 'version'>, inside = ''): string {
  return `"${revisionOf(settings, lead)}.${crc32(scoreOf(settings, lead.score) + inside).toString(36)}"`;
}

const middleOf = (rendered: string): string => {
  const start = rendered.indexOf('\n') + 1;
  return rendered.slice(start, rendered.indexOf('\n', start));
};

const namesOf = (settings: Settings, ids: string): string => namesIn(settings, ids).text;

function namesIn(settings: Settings, ids: string): NamesTogether {
  const names = renderedNames(settings);
  const known = names.together.get(ids);
  if (known !== undefined) return known;
  const [sourceId = '', statusId = '', ownerId = ''] = ids.split(' ');
  const source = sourceId === '0' ? 'null' : names.sources.get(sourceId);
  const owner = ownerId === '0' ? 'null' : names.owners.get(ownerId);
  const status = names.statuses.get(statusId);
  if (source === undefined || owner === undefined || status === undefined) throw new UnknownNameError();
  const text = `"source":${source},"status":${status},"owner":${owner},"currency":${names.currency}`;
  const made = { text, bytes: byteText(text), mark: crc32(text).toString(36) };
  if (names.together.size >= MOST_TOGETHER) names.together.clear();
  names.together.set(copyOf(ids), made);
  return made;
}

/** Part of a text keeps all of it in memory, and this one may be part of a whole page. */
const copyOf = (part: string): string => Buffer.from(part).toString();

/** A lead refers to a record that the settings do not know yet: another process made it a moment ago. */
export class UnknownNameError extends Error {
  override name = 'UnknownNameError';
}

interface Named {
  readonly byId: ReadonlyMap<string, { readonly public_id: string; readonly name: string }>;
}

/** A record as answers refer to it. */
export function referenceTo({ byId }: Named, id: string): { public_id: string; name: string } {
  const record = byId.get(id);
  if (record === undefined) throw new UnknownNameError();
  return { public_id: record.public_id, name: record.name };
}

export const referenceOrNull = (named: Named, id: string | null) => (id === null ? null : referenceTo(named, id));

/** What stands for the middle line. */
interface NamesTogether {
  readonly text: string;
  readonly bytes: string;
  /** Changes with the names. */
  readonly mark: string;
}

interface Names {
  sources: Map<string, string>;
  statuses: Map<string, string>;
  owners: Map<string, string>;
  currency: string;
  /** By middle line. An organization has fewer of them than leads by far. */
  together: Map<string, NamesTogether>;
}

const MOST_TOGETHER = 20_000;

const reference = ({ public_id, name }: { public_id: string; name: string }) => JSON.stringify({ public_id, name });

const renderedNames = oncePerSettings(
  ({ sources, statuses, memberships, organization }): Names => ({
    sources: mapValues(sources.byId, reference),
    statuses: mapValues(statuses.byId, ({ public_id, name, kind }) => JSON.stringify({ public_id, name, kind })),
    owners: mapValues(memberships.byId, reference),
    currency: JSON.stringify(organization.currency),
    together: new Map(),
  }),
);

function mapValues<T>(map: ReadonlyMap<string, T>, render: (value: T) => string): Map<string, string> {
  return new Map([...map].map(([key, value]) => [key, render(value)]));
}
