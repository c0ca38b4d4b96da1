import type { Database, Transaction } from '../../db/sql.ts';
import { emailKey } from '../../leads/row.ts';
import type { LeadCreate, LeadPatch } from '../../leads/schemas.ts';
import { emptyFields } from '../../leads/writing/fill.ts';
import type { KeptRow } from '../queries.ts';
import type { ChunkContext, SoundRow } from './context.ts';
import { type PreviewedLead, PreviewedLeads } from './previewed-leads.ts';
import type { Counts } from './queries.ts';

/**
 * Counts what would come of rows in a dry run. Kept until its end are the rows that would give a lead something, with just that: a
 * lead has no more of them than it has fields, and later rows find it as it would be.
 */
export async function previewRows(
  sql: Transaction,
  database: Database,
  context: ChunkContext,
  sound: readonly SoundRow[],
  counts: Counts,
): Promise<KeptRow[]> {
  const isFilling = context.held.on_duplicate === 'fill';
  const leads = new PreviewedLeads(database, context);
  const phones = new Set(sound.flatMap(({ input }) => input.phone ?? []));
  const emailKeys = new Set(sound.flatMap(({ input }) => emailKey(input.email ?? null) ?? []));
  await leads.look(sql, [...phones], [...emailKeys]);
  const kept: KeptRow[] = [];
  for (const { row, input } of sound) {
    const duplicate = await duplicateOf(leads, input);
    if (duplicate === undefined) counts.created++;
    else counts.duplicates++;
    if (duplicate !== undefined && !(isFilling && duplicate.isInScope)) continue;
    const lead = duplicate ?? leads.make(row.number);
    const gift = giftOf(leads, lead, input);
    if (Object.keys(gift).length === 0) continue;
    if (duplicate !== undefined) counts.filled++;
    leads.give(lead, gift);
    kept.push({ number: row.number, ...sharedContacts(lead, input), cells: JSON.stringify(gift), target: lead.id });
  }
  return kept;
}

/** The lead that has the row's phone, else its email, as a create finds it. */
const duplicateOf = async (leads: PreviewedLeads, { phone = null, email = null }: LeadCreate) =>
  (await leads.ownerOf(phone)) ?? (await leads.ownerOf(emailKey(email)));

/** What a row would put into empty fields of a lead. A phone or an email may be another lead's. */
function giftOf(leads: PreviewedLeads, { values }: PreviewedLead, input: LeadCreate): LeadPatch {
  const { phone, email, ...others } = emptyFields(values, input);
  const email_key = emailKey(email ?? null);
  return {
    ...others,
    ...(phone && leads.isFree(phone) && { phone }),
    ...(email_key && leads.isFree(email_key) && { email }),
  };
}

/** The row is found by these: only by contacts of its own lead. */
function sharedContacts({ values }: PreviewedLead, { phone = null, email = null }: LeadCreate) {
  const email_key = emailKey(email);
  return {
    phone: values.phone === phone ? phone : null,
    email_key: emailKey(values.email) === email_key ? email_key : null,
  };
}
