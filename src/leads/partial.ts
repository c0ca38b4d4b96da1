import type { Reply } from '../http/operation.ts';
import type { Settings } from '../settings/snapshot.ts';
import { type AnyCall, leadReply, mayRead, membersOf, partialEtag, withNames } from './answers.ts';
import { referenceOrNull, referenceTo } from './render.ts';
import type { LeadRow } from './row.ts';
import type { LeadPatch, PartialLead } from './schemas.ts';
import { actorOf } from './timeline/timeline.ts';
import type { RecordedTransition } from './writing/move.ts';

/** Without `leads:read` it holds only what the caller sent, besides the status: else a change would be a way to read. */
export function changedLeadReply(
  call: AnyCall,
  lead: LeadRow,
  sent: LeadPatch,
  more: Readonly<Record<string, unknown>> = {},
): Promise<Reply> {
  if (mayRead(call.actor)) return leadReply(call, lead, more);
  return withNames(call, (settings) => {
    const data = JSON.stringify(partOf(settings, lead, sent));
    return {
      headers: { etag: partialEtag(lead, data), 'cache-control': 'private, no-cache' },
      body: `{"data":${data}${membersOf(more)}}`,
      shows: [lead.public_id],
    };
  });
}

const contactFields = ['first_name', 'last_name', 'phone', 'email'] as const;

function partOf(settings: Settings, lead: LeadRow, sent: LeadPatch): PartialLead {
  const contact = contactFields.filter((field) => sent[field] !== undefined).map((field) => [field, lead[field]]);
  const values = Object.keys(sent.custom_fields ?? {}).map((key) => [
    key,
    Object.hasOwn(lead.custom_fields, key) ? lead.custom_fields[key] : null,
  ]);
  return {
    public_id: lead.public_id,
    ...(contact.length > 0 && { contact: Object.fromEntries(contact) }),
    ...(sent.source !== undefined && { source: referenceOrNull(settings.sources, lead.source_id) }),
    status: {
      ...referenceTo(settings.statuses, lead.status_id),
      kind: settings.statuses.byId.get(lead.status_id)?.kind ?? 'open',
    },
    ...(sent.owner !== undefined && { owner: referenceOrNull(settings.memberships, lead.owner_id) }),
    ...(sent.estimated_value !== undefined && { estimated_value: lead.estimated_value }),
    ...(sent.custom_fields !== undefined && { custom_fields: Object.fromEntries(values) }),
    updated_at: lead.updated_at.toISOString(),
  };
}

/** The transition that was recorded; where it came from and after how long is for those who may read the lead. */
export function presentRecorded(call: Pick<AnyCall, 'actor' | 'settings'>, transition: RecordedTransition | null) {
  if (transition === null) return null;
  const { public_id, from, to, note, occurred_at, seconds_in_from } = transition;
  const isRead = mayRead(call.actor);
  return {
    public_id,
    ...(isRead && { from: { public_id: from.public_id, name: from.name } }),
    to: { public_id: to.public_id, name: to.name },
    note,
    actor: actorOf(call),
    occurred_at: occurred_at.toISOString(),
    ...(isRead && { seconds_in_from }),
  };
}
