import { answerOf } from '@leadline/client';
import { ask } from './api-client.ts';

/** How the organization writes times and amounts. */
export interface Formats {
  timeZone: string;
  currency: string;
}

/** Of the organization that the token in LEADLINE_TOKEN belongs to. */
export async function readFormats(): Promise<Formats> {
  const { data: me } = await ask((api) => answerOf(api.GET('/api/v1/me')));
  const { time_zone: timeZone, currency } = me.data.organization;
  return { timeZone, currency };
}

/** 2026-01-31 15:00, in that time zone. */
export function momentOf(time: string, timeZone: string): string {
  return new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'short' }).format(new Date(time));
}

const numbers = new Intl.NumberFormat('en-IN', { maximumFractionDigits: 2 });

/** Grouped as in India: 1,00,000. */
export const numberOf = (value: number | null): string => (value === null ? '–' : numbers.format(value));

/** 1 lead, 2,50,000 leads */
export const countOf = (count: number, noun: string): string => `${numberOf(count)} ${noun}${count === 1 ? '' : 's'}`;

/** Rupees in lakh and crore (₹12,50,000), other currencies in thousands; cents only where there are any. */
export function moneyOf(value: number | null, currency: string): string {
  if (value === null) return '–';
  const locale = currency === 'INR' ? 'en-IN' : 'en';
  const digits = { maximumFractionDigits: 2, trailingZeroDisplay: 'stripIfInteger' } as const;
  return new Intl.NumberFormat(locale, { style: 'currency', currency, ...digits }).format(value);
}

/** Rows under headings, in columns as wide as they need to be. Those of `figures` end under each other. */
export function tableOf(
  headings: readonly string[],
  rows: readonly (readonly string[])[],
  figures: readonly number[] = [],
): string {
  const widths = headings.map((heading, n) => Math.max(heading.length, ...rows.map((row) => row[n]?.length ?? 0)));
  const cellOf = (cell: string, n: number) =>
    figures.includes(n) ? cell.padStart(widths[n] ?? 0) : cell.padEnd(widths[n] ?? 0);
  return [headings, ...rows].map((cells) => cells.map(cellOf).join('  ').trimEnd()).join('\n');
}
