import type { Transaction } from '../../db/sql.ts';
import { Problem } from '../../problems.ts';
import { listTakenContacts } from '../contacts.ts';
import { emailKey, type LeadRow, valueAt } from '../row.ts';
import type { LeadCreate, LeadPatch } from '../schemas.ts';
import { valuesThatFit } from './custom-values.ts';
import { type ActorWriting, applyPatch } from './patch.ts';
import { changeLead } from './writing.ts';

/** Puts values into fields of a lead that are empty, as far as the actor may see the lead. Answers whether there were any. */
export async function fillLead(writing: ActorWriting, leadId: string, sent: LeadCreate): Promise<boolean> {
  const { actor, settings } = writing;
  let isFilled = false;
  try {
    await changeLead(writing, { actor, leadId, isAlone: true }, async (before, now, sql) => {
      const patch = await withoutTaken(sql, writing, emptyFields(before, sent));
      const change = Object.keys(patch).length === 0 ? null : applyPatch(settings, actor, patch, before, now);
      isFilled = change !== null;
      return change;
    });
    return isFilled;
  } catch (error) {
    // The lead left the scope, or the settings refuse a value by now.
    if (error instanceof Problem && ['not_found', 'validation_failed'].includes(error.code)) return false;
    throw error;
  }
}

const PLAIN = ['first_name', 'last_name', 'phone', 'email', 'estimated_value'] as const;

/** What was sent for fields that the lead has nothing in; of custom values those that it has room for. */
export function emptyFields(
  lead: Pick<LeadRow, (typeof PLAIN)[number] | 'source_id' | 'custom_fields'>,
  sent: LeadCreate,
): LeadPatch {
  const plain = PLAIN.filter((field) => (lead[field] ?? '') === '' && (sent[field] ?? '') !== '');
  const custom = Object.entries(sent.custom_fields ?? {}).filter(
    ([key, value]) => !isEmpty(value) && isEmpty(valueAt(lead.custom_fields, key)),
  );
  const fitting = custom.length > 0 ? valuesThatFit(lead.custom_fields, Object.fromEntries(custom)) : {};
  return {
    ...Object.fromEntries(plain.map((field) => [field, sent[field]])),
    ...(lead.source_id === null && sent.source && { source: sent.source }),
    ...(Object.keys(fitting).length > 0 && { custom_fields: fitting }),
  };
}

const isEmpty = (value: unknown) => value === null || (Array.isArray(value) && value.length === 0);

/** Another lead may have the phone or the email, or it is suppressed: looked up in this order, as captures do. */
async function withoutTaken(
  sql: Transaction,
  { author: { organizationId }, leads }: ActorWriting,
  patch: LeadPatch,
): Promise<LeadPatch> {
  const [phone, email] = [patch.phone ?? null, emailKey(patch.email ?? null)];
  const [phones, emails] = [phone, email].map((contact) => (contact === null ? [] : [contact]));
  const taken = await listTakenContacts(sql, organizationId, phones ?? [], emails ?? []);
  const isSuppressed = await leads.suppression.among(sql, organizationId, [{ phone, email }]);
  const isFree = (contact: string | null, as: 'phone' | 'email') =>
    contact !== null && !taken.has(contact) && !isSuppressed({ phone: null, email: null, [as]: contact });
  const { phone: _phone, email: _email, ...others } = patch;
  return {
    ...others,
    ...(isFree(phone, 'phone') && { phone }),
    ...(isFree(email, 'email') && { email: patch.email }),
  } as LeadPatch;
}
