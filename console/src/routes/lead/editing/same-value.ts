import type { Lead } from '../../../api/leads.ts';
import { fieldValue } from '../../../leads/stage-rules.ts';

/** A field's value as its control takes it: a source by its id. */
export function editedValue(lead: Lead, name: string): unknown {
  return name === 'source' ? (lead.source?.public_id ?? null) : (fieldValue(lead, name) ?? null);
}

export const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

/** Whether the lead has what was typed, however the service writes it. */
export function hasTyped(lead: Lead, name: string, typed: unknown): boolean {
  const value = editedValue(lead, name);
  if (isSame(value, typed)) return true;
  if (typeof typed !== 'string' || value === null) return false;
  const plain = (text: string) =>
    name === 'phone' ? text.replaceAll(/\D/g, '').slice(-10) : text.trim().replaceAll(/[,\s₹]/g, '');
  return plain(typed) === plain(String(value));
}
