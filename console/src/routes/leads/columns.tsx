import type { ReactNode } from 'react';
import type { CustomFieldOption, Lead, LeadOptions, Sort } from '../../api/leads.ts';
import type { Format } from '../../format/format.ts';
import { CUSTOM } from '../../leads/custom.ts';
import type { Texts } from '../../texts/texts.tsx';
import { ScoreBadge, StatusBadge } from '../../ui/badge.tsx';
import { LeadLink } from './lead-link.tsx';

/** What a cell is written with. */
export interface CellTools {
  format: Format;
  texts: Texts;
  now: number;
  /** Controls of the row that has the focus are in the focus order, those of others are not. */
  tabIndex: 0 | -1;
}

export interface Column {
  name: string;
  label: string;
  /** In rem. */
  width: number;
  /** The orders that pressing its head goes through. */
  sorts: readonly Sort[];
  isNumber?: boolean;
  cell: (lead: Lead, tools: CellTools) => ReactNode;
}

type Plain = Omit<Column, 'name' | 'label' | 'sorts'> & Partial<Pick<Column, 'sorts'>>;

const LINK = 'text-ink hover:text-accent hover:underline';

const time =
  (name: 'created_at' | 'updated_at' | 'last_activity_at') =>
  (lead: Lead, { format, now }: CellTools) => (
    <time dateTime={lead[name]} title={format.time(lead[name])}>
      {format.ago(lead[name], now)}
    </time>
  );

/** In the order in which they are shown. */
const plain: Readonly<Record<string, Plain>> = {
  name: {
    width: 11.5,
    cell: (lead, { format, tabIndex }) => (
      <LeadLink id={lead.public_id} tabIndex={tabIndex} className="font-medium text-accent hover:underline">
        {format.name(lead.contact)}
      </LeadLink>
    ),
  },
  phone: {
    width: 9.25,
    cell: ({ contact }, { format, tabIndex }) =>
      contact.phone && (
        <a href={`tel:${contact.phone}`} tabIndex={tabIndex} className={LINK}>
          {format.phone(contact.phone)}
        </a>
      ),
  },
  email: {
    width: 13,
    cell: ({ contact }, { tabIndex }) =>
      contact.email && (
        <a href={`mailto:${encodeURIComponent(contact.email)}`} tabIndex={tabIndex} className={LINK}>
          {contact.email}
        </a>
      ),
  },
  status: { width: 7, cell: ({ status }) => <StatusBadge status={status} /> },
  score: {
    width: 6.75,
    sorts: ['-score', 'score'],
    cell: ({ score, score_band }) => <ScoreBadge score={score} band={score_band} />,
  },
  source: { width: 9, cell: ({ source }) => source?.name },
  owner: {
    width: 7.75,
    cell: ({ owner }, { texts }) => owner?.name ?? <span className="text-ink-soft">{texts.common.nobody}</span>,
  },
  estimated_value: {
    width: 7.5,
    isNumber: true,
    cell: ({ estimated_value }, { format }) => format.money(estimated_value),
  },
  last_activity_at: { width: 7.75, sorts: ['-last_activity_at'], cell: time('last_activity_at') },
  created_at: { width: 6.75, sorts: ['-created_at'], cell: time('created_at') },
  updated_at: { width: 6.75, cell: time('updated_at') },
};

export const usualColumns: readonly string[] = [
  ...['name', 'phone', 'status', 'score', 'owner', 'estimated_value', 'last_activity_at', 'created_at'],
];

/** Every column that there can be. */
export function allColumns(options: LeadOptions, { common }: Texts): Column[] {
  const own = Object.entries(plain).map(([name, column]) => ({
    sorts: [],
    ...column,
    name,
    label: common.fields[name as keyof typeof common.fields],
  }));
  return [...own, ...options.custom_fields.map(customColumn)];
}

function customColumn(field: CustomFieldOption): Column {
  const isNumber = field.type === 'number';
  return {
    name: `${CUSTOM}${field.key}`,
    label: field.label,
    width: 9,
    sorts: [],
    isNumber,
    cell: (lead, tools) => customText(lead.custom_fields[field.key], field, tools),
  };
}

function customText(value: unknown, { type }: CustomFieldOption, { format, texts }: CellTools): string {
  if (value === undefined || value === null) return '';
  if (typeof value === 'boolean') return value ? texts.common.yes : texts.common.no;
  if (typeof value === 'number') return format.value(value);
  if (Array.isArray(value)) return value.join(', ');
  return type === 'date' ? format.day(String(value)) : String(value);
}
