import { initialStatus } from '../../pipeline/stage-rules.ts';
import { Problem, unavailable } from '../../problems.ts';
import { newPublicId } from '../../public-id.ts';
import { traitsOf } from '../finding/terms.ts';
import { findDuplicate } from '../queries.ts';
import { emailKey, type LeadFields, type LeadRow } from '../row.ts';
import type { LeadCreate } from '../schemas.ts';
import type { Draft } from './capture.ts';
import { type Reenquiry, recordReenquiry } from './reenquiry.ts';
import type { Writing } from './writing.ts';

export type CreateResult =
  | { duplicate: false; lead: LeadRow }
  | ({ duplicate: true; inScope: boolean; matchedOn: ('phone' | 'email')[] } & Reenquiry);

const TRIES = 3;

/** Captures a lead once: as a new lead, or as a re-enquiry on the lead that has this phone or email. */
export async function createLead(writing: Writing, input: LeadCreate): Promise<CreateResult> {
  const { database, leads } = writing;
  for (let tries = 0; tries < TRIES; tries++) {
    const draft = draftOf(writing, input);
    const lead = await leads.captures.capture(database, draft);
    if (lead !== null) return { duplicate: false, lead };
    const duplicate = await findExisting(writing, draft.lead);
    if (duplicate === undefined) continue;
    const reenquiry = await recordReenquiry(writing, duplicate.lead, draft.lead).catch(unlessErased);
    if (reenquiry !== null) return { ...duplicate, ...reenquiry };
  }
  throw unavailable(BUSY);
}

const BUSY = 'The lead is being changed by many callers at once.';

/** A lead of a list to be captured. */
interface Listed {
  readonly n: number;
  readonly input: LeadCreate;
}

type Duplicate = Extract<CreateResult, { duplicate: true }>;

/** Told of the nth lead of a list, a duplicate, before the next one about the same lead is recorded. */
export type OnDuplicate = (n: number, result: Duplicate) => Promise<void>;

/**
 * Captures a list of leads, each as if it came alone and in this order. A conflict is the outcome of its lead; any other failure
 * is that of the whole list.
 */
export async function createLeads(
  writing: Writing,
  inputs: readonly LeadCreate[],
  onDuplicate: OnDuplicate = async () => {},
): Promise<(CreateResult | Problem)[]> {
  const outcomes: (CreateResult | Problem)[] = [];
  let left: Listed[] = inputs.map((input, n) => ({ n, input }));
  for (let tries = 0; left.length > 0; tries++) {
    if (tries === TRIES) throw unavailable(BUSY);
    left = await captureListed(writing, left, outcomes, onDuplicate);
  }
  return outcomes;
}

/** Puts each outcome into its place; returns the leads that must be tried again. */
async function captureListed(
  writing: Writing,
  listed: readonly Listed[],
  outcomes: (CreateResult | Problem)[],
  onDuplicate: OnDuplicate,
) {
  const drafts = listed.map(({ input }) => draftOf(writing, input));
  const captured = await writing.leads.captures.captureAll(writing.database, drafts);
  const again: Listed[] = [];
  const reenquiries = new Map<string, (() => Promise<void>)[]>();
  for (const [n, one] of listed.entries()) {
    const [result, draft] = [captured[n], drafts[n]] as [PromiseSettledResult<LeadRow | null>, Draft];
    if (result.status === 'rejected') outcomes[one.n] = conflictOf(result.reason);
    else if (result.value !== null) outcomes[one.n] = { duplicate: false, lead: result.value };
    else {
      const duplicate = await findExisting(writing, draft.lead);
      if (duplicate === undefined) again.push(one);
      else {
        const { public_id } = duplicate.lead;
        const record = async () => {
          const reenquiry = await recordReenquiry(writing, duplicate.lead, draft.lead).catch(unlessErased);
          if (reenquiry === null) return void again.push(one);
          const outcome = { ...duplicate, ...reenquiry };
          outcomes[one.n] = outcome;
          await onDuplicate(one.n, outcome);
        };
        reenquiries.set(public_id, [...(reenquiries.get(public_id) ?? []), record]);
      }
    }
  }
  await recordAll(writing, [...reenquiries.values()]);
  return again;
}

/** Those of one lead follow each other in their order. A transaction has one connection, so there all do. */
async function recordAll({ database }: Writing, groups: (() => Promise<void>)[][]): Promise<void> {
  const recordGroup = async (group: (() => Promise<void>)[]) => {
    for (const record of group) await record();
  };
  if (database.isTransaction) await recordGroup(groups.flat());
  else await Promise.all(groups.map(recordGroup));
}

function conflictOf(error: unknown): Problem {
  if (error instanceof Problem && error.code === 'conflict') return error;
  throw error;
}

/** The lead that has the phone or email; undefined if it was given another one in the meantime. */
async function findExisting({ database, actor, author }: Writing, draft: LeadRow) {
  const found = await findDuplicate(database, author.organizationId, actor, draft.phone, emailKey(draft.email));
  if (found === undefined) return undefined;
  const { in_scope: inScope, ...lead } = found;
  return { duplicate: true as const, inScope, matchedOn: matchOf(lead, draft), lead };
}

const draftOf = (writing: Writing, input: LeadCreate): Draft => {
  const { author, settings, clock } = writing;
  const lead = draftLead(writing, input);
  return { author, settings, lead, traits: traitsOf(settings, lead), ...(clock && { clock }) };
};

/** The duplicate was erased in the meantime: then this one is new. */
function unlessErased(error: unknown): null {
  if (error instanceof Problem && error.code === 'not_found') return null;
  throw error;
}

/** The lead before it has an id, an owner, a score and its rendered text. */
function draftLead({ settings, clock }: Writing, input: LeadCreate): LeadRow {
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

const withoutNulls = (values: Record<string, unknown>) =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== null));

function matchOf(existing: LeadRow, lead: LeadFields): ('phone' | 'email')[] {
  const byPhone = lead.phone !== null && existing.phone === lead.phone;
  const byEmail = lead.email !== null && emailKey(existing.email) === emailKey(lead.email);
  return [...(byPhone ? (['phone'] as const) : []), ...(byEmail ? (['email'] as const) : [])];
}
