import type { Lead, StatusOption } from '../api/leads.ts';
import { CUSTOM } from './custom.ts';

/** Whether the stage rules let leads of one status go to another. */
export const mayMove = (from: StatusOption | undefined, to: Pick<StatusOption, 'public_id'>): boolean =>
  from === undefined ||
  from.public_id === to.public_id ||
  from.allowed_next === null ||
  from.allowed_next.includes(to.public_id);

/** The fields that the status requires and the lead lacks. */
export const missingFields = (lead: Lead, to: StatusOption): string[] =>
  to.required_fields.filter((name) => isBlank(fieldValue(lead, name)));

export function fieldValue(lead: Lead, name: string): unknown {
  if (name.startsWith(CUSTOM)) return lead.custom_fields[name.slice(CUSTOM.length)];
  if (name in lead.contact) return lead.contact[name as keyof Lead['contact']];
  return lead[name as keyof Lead];
}

const isBlank = (value: unknown): boolean =>
  value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0);
