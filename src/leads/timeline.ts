import type { Actor } from '../access/actor.ts';
import type { Author } from '../audit/audit.ts';
import { type ActorColumns, presentActor } from '../audit/schemas.ts';
import type { Database } from '../db/sql.ts';
import { newPublicId } from '../public-id.ts';
import type { Settings } from '../settings/snapshot.ts';
import type { Activity, ActivityCreate, Note, NoteCreate } from '../timeline/schemas.ts';
import { activity, audit } from './events.ts';
import { findLead } from './queries.ts';
import { changeLead, laterOf } from './write.ts';

interface Context {
  sql: Database;
  actor: Actor;
  author: Author;
  settings: Settings;
  clock?: () => Date;
}

/** Records what somebody did about a lead. It moves the lead's last activity forward, never back. */
export async function addActivity(context: Context, lead: string, input: ActivityCreate): Promise<Activity> {
  const { actor } = context;
  let entry = activity(input.kind, input.summary);
  let occurredAt = new Date();
  await changeLead(
    { ...context, database: context.sql },
    (sql, lock) => findLead(sql, actor, lead, lock),
    (before, now) => {
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
    },
  );
  const { public_id, kind, summary } = entry;
  return { public_id, kind, summary, details: null, occurred_at: occurredAt.toISOString(), actor: actorOf(context) };
}

export async function addNote(context: Context, lead: string, { body }: NoteCreate): Promise<Note> {
  const { actor } = context;
  const publicId = newPublicId('note');
  const { updated_at } = await changeLead(
    { ...context, database: context.sql },
    (sql, lock) => findLead(sql, actor, lead, lock),
    (before, now) => ({
      lead: { ...before, updated_at: now },
      events: {
        note: { public_id: publicId, body },
        audit: audit('note_added', [{ field: 'note', from: null, to: publicId }]),
      },
    }),
  );
  return { public_id: publicId, body, actor: actorOf(context), created_at: updated_at.toISOString() };
}

/** The caller itself, as answers name it. */
export function actorOf({ actor, settings }: Pick<Context, 'actor' | 'settings'>) {
  const membership = settings.memberships.byId.get(actor.membershipId);
  const columns: ActorColumns = {
    token_public_id: actor.tokenPublicId,
    token_name: actor.tokenName,
    membership_public_id: membership?.public_id ?? null,
    membership_name: membership?.name ?? null,
    form_public_id: null,
    form_name: null,
  };
  return presentActor(columns);
}
