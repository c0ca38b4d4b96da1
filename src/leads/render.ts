import { crc32 } from 'node:zlib';
import { bandOf } from '../scoring/model.ts';
import { oncePerSettings } from '../settings/once.ts';
import type { Settings } from '../settings/snapshot.ts';
import { emailKey, type LeadFields, type LeadRow, type StorableLead } from './row.ts';

/** Counted on when the shape of the rendered text changes; rows of an older shape are rendered anew by a migration. */
export const RENDERED_SHAPE = 2;

/**
 * A lead is read far more often than it changes, so its JSON is rendered when it is written. Left open is only what changes
 * without the lead being written: the names of source, status and owner, the currency, and the score, which fades. They go
 * where the line break is; JSON text itself never holds one.
 */
export function renderLead(lead: LeadFields & Pick<LeadRow, 'public_id' | 'created_at'>): string {
  const { first_name, last_name, phone, email } = lead;
  const head = { public_id: lead.public_id, contact: { first_name, last_name, phone, email } };
  const tail = {
    estimated_value: lead.estimated_value,
    custom_fields: inOrder(lead.custom_fields),
    last_activity_at: lead.last_activity_at.toISOString(),
    created_at: lead.created_at.toISOString(),
    updated_at: lead.updated_at.toISOString(),
  };
  return `${JSON.stringify(head).slice(1, -1)}\n${JSON.stringify(tail).slice(1, -1)}`;
}

/** The database keeps the keys in an order of its own; the text must not depend on who holds them. */
const inOrder = (values: Readonly<Record<string, unknown>>) =>
  Object.fromEntries(Object.entries(values).sort(([one], [other]) => (one < other ? -1 : 1)));

/** A lead as it is written. */
export const storable = <T extends LeadFields & Pick<LeadRow, 'public_id' | 'created_at'>>(
  lead: T,
): T & StorableLead => ({
  ...lead,
  email_key: emailKey(lead.email),
  rendered: renderLead(lead),
  rendered_shape: RENDERED_SHAPE,
});

export type Rendered = Pick<LeadRow, 'rendered' | 'source_id' | 'status_id' | 'owner_id' | 'score'>;

/** As lists read it. */
export interface ListedLead extends Rendered {
  id: string;
  rescore_at: Date | null;
  sort_key: Date | number;
}

/** The lead as callers see it, as JSON text. `more` may add members at the end. */
export function assembleLead(settings: Settings, lead: Rendered, more = ''): string {
  const at = lead.rendered.indexOf('\n');
  return `{${lead.rendered.slice(0, at)},${namesOf(settings, lead)},${scoreOf(settings, lead)},${lead.rendered.slice(at + 1)}${more}}`;
}

const scoreOf = ({ scoring }: Settings, { score }: Rendered) =>
  `"score":${score},"score_band":"${bandOf(scoring, score)}"`;

/** Changes with the lead and with the names that are shown with it: what If-Match speaks of. */
export const revisionOf = (settings: Settings, lead: Rendered & Pick<LeadRow, 'version'>): string =>
  `${lead.version}.${crc32(namesOf(settings, lead)).toString(36)}`;

/** Strong: it changes with everything that is shown, the fading score and what `inside` adds included. */
export function etagOf(settings: Settings, lead: Rendered & Pick<LeadRow, 'version'>, inside = ''): string {
  return `"${revisionOf(settings, lead)}.${crc32(scoreOf(settings, lead) + inside).toString(36)}"`;
}

function namesOf(settings: Settings, { source_id, status_id, owner_id }: Rendered): string {
  const names = renderedNames(settings);
  const source = source_id === null ? 'null' : names.sources.get(source_id);
  const owner = owner_id === null ? 'null' : names.owners.get(owner_id);
  const status = names.statuses.get(status_id);
  if (source === undefined || owner === undefined || status === undefined) throw new UnknownNameError();
  return `"source":${source},"status":${status},"owner":${owner},"currency":${names.currency}`;
}

/** A lead refers to a record that the settings do not know yet: another process made it a moment ago. */
export class UnknownNameError extends Error {
  override name = 'UnknownNameError';
}

interface Names {
  sources: Map<string, string>;
  statuses: Map<string, string>;
  owners: Map<string, string>;
  currency: string;
}

const reference = ({ public_id, name }: { public_id: string; name: string }) => JSON.stringify({ public_id, name });

const renderedNames = oncePerSettings(
  ({ sources, statuses, memberships, organization }): Names => ({
    sources: mapValues(sources.byId, reference),
    statuses: mapValues(statuses.byId, ({ public_id, name, kind }) => JSON.stringify({ public_id, name, kind })),
    owners: mapValues(memberships.byId, reference),
    currency: JSON.stringify(organization.currency),
  }),
);

function mapValues<T>(map: ReadonlyMap<string, T>, render: (value: T) => string): Map<string, string> {
  return new Map([...map].map(([key, value]) => [key, render(value)]));
}
