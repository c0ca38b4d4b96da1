import { fewAtOnce } from '../../db/batches.ts';
import type { Transaction } from '../../db/sql.ts';
import { found } from '../../problems.ts';
import { loadSettings } from '../../settings/snapshot.ts';
import { freesCapacity } from '../assignment/assign-waiting.ts';
import { leadOf, lockLeads } from '../queries.ts';
import { emailKey, type LeadRow } from '../row.ts';
import { audit } from '../writing/events.ts';
import { laterOf } from '../writing/later-of.ts';
import { insertTraces } from '../writing/traces.ts';
import type { Writing } from '../writing/writing.ts';
import { announceErasure } from './announce.ts';
import { clearLead } from './cleared.ts';
import { type AllContacts, listFormerContacts, listUnused } from './queries.ts';
import { deleteViews } from './views.ts';

export interface Erasure {
  /** Public id. */
  readonly leadId: string;
  /** Kept in the audit trail. */
  readonly reason: string | null;
  /** Its phone and email must not be captured again. */
  readonly suppress: boolean;
  /** Throws if the lead is to stay as it is. */
  readonly require?: (lead: LeadRow) => void;
}

/** Each holds a connection, and may wait for a lead's lock: one organization must not hold them all. */
const fewOfOrganization = fewAtOnce<LeadRow>(3);

/**
 * Erases everything personal of a lead, if the actor may see it (null: the service itself). What counts in reports stays. Under the
 * lead's lock: whoever writes it at the same time comes before this, or finds no lead.
 */
export async function eraseLead(writing: Writing, erasure: Erasure): Promise<void> {
  const { database, leads, author, settings } = writing;
  const erased = await fewOfOrganization(author.organizationId, () => erase(writing, erasure));
  database.afterCommit(() => leads.erased(author.organizationId));
  database.afterCommit(() => leads.written(author.organizationId));
  // Its owner has an open lead less.
  if (freesCapacity(settings, erased, { ...erased, owner_id: null })) {
    database.afterCommit(() => leads.nudge(author.organizationId));
  }
}

function erase(
  { database, leads, actor, author, settings }: Writing,
  { leadId, reason, suppress, require }: Erasure,
): Promise<LeadRow> {
  const { organizationId } = author;
  return database.begin(async (sql) => {
    // Before the lead's lock, in the order in which captures lock.
    if (suppress) await sql.together(leads.suppression.prepare(organizationId));
    const [[row]] = await sql.together([lockLeads(organizationId, actor, [leadId], 'for update')]);
    const lead = leadOf(found(row));
    require?.(lead);
    // What it is found by depends on the custom fields: those of this moment, which no other process has changed meanwhile.
    const current = (await loadSettings(sql, organizationId)) ?? settings;
    const changes = [
      { field: 'reason', from: null, to: reason },
      { field: 'suppress', from: null, to: suppress },
    ].filter(({ to }) => to !== null && to !== false);
    const after = { ...lead, updated_at: laterOf(new Date(), lead.updated_at) };
    const contacts = await contactsOf(sql, organizationId, lead);
    await deleteViews(sql, author, current, contacts);
    await sql.commitWith([
      ...(suppress ? leads.suppression.add(organizationId, lead) : []),
      ...clearLead(organizationId, current, lead, contacts),
      ...insertTraces(sql, organizationId, [
        { author, settings, before: lead, lead: after, events: { audit: audit('erased', changes) } },
      ]),
      announceErasure(organizationId),
    ]);
    return lead;
  });
}

/** The present ones, and former ones that are no other lead's by now. */
async function contactsOf(sql: Transaction, organizationId: string, lead: LeadRow): Promise<AllContacts> {
  const [former] = await sql.together([listFormerContacts(organizationId, lead)]);
  const phones = former.filter(({ field }) => field === 'phone').map(({ value }) => value);
  const emailKeys = former.filter(({ field }) => field === 'email').flatMap(({ value }) => emailKey(value) ?? []);
  const [unused] = former.length === 0 ? [[]] : await sql.together([listUnused(organizationId, { phones, emailKeys })]);
  const isUnused = new Set(unused.map(({ value }) => value));
  return {
    phone: lead.phone,
    emailKey: emailKey(lead.email),
    former: {
      phones: phones.filter((phone) => isUnused.has(phone)),
      emailKeys: emailKeys.filter((key) => isUnused.has(key)),
    },
  };
}
