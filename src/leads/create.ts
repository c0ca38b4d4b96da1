import type { Actor } from '../access/actor.ts';
import type { Author } from '../audit/audit.ts';
import { type Database, isLostRace } from '../db/sql.ts';
import type { Turn } from '../distribution/decide.ts';
import { assignmentEvent } from '../distribution/explanation.ts';
import { planFor, rulesInForce } from '../distribution/plan.ts';
import type { Turns } from '../distribution/turns.ts';
import { initialStatus } from '../pipeline/stage-rules.ts';
import { unavailable } from '../problems.ts';
import { newPublicId } from '../public-id.ts';
import type { Settings } from '../settings/snapshot.ts';
import type { HandOut, Standing } from './assignment/hand-out.ts';
import { activity, audit, type CreateEvents, type LeadEvents } from './events.ts';
import { insertLead } from './insert-query.ts';
import { findTwin } from './queries.ts';
import { type Reenquiry, recordReenquiry } from './reenquiry.ts';
import { complete } from './render.ts';
import { emailKey, factsOf, type LeadFields, type LeadRow, leadChanges } from './row.ts';
import type { LeadCreate } from './schemas.ts';
import { scoreAfter } from './scored.ts';

export interface Intake {
  database: Database;
  /** Who sent it, if somebody may see what is there already. */
  actor: Actor | null;
  author: Author;
  /** Public id of the form that it came through. */
  form?: string;
  settings: Settings;
  turns: Turns;
  handOut: HandOut;
  /** What time it is; the demo tells of earlier days. */
  clock?: () => Date;
}

export type CreateResult =
  | { duplicate: false; lead: LeadRow }
  | ({ duplicate: true; inScope: boolean; matchedOn: ('phone' | 'email')[] } & Reenquiry);

const TRIES = 3;

/**
 * Captures a lead once: a new one, or the one that has this phone or email already. The unique indexes decide, not a
 * look-up before the insert; whoever comes second finds the first.
 */
export async function createLead(intake: Intake, input: LeadCreate): Promise<CreateResult> {
  const { database, actor, author, turns, handOut } = intake;
  for (let tries = 0; tries < TRIES; tries++) {
    const lead = draftLead(intake, input);
    const { turn, standing } = await takeTurn(intake, lead);
    giveTo(intake, lead, turn);
    const id = await insertOrLose(database, author, lead, eventsOf(intake.settings, lead, turn));
    if (id !== null) {
      database.afterCommit(() => {
        turns.done(author.organizationId, turn);
        if (standing === 'unknown') handOut.nudge(author.organizationId);
      });
      lead.id = id;
      return { duplicate: false, lead };
    }
    await turns.giveBack(author.organizationId, turn);
    // A lead that came meanwhile may wait for the place that this one held.
    if (turn.choice.ownerId !== null && turns.mayWait(author.organizationId)) handOut.nudge(author.organizationId);
    const twin = await findTwin(database, author.organizationId, actor, lead.phone, emailKey(lead.email));
    // Gone again: the other lead was given another phone or email in this very moment.
    if (twin === undefined) continue;
    const { in_scope: inScope, ...existing } = twin;
    const matchedOn = matchOf(existing, lead);
    return { duplicate: true, inScope, matchedOn, ...(await recordReenquiry(intake, existing, lead)) };
  }
  throw unavailable('The lead is being changed by many callers at once.');
}

/** Whose the lead becomes: the distribution rules say who may have it, the turns who gets it. */
async function takeTurn(
  { settings, turns, handOut }: Intake,
  draft: LeadRow,
): Promise<{ turn: Turn; standing: Standing }> {
  const plan = planFor(settings, rulesInForce(settings), factsOf(settings, draft), draft.created_at);
  const ask = { settings, plan, lead: draft.public_id };
  const { id } = settings.organization;
  const quick = turns.mayWait(id) ? null : await turns.take({ ...ask, queue: 'respect' });
  if (quick !== null) return { turn: quick, standing: 'next' };
  const standing = await handOut.beforeNew(id, plan);
  const turn = await turns.take({ ...ask, queue: standing === 'next' ? 'ignore' : 'join' });
  if (turn === null) throw new Error('a new lead cannot have been given away');
  return { turn, standing };
}

/** A deadlock with another create or change is a loss like any other: the next try sees what won. */
async function insertOrLose(...insert: Parameters<typeof insertLead>): Promise<string | null> {
  return insertLead(...insert).catch((error: unknown) => {
    if (isLostRace(error)) return null;
    throw error;
  });
}

/** Without an owner, a score and a text yet, and without the id that the database gives it. */
function draftLead({ settings, clock }: Intake, input: LeadCreate): LeadRow {
  const now = clock?.() ?? new Date();
  return {
    id: '',
    public_id: newPublicId('lead', now.getTime()),
    first_name: input.first_name || null,
    last_name: input.last_name || null,
    phone: input.phone ?? null,
    email: input.email ?? null,
    source_id: (input.source && settings.sources.byPublicId.get(input.source)?.id) ?? null,
    status_id: initialStatus(settings).id,
    status_since: now,
    owner_id: null,
    team_id: null,
    estimated_value: input.estimated_value ?? null,
    custom_fields: withoutNulls(input.custom_fields ?? {}),
    score: 0,
    signals: null,
    rescore_at: null,
    scored_with: 0,
    last_activity_at: now,
    last_reenquiry_at: null,
    created_at: now,
    updated_at: now,
    version: 1,
    rendered: '',
  };
}

/** What a model may count of a new lead. */
const CREATED: LeadEvents = { activities: [activity('created')] };

/** Timed anew: whose turn came first was also created first. */
function giveTo({ settings, clock }: Intake, lead: LeadRow, { choice }: Turn): void {
  const now = clock?.() ?? new Date();
  const owner = choice.ownerId === null ? undefined : settings.memberships.byId.get(choice.ownerId);
  lead.owner_id = owner?.id ?? null;
  lead.team_id = owner ? owner.team_id : choice.teamId;
  lead.status_since = now;
  lead.last_activity_at = now;
  lead.created_at = now;
  lead.updated_at = now;
  complete(lead, scoreAfter(settings, lead, null, CREATED, now));
}

const withoutNulls = (values: Record<string, unknown>) =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== null));

function eventsOf(settings: Settings, lead: LeadFields, turn: Turn): CreateEvents {
  return {
    transition: newPublicId('transition'),
    number: initialStatus(settings).number,
    activity: newPublicId('activity'),
    assignment: assignmentEvent(turn),
    audit: audit('created', leadChanges(settings, null, lead)),
  };
}

function matchOf(twin: LeadRow, lead: LeadFields): ('phone' | 'email')[] {
  const byPhone = lead.phone !== null && twin.phone === lead.phone;
  const byEmail = lead.email !== null && emailKey(twin.email) === emailKey(lead.email);
  return [...(byPhone ? (['phone'] as const) : []), ...(byEmail ? (['email'] as const) : [])];
}
