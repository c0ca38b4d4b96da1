import type { Actor } from '../access/actor.ts';
import type { Author } from '../audit/audit.ts';
import { createLead, type Intake } from '../leads/create.ts';
import { moveLead } from '../leads/move.ts';
import { findLead } from '../leads/queries.ts';
import { addActivity, addNote } from '../leads/timeline.ts';
import { changeLead } from '../leads/write.ts';
import type { Parts } from '../parts.ts';
import { loadSettings } from '../settings/snapshot.ts';
import { type Event, type Story, tellStories } from './story.ts';

const LEADS = 240;
/** Writes that come at once are sent together. */
const AT_ONCE = 60;

interface Cast {
  admin: Actor;
  /** By internal id of the membership. */
  members: ReadonlyMap<string, Actor>;
}

/** Leads of the last 90 days, through the same verbs as those of callers, with what happened to them since. */
export async function sampleLeads(parts: Parts, { admin, members }: Cast, author: Author): Promise<void> {
  const { database, turns, handOut } = parts;
  const settings = await loadSettings(database, admin.organizationId);
  if (settings === null) return;
  const intake: Intake = { database, actor: admin, author, settings, turns, handOut };
  await inParallel(tellStories(LEADS, Date.now()), async (story) => {
    const { lead } = await createLead(at(intake, story.createdAt), fieldsOf(intake, story));
    const owner = lead.owner_id === null ? undefined : members.get(lead.owner_id);
    const actor = owner ?? admin;
    const own = owner === undefined ? intake : { ...intake, actor, author: authorOf(owner) };
    for (const event of story.events) {
      await happen(event.kind === 'reenquiry' ? intake : own, actor, lead.public_id, story, event);
    }
  });
}

async function happen(intake: Intake, actor: Actor, lead: string, story: Story, event: Event): Promise<void> {
  const { kind, text } = event;
  const then = at(intake, event.at);
  const context = { ...then, sql: intake.database, actor };
  if (kind === 'note') await addNote(context, lead, { body: text });
  else if (kind === 'move') await move(then, actor, lead, event.to ?? '', text);
  else if (kind === 'reenquiry') await createLead(then, fieldsOf(intake, { ...story, source: text, value: null }));
  else await addActivity(context, lead, { kind, summary: text });
}

async function move(intake: Intake, actor: Actor, lead: string, to: string, note: string): Promise<void> {
  const { settings } = intake;
  const status = [...settings.statuses.byId.values()].find(({ name }) => name === to)?.public_id ?? '';
  await changeLead(
    intake,
    (sql, lock) => findLead(sql, actor, lead, lock),
    (before, now) => moveLead(settings, { status, ...(note !== '' && { note }) }, before, now),
  );
}

function fieldsOf({ settings }: Intake, { first, last, phone, email, source, interest, value }: Story) {
  const from = [...settings.sources.byPublicId.values()].find(({ name }) => name === source)?.public_id;
  return {
    first_name: first,
    last_name: last,
    phone,
    ...(email !== null && { email }),
    ...(from !== undefined && { source: from }),
    ...(value !== null && { estimated_value: value }),
    custom_fields: { product_interest: interest },
  };
}

const at = (intake: Intake, time: number): Intake => ({ ...intake, clock: () => new Date(time) });

const authorOf = ({ organizationId, tokenId, membershipId }: Actor): Author => {
  return { organizationId, tokenId, membershipId, formId: null, requestId: null, address: null };
};

async function inParallel<T>(list: readonly T[], work: (one: T) => Promise<void>): Promise<void> {
  const rest = list.values();
  const worker = async () => {
    for (const one of rest) await work(one);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
}
