import type { CallerColumns } from '../../audit/actor-columns.ts';
import { presentActor } from '../../audit/schemas.ts';
import { newPublicId } from '../../public-id.ts';
import type { Activity, ActivityCreate, Note, NoteCreate } from '../../timeline/schemas.ts';
import type { LeadRow } from '../row.ts';
import type { Change } from '../writing/change.ts';
import { activity, audit } from '../writing/events.ts';
import { laterOf } from '../writing/later-of.ts';
import type { ActorWriting } from '../writing/patch.ts';
import { changeLead } from '../writing/writing.ts';

/** Records what somebody did about a lead. It moves the lead's last activity forward, never back. */
export async function addActivity(writing: ActorWriting, leadId: string, input: ActivityCreate): Promise<Activity> {
  let entry = activity(input.kind, input.summary);
  let occurredAt = new Date();
  await changeLead(writing, { actor: writing.actor, leadId }, (before, now) => {
    occurredAt = input.occurred_at === undefined ? now : new Date(input.occurred_at);
    entry = { ...entry, occurred_at: occurredAt.toISOString() };
    const changes = [
      { field: 'kind', from: null, to: input.kind },
      { field: 'summary', from: null, to: input.summary },
    ];
    return {
      lead: { ...before, last_activity_at: laterOf(occurredAt, before.last_activity_at), updated_at: now },
      events: { activities: [entry], audit: audit('activity_added', changes) },
    };
  });
  const { public_id, kind, summary } = entry;
  return { public_id, kind, summary, details: null, occurred_at: occurredAt.toISOString(), actor: actorOf(writing) };
}

export async function addNote(writing: ActorWriting, leadId: string, { body }: NoteCreate): Promise<Note> {
  const publicId = newPublicId('note');
  const { updated_at } = await changeLead(writing, { actor: writing.actor, leadId }, (before, now) =>
    applyNote(publicId, body, before, now),
  );
  return { public_id: publicId, body, actor: actorOf(writing), created_at: updated_at.toISOString() };
}

export const applyNote = (publicId: string, body: string, before: LeadRow, now: Date): Change => ({
  lead: Object.assign({}, before, { updated_at: now }),
  events: {
    note: { public_id: publicId, body },
    audit: audit('note_added', [{ field: 'note', from: null, to: publicId }]),
  },
});

/** The caller itself, as answers name it. */
export function actorOf({ actor, settings }: Pick<ActorWriting, 'actor' | 'settings'>) {
  const membership = settings.memberships.byId.get(actor.membershipId);
  const columns: CallerColumns = {
    token_public_id: actor.tokenPublicId,
    token_name: actor.tokenName,
    membership_public_id: membership?.public_id ?? null,
    membership_name: membership?.name ?? null,
  };
  return presentActor(columns);
}
