import { createHash } from 'node:crypto';
import { wordsOf } from '../../http/words.ts';
import { customFieldsByKey } from '../../settings/custom-field-index.ts';
import type { CustomFieldSetting, Settings } from '../../settings/snapshot.ts';
import type { LeadFields } from '../row.ts';

/** What a lead is found by. */
type Findable = Pick<LeadFields, 'first_name' | 'last_name' | 'phone' | 'email' | 'estimated_value' | 'custom_fields'>;

/** How a lead is found, as it is written with it. */
export interface Traits {
  readonly words: string;
  readonly terms: readonly string[];
}

export function traitsOf(settings: Settings, lead: Findable): Traits {
  const words = allWords(lead);
  return { words: textOf(words), terms: termsWith(settings, lead, words) };
}

/** Every word of the lead, each after a space: `leads.words`. A search looks for ' ash'. */
export const wordTextOf = (lead: Findable): string => textOf(allWords(lead));

function textOf(words: ReadonlySet<string>): string {
  let text = '';
  for (const word of words) text += ` ${word}`;
  return text;
}

/** Ends of addresses that most leads of an organization share. They are in `leads.words`, but are no terms. */
export const COMMON_WORDS = ['com', 'in', 'co', 'org', 'net', 'gov', 'edu', 'ac', 'io', 'info'];
const common = new Set(COMMON_WORDS);

function allWords({ first_name, last_name, email }: Findable): Set<string> {
  return new Set(wordsOf(`${first_name ?? ''} ${last_name ?? ''} ${email ?? ''}`));
}

/** The rows of `lead_terms` of a lead: the first letter says what a term is. */
export const termsOf = (settings: Settings, lead: Findable): string[] => termsWith(settings, lead, allWords(lead));

function termsWith(settings: Settings, lead: Findable, all: ReadonlySet<string>): string[] {
  const terms: string[] = [];
  const words = new Set<string>();
  for (const word of all) if (!common.has(word)) words.add(withoutNumber(word));
  for (const word of words) terms.push(wordTerm(word));
  if (lead.phone !== null) terms.push(phoneTerm(lead.phone));
  if (lead.estimated_value !== null) terms.push(valueTerm(lead.estimated_value));
  const fields = customFieldsByKey(settings);
  for (const key of Object.keys(lead.custom_fields)) {
    const field = fields.get(key);
    const value = lead.custom_fields[key];
    if (field === undefined || !isFilterable(field) || value === null) continue;
    for (const one of Array.isArray(value) ? value : [value]) terms.push(customTerm(field, one));
  }
  return terms;
}

/** Emails are often a name and a number: without the number they share the name's term. */
export const withoutNumber = (word: string): string => word.replace(/(?<=\D)\d+$/, '');

export const wordTerm = (word: string): string => `w${word}`;

const phoneTerm = (phone: string): string => `p${phone.slice(1)}`;

const VALUE_DIGITS = 12;

/** In hundredths, with zeros before: terms then have the order of values. */
export const valueTerm = (value: number): string =>
  `v${Math.round(value * 100)
    .toString()
    .padStart(VALUE_DIGITS, '0')}`;

/** Longer values are represented by a hash: they are only ever compared. */
const MOST_VALUE = 64;

export function customTerm({ id }: CustomFieldSetting, value: unknown): string {
  const text = String(value);
  const short = text.length <= MOST_VALUE ? text : `#${createHash('sha256').update(text).digest('base64url')}`;
  return `c${id}:${short}`;
}

/** Types with exact values. */
export const isFilterable = ({ type }: CustomFieldSetting): boolean => type !== 'text';
