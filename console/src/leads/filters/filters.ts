import { splitValues as split } from '../../../../src/leads/listing/split-values.ts';
import type { CustomFieldOption, Filters } from '../../api/leads.ts';

/** The list's filters, in the order in which they are offered; those of custom fields come after them. */
export const filterNames = [
  'search',
  'status',
  'owner',
  'score_band',
  'created_at',
  'kind',
  'source',
  'team',
  'last_activity_at',
  'updated_at',
  'estimated_value',
  'phone',
  'email',
] as const;

const customName = /^custom_fields\.[a-z][a-z0-9_]{0,62}$/;

const isFilterName = (name: string): boolean =>
  (filterNames as readonly string[]).includes(name) || customName.test(name);

/** The filters among what an address says. */
export const filtersIn = (said: Readonly<Record<string, string>>): Filters =>
  Object.fromEntries(Object.entries(said).filter(([name, value]) => isFilterName(name) && value.trim() !== ''));

/** The filters with one set, or taken out by an empty text. */
export function withFilter(filters: Filters, name: string, value: string): Filters {
  const { [name]: _, ...others } = filters;
  return value.trim() === '' ? others : { ...filters, [name]: value };
}

export const sameFilters = (one: Filters, other: Filters): boolean =>
  Object.keys(one).length === Object.keys(other).length &&
  Object.entries(one).every(([name, value]) => other[name] === value);

export const isFilterable = ({ type }: CustomFieldOption): boolean => type !== 'text';

/** Values of a filter that takes several, as the service reads them. */
export const splitValues = (text: string | undefined, options: readonly string[] = []): string[] =>
  text === undefined || text === '' ? [] : split(text, options);

/** `A..B`, `A..`, `..B` or one value. */
export function rangeOf(text: string): { from: string; to: string } {
  const [from = '', to = from] = text.split(/\.\.|,/);
  return { from: from.trim(), to: to.trim() };
}

export const rangeText = (from: string, to: string): string => (from === '' && to === '' ? '' : `${from}..${to}`);

/** A moment and not a whole day: 2026-01-31T09:30:00Z. */
export const isInstant = (text: string): boolean => text.includes('T') && !Number.isNaN(Date.parse(text));

const lastDays = /^last_(\d{1,3})_days$/;

/** The number in `last_30_days`. */
export const daysOf = (text: string): number | null => {
  const days = lastDays.exec(text)?.[1];
  return days === undefined ? null : Number(days);
};
