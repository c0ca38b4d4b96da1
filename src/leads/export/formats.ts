import { CSV_TYPE, JSON_LINES_TYPE } from '../../http/accept.ts';
import { type Cell, csvLine } from '../../http/csv.ts';
import type { Settings } from '../../settings/snapshot.ts';
import { writeOptions } from '../option-list.ts';
import { assembleLead, type Rendered } from '../render.ts';
import { valueAt } from '../row.ts';
import type { Lead } from '../schemas.ts';

export interface Format {
  /** How a file of it is named. */
  readonly extension: string;
  readonly contentType: string;
  /** What comes before the first lead. */
  head(settings: Settings): string;
  leads(settings: Settings, leads: readonly Rendered[]): string;
}

export const formats: Readonly<Record<string, Format>> = {
  [CSV_TYPE]: {
    extension: 'csv',
    contentType: `${CSV_TYPE}; charset=utf-8; header=present`,
    head: (settings) => csvLine([...Object.keys(before), ...customColumns(settings), ...Object.keys(after)]),
    leads: (settings, leads) => leads.map((lead) => csvLine(cellsOf(settings, lead))).join(''),
  },
  [JSON_LINES_TYPE]: {
    extension: 'jsonl',
    contentType: `${JSON_LINES_TYPE}; charset=utf-8`,
    head: () => '',
    leads: (settings, leads) => leads.map((lead) => `${assembleLead(settings, lead)}\n`).join(''),
  },
};

type Columns = Readonly<Record<string, (lead: Lead) => Cell>>;

/** Columns before the custom fields. Those that a create takes are named as it names them. */
const before: Columns = {
  public_id: (lead) => lead.public_id,
  first_name: ({ contact }) => contact.first_name,
  last_name: ({ contact }) => contact.last_name,
  phone: ({ contact }) => contact.phone && inGroups(contact.phone),
  email: ({ contact }) => contact.email,
  source: ({ source }) => source?.name,
  status: ({ status }) => status.name,
  owner: ({ owner }) => owner?.name,
  estimated_value: (lead) => lead.estimated_value,
  currency: (lead) => lead.currency,
};

const after: Columns = {
  score: (lead) => lead.score,
  score_band: (lead) => lead.score_band,
  last_activity_at: (lead) => lead.last_activity_at,
  created_at: (lead) => lead.created_at,
  updated_at: (lead) => lead.updated_at,
};

/** Names of all columns but those of custom fields. */
export const csvColumns: readonly string[] = [...Object.keys(before), ...Object.keys(after)];

/** `+91 98765 43210`: spreadsheets take it for text, and every door of the API takes it for the same number. */
const inGroups = (phone: string): string => phone.replace(/^(\+\d\d)(\d{5})(\d{5})$/, '$1 $2 $3');

/** Archived ones too: leads may still have them. */
const customColumns = ({ customFields }: Settings) => customFields.map(({ key }) => `custom_fields.${key}`);

function cellsOf(settings: Settings, rendered: Rendered): Cell[] {
  const lead = JSON.parse(assembleLead(settings, rendered)) as Lead;
  const cells: Cell[] = [];
  for (const cell of cellsBefore) cells.push(cell(lead));
  for (const { key } of settings.customFields) cells.push(customCell(valueAt(lead.custom_fields, key)));
  for (const cell of cellsAfter) cells.push(cell(lead));
  return cells;
}

const [cellsBefore, cellsAfter] = [Object.values(before), Object.values(after)];

function customCell(value: unknown): Cell {
  if (typeof value === 'boolean') return String(value);
  return Array.isArray(value) ? writeOptions(value) : (value as Cell);
}
