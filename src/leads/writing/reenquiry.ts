import { isDeepStrictEqual } from 'node:util';
import type { Sql } from '../../db/sql.ts';
import type { StoredDetails } from '../../timeline/details.ts';
import { findFormOfLead } from '../queries.ts';
import { emailKey, type LeadRow, valueAt } from '../row.ts';
import type { Changing } from './change.ts';
import { activity, audit } from './events.ts';
import { laterOf } from './later-of.ts';
import { listsOf, readRecentReenquiries, type Similar } from './recent-reenquiries.ts';
import { changeLead, type Writing } from './writing.ts';

const HOUR_MS = 3_600_000;
const MOST_AN_HOUR = 20;

export interface Reenquiry {
  /** The existing lead, as it is now. */
  lead: LeadRow;
  /** The enquiry was new but not kept: the hour's limit is reached. */
  isFull: boolean;
}

/**
 * Records an enquiry about an existing lead on its timeline, with the values that differ. A retry leaves no trace: it has nothing
 * that the lead, or a re-enquiry of the last hour, does not have.
 */
export async function recordReenquiry(writing: Writing, existing: LeadRow, sent: LeadRow): Promise<Reenquiry> {
  let isFull = false;
  const decide: Changing['decide'] = async (before, now, sql) => {
    const judged = await judge(sql, writing, before, sent, now);
    isFull = judged === 'full';
    if (judged === 'retry' || judged === 'full') return null;
    const events = {
      activities: [{ ...activity('reenquiry'), details: judged }],
      audit: audit('reenquired', []),
    };
    const last_activity_at = laterOf(now, before.last_activity_at);
    return { lead: { ...before, last_activity_at, last_reenquiry_at: now, updated_at: now }, events };
  };
  // The caller need not see the lead. It runs alone because it reads what other changes of the lead wrote.
  const lead = await changeLead(writing, { actor: null, leadId: existing.public_id, isAlone: true }, decide);
  return { lead, isFull };
}

/** The details to keep of an enquiry, or why none are kept. */
async function judge(
  sql: Sql,
  writing: Writing,
  lead: LeadRow,
  sent: LeadRow,
  now: Date,
): Promise<StoredDetails | 'retry' | 'full'> {
  const since = new Date(now.getTime() - HOUR_MS);
  const wasReenquired = lead.last_reenquiry_at !== null && lead.last_reenquiry_at > since;
  const details = await detailsOf(sql, writing, lead, sent);
  if (Object.keys(details).length === 0) return wasReenquired || lead.created_at > since ? 'retry' : details;
  if (!wasReenquired) return details;
  const { organizationId } = writing.author;
  const recent = await readRecentReenquiries(sql, organizationId, { leadId: lead.id, since, details });
  if (recent.similar.some((kept) => holds(kept, details))) return 'retry';
  return recent.kept >= MOST_AN_HOUR ? 'full' : details;
}

/** The sent values that differ from the lead's. Missing and null values do not differ. */
async function detailsOf(
  sql: Sql,
  { author, settings, form }: Writing,
  lead: LeadRow,
  sent: LeadRow,
): Promise<StoredDetails> {
  const isOtherSource = sent.source_id !== null && sent.source_id !== lead.source_id;
  const source = isOtherSource ? settings.sources.byId.get(sent.source_id ?? '')?.public_id : undefined;
  const custom_fields = newValues(lead.custom_fields, sent.custom_fields);
  const isOtherForm =
    form !== undefined &&
    (await findFormOfLead(sql, author.organizationId, lead.id, lead.created_at)) !== author.formId;
  return {
    ...differing('first_name', lead, sent),
    ...differing('last_name', lead, sent),
    ...differing('phone', lead, sent),
    ...(emailKey(sent.email) !== emailKey(lead.email) && differing('email', lead, sent)),
    ...(source !== undefined && { source }),
    ...differing('estimated_value', lead, sent),
    ...(Object.keys(custom_fields).length > 0 && { custom_fields }),
    ...(isOtherForm && { form }),
  };
}

const differing = (
  field: 'first_name' | 'last_name' | 'phone' | 'email' | 'estimated_value',
  lead: LeadRow,
  sent: LeadRow,
): StoredDetails => (sent[field] === null || sent[field] === lead[field] ? {} : { [field]: sent[field] });

/** A re-enquiry that was kept brought everything that this one brings, however it was written. */
const holds = ({ email, lists }: Similar, details: StoredDetails): boolean =>
  (details.email === undefined || emailKey(email) === emailKey(details.email)) &&
  Object.keys(newValues(lists, listsOf(details))).length === 0;

const newValues = (has: Readonly<Record<string, unknown>>, values: Readonly<Record<string, unknown>>) =>
  Object.fromEntries(Object.entries(values).filter(([key, value]) => isNew(valueAt(has, key), value)));

/** The order of options does not matter, and an empty list is no value. */
function isNew(has: unknown, value: unknown): boolean {
  if (!Array.isArray(value)) return value !== has;
  return value.length > 0 && !(Array.isArray(has) && isDeepStrictEqual(new Set(has), new Set(value)));
}
