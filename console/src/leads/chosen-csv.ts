import type { Lead } from '../api/leads.ts';
import type { Format } from '../format/format.ts';
import { wallClock } from '../format/zoned.ts';
import type { Texts } from '../texts/texts.tsx';
import { type Cell, csvOf } from './csv.ts';
import { CUSTOM } from './custom.ts';

interface Writing {
  format: Format;
  texts: Texts;
  timeZone: string;
}

/** Leads with the columns that are shown. Numbers, days and times are written so that a spreadsheet can sort them. */
export const chosenCsv = (
  leads: readonly Lead[],
  columns: readonly { name: string; label: string }[],
  writing: Writing,
): string =>
  csvOf([
    columns.map(({ label }) => label),
    ...leads.map((lead) => columns.map(({ name }) => cellOf(lead, name, writing))),
  ]);

function cellOf(lead: Lead, name: string, { format, texts, timeZone }: Writing): Cell {
  if (name.startsWith(CUSTOM)) return customCell(lead.custom_fields[name.slice(CUSTOM.length)], texts);
  const { contact } = lead;
  switch (name) {
    case 'name':
      return format.name(contact);
    case 'phone':
      return contact.phone === null ? null : format.phone(contact.phone);
    case 'email':
      return contact.email;
    case 'status':
    case 'source':
    case 'owner':
      return lead[name]?.name;
    case 'score':
    case 'estimated_value':
      return lead[name];
    case 'created_at':
    case 'updated_at':
    case 'last_activity_at':
      return wallClock(new Date(lead[name]), timeZone).replace('T', ' ');
    default:
      return null;
  }
}

function customCell(value: unknown, { common }: Texts): Cell {
  if (value === undefined || value === null) return null;
  if (typeof value === 'boolean') return value ? common.yes : common.no;
  if (typeof value === 'number') return value;
  return Array.isArray(value) ? value.join(', ') : String(value);
}
