import type { Actor } from '../access/actor.ts';
import { type Author, changesBetween } from '../audit/audit.ts';
import { type Database, isLostRace, type Sql } from '../db/sql.ts';
import { type Assignment, chooseOwner, type Turns } from '../distribution/choose.ts';
import { initialStatus } from '../pipeline/stage-rules.ts';
import { unavailable } from '../problems.ts';
import { newPublicId } from '../public-id.ts';
import { defaultModel, scoreLead } from '../scoring/score.ts';
import type { Settings } from '../settings/snapshot.ts';
import { activity, audit } from './events.ts';
import { findLeadById, findTwin, insertLead, type Twin } from './queries.ts';
import { storable } from './render.ts';
import { emailKey, factsOf, type LeadFields, type LeadRow, namedFields } from './row.ts';
import type { LeadCreate } from './schemas.ts';
import { changeLead, laterOf } from './write.ts';

export interface Intake {
  database: Database;
  actor: Actor;
  author: Author;
  settings: Settings;
  turns: Turns;
}

export type CreateResult =
  | { duplicate: false; lead: LeadRow }
  | { duplicate: true; lead: LeadRow; inScope: boolean; matchedOn: ('phone' | 'email')[] };

const TRIES = 3;
const REENQUIRY_MS = 60 * 60 * 1_000;

/**
 * Captures a lead once: a new one, or the one that has this phone or email already. The unique indexes decide, not a
 * look-up before the insert; whoever comes second finds the first.
 */
export async function createLead(intake: Intake, input: LeadCreate): Promise<CreateResult> {
  const { database, actor, author } = intake;
  for (let tries = 0; tries < TRIES; tries++) {
    const assignment = chooseOwner(intake.settings, intake.turns);
    const lead = draftLead(intake, input, assignment);
    const id = await insertOrLose(database, author, lead, eventsOf(intake.settings, lead));
    if (id !== null) return { duplicate: false, lead: { ...lead, id, version: 1 } };
    // A lead that is there already uses up no turn.
    if (assignment.turn !== null) intake.turns.giveBack(author.organizationId, assignment.turn);
    const twin = await findTwin(database, actor, lead.phone, lead.email_key);
    // Gone again: the other lead was given another phone or email in this very moment.
    if (twin === undefined) continue;
    return { duplicate: true, ...(await recordReenquiry(intake, twin)), matchedOn: matchOf(twin, lead) };
  }
  throw unavailable('The lead is being changed by many callers at once.');
}

/** A deadlock with another create or change is a loss like any other: the next try sees what won. */
async function insertOrLose(...insert: Parameters<typeof insertLead>): Promise<string | null> {
  return insertLead(...insert).catch((error: unknown) => {
    if (isLostRace(error)) return null;
    throw error;
  });
}

function draftLead({ settings }: Intake, input: LeadCreate, { ownerId, teamId }: Assignment) {
  const now = new Date();
  const fields: LeadFields = {
    first_name: input.first_name || null,
    last_name: input.last_name || null,
    phone: input.phone ?? null,
    email: input.email ?? null,
    source_id: (input.source && settings.sources.byPublicId.get(input.source)?.id) ?? null,
    status_id: initialStatus(settings).id,
    status_since: now,
    owner_id: ownerId,
    team_id: teamId,
    estimated_value: input.estimated_value ?? null,
    custom_fields: withoutNulls(input.custom_fields ?? {}),
    score: 0,
    last_activity_at: now,
    last_reenquiry_at: null,
    updated_at: now,
  };
  fields.score = scoreLead(defaultModel, factsOf(settings, fields));
  return storable({ ...fields, public_id: newPublicId('lead', now.getTime()), created_at: now });
}

const withoutNulls = (values: Record<string, unknown>) =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== null));

function eventsOf(settings: Settings, lead: LeadFields) {
  return {
    transition: { public_id: newPublicId('transition'), from: null, to: lead.status_id, note: null, seconds: null },
    activities: [activity('created')],
    audit: audit('created', changesBetween({}, namedFields(settings, lead))),
  };
}

function matchOf(twin: LeadRow, lead: LeadFields): ('phone' | 'email')[] {
  const byPhone = lead.phone !== null && twin.phone === lead.phone;
  const byEmail = lead.email !== null && emailKey(twin.email) === emailKey(lead.email);
  return [...(byPhone ? (['phone'] as const) : []), ...(byEmail ? (['email'] as const) : [])];
}

/** Puts the enquiry on the timeline of the lead that is there already, once an hour at most. */
async function recordReenquiry({ database, author }: Intake, { in_scope: inScope, ...twin }: Twin) {
  const isDue = (lead: LeadRow, now: Date) =>
    lead.last_reenquiry_at === null || now.getTime() - lead.last_reenquiry_at.getTime() >= REENQUIRY_MS;
  if (!isDue(twin, new Date())) return { lead: twin, inScope };
  const find = (sql: Sql, lock: boolean) => findLeadById(sql, author.organizationId, twin.id, lock);
  const lead = await changeLead(database, author, find, (before, now) => {
    if (!isDue(before, now)) return null;
    const lead = {
      ...before,
      last_activity_at: laterOf(now, before.last_activity_at),
      last_reenquiry_at: now,
      updated_at: now,
    };
    return { lead, events: { activities: [activity('reenquiry')], audit: audit('reenquired', []) } };
  });
  return { lead, inScope };
}
