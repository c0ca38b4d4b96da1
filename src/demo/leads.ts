import type { Actor } from '../access/actor.ts';
import type { Author } from '../audit/audit.ts';
import { addActivity, addNote } from '../leads/timeline/timeline.ts';
import { createLead } from '../leads/writing/create.ts';
import { moveLead } from '../leads/writing/move.ts';
import type { ActorWriting } from '../leads/writing/patch.ts';
import { systemAuthor } from '../organization/organizations.ts';
import type { Parts } from '../parts.ts';
import { loadSettings } from '../settings/snapshot.ts';
import { type Event, type Story, tellStories } from './story.ts';

/** Writes that come at once are sent together. */
const AT_ONCE = 60;

/** Leads of the last 90 days, through the same verbs as those of callers, with what happened to them since. */
export async function sampleLeads(parts: Parts, actors: readonly Actor[], count: number): Promise<void> {
  const { database, leads } = parts;
  const actor = actors.find(({ role }) => role === 'admin');
  const settings = actor && (await loadSettings(database, actor.organizationId));
  if (!settings) return;
  const writing: ActorWriting = { database, leads, actor, author: systemAuthor(actor.organizationId), settings };
  await inParallel(tellStories(count, Date.now()), async (story) => {
    const { lead } = await createLead(at(writing, story.createdAt), fieldsOf(writing, story));
    const owner = actors.find(({ membershipId }) => membershipId === lead.owner_id);
    const own = owner === undefined ? writing : { ...writing, actor: owner, author: authorOf(owner) };
    for (const event of story.events) {
      await happen(at(event.kind === 'reenquiry' ? writing : own, event.at), lead.public_id, story, event);
    }
  });
}

async function happen(writing: ActorWriting, lead: string, story: Story, { kind, text, to }: Event): Promise<void> {
  if (kind === 'note') await addNote(writing, lead, { body: text });
  else if (kind === 'move')
    await moveLead(writing, lead, { status: statusOf(writing, to), ...(text && { note: text }) });
  else if (kind === 'reenquiry') await createLead(writing, fieldsOf(writing, { ...story, source: text, value: null }));
  else await addActivity(writing, lead, { kind, summary: text });
}

const statusOf = ({ settings }: ActorWriting, name: string | undefined): string =>
  [...settings.statuses.byId.values()].find((status) => status.name === name)?.public_id ?? '';

function fieldsOf({ settings }: ActorWriting, { first, last, phone, email, source, interest, value }: Story) {
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

const at = (writing: ActorWriting, time: number): ActorWriting => ({ ...writing, clock: () => new Date(time) });

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
