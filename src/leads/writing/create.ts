import { initialStatus } from '../../pipeline/stage-rules.ts';
import { unavailable } from '../../problems.ts';
import { newPublicId } from '../../public-id.ts';
import { findDuplicate } from '../queries.ts';
import { emailKey, type LeadFields, type LeadRow } from '../row.ts';
import type { LeadCreate } from '../schemas.ts';
import { type Reenquiry, recordReenquiry } from './reenquiry.ts';
import type { Writing } from './writing.ts';

export type CreateResult =
  | { duplicate: false; lead: LeadRow }
  | ({ duplicate: true; inScope: boolean; matchedOn: ('phone' | 'email')[] } & Reenquiry);

const TRIES = 3;

/** Captures a lead once: as a new lead, or as a re-enquiry on the lead that has this phone or email. */
export async function createLead(writing: Writing, input: LeadCreate): Promise<CreateResult> {
  const { database, actor, author, settings, leads } = writing;
  for (let tries = 0; tries < TRIES; tries++) {
    const draft = draftLead(writing, input);
    const clock = writing.clock ?? (() => new Date());
    const lead = await leads.captures.capture(database, { author, settings, lead: draft, clock });
    if (lead !== null) return { duplicate: false, lead };
    const duplicate = await findDuplicate(database, author.organizationId, actor, draft.phone, emailKey(draft.email));
    // The duplicate was given another phone or email in the meantime.
    if (duplicate === undefined) continue;
    const { in_scope: inScope, ...existing } = duplicate;
    const matchedOn = matchOf(existing, draft);
    return { duplicate: true, inScope, matchedOn, ...(await recordReenquiry(writing, existing, draft)) };
  }
  throw unavailable('The lead is being changed by many callers at once.');
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
