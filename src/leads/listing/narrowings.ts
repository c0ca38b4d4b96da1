import type { DateRange } from '../../date-range.ts';
import type { Values } from '../../db/values.ts';
import { COMMON_WORDS, customTerm, valueTerm, withoutNumber, wordTerm } from '../finding/terms.ts';
import type { SearchWord } from '../finding/words.ts';
import type { LeadFilter } from './filter.ts';
import { orderOf } from './orders.ts';

/** A filter whose column is not in the indexes that lists walk along. */
export interface Narrowing {
  /** The parameter, as callers write it. */
  readonly name: string;
  /** Tells it from others of the organization. */
  readonly key: string;
  /**
   * Selects `lead_id` and `created_at` of the leads that match from an index alone, perhaps more than once. Null: no index
   * has them all.
   */
  readonly find: ((values: Values) => string) | null;
  /** More than so many are not worth finding. */
  readonly most: number;
  /** The share of leads that match, as far as one can tell without an index. */
  readonly guess?: number;
  /** It finds more than what matches: each lead has to be checked as well. */
  readonly isRough?: boolean;
  /** By part of a phone number, which the index of terms does not have in its order. */
  readonly isPhone?: boolean;
  /** By times, which `lead_recency` has in its indexes. What it finds lies together in other orders, too. */
  readonly isTime?: boolean;
  /** The condition on a row of `leads`, and of `lead_recency` for a time. */
  check(values: Values): string;
}

/** Finding so many reads about 400 pages of an index. */
const MOST_FOUND = 60_000;
/** A time is found in an index with more columns. */
const MOST_TIMES = 90_000;
/** A phone's digits are found by an index that does not know leads: each is looked up. */
const MOST_PHONES = 250;

/** Words of a search. */
const MOST_LOOKED_UP = 10;

/** Of leads whose email ends like most do. */
const COMMON_SHARE = 0.3;
/** Ten digits hold three given ones at one of eight places. */
const THREE_DIGITS_SHARE = 0.008;

export function narrowingsOf(filter: LeadFilter): Narrowing[] {
  const isRecent = orderOf(filter).table === 'lead_recency'; // whose index has both times
  return [
    ...wordNarrowings(filter.search),
    ...filter.custom.map(customNarrowing),
    ...(filter.value === null ? [] : [valueNarrowing(filter.value)]),
    ...(filter.updated === null || isRecent ? [] : [timeNarrowing('updated_at', filter.updated)]),
    ...(filter.active === null || isRecent ? [] : [timeNarrowing('last_activity_at', filter.active)]),
  ];
}

const termsWhere = (condition: string): string =>
  `select lead_id, created_at from lead_terms where organization_id = $1 and ${condition}`;

/** Terms that begin with a text: the highest character of Unicode is after every other one. */
const beginning = (term: string, values: Values): string =>
  `term >= ${values.add(term)} and term < ${values.add(`${term}\u{10FFFF}`)}`;

/** A term has no number at its end, so that one with a number is found by what is before it. */
function wordCondition(text: string, values: Values): string {
  const begins = beginning(wordTerm(text), values);
  const name = withoutNumber(text);
  return name === text ? begins : `((${begins}) or term = ${values.add(wordTerm(name))})`;
}

/** Looking a word up costs three statements. Leads found by the longest words are only checked for the others. */
function wordNarrowings(search: readonly SearchWord[]): Narrowing[] {
  const longestFirst = [...search].sort((one, other) => other.text.length - one.text.length);
  const all = longestFirst.map(wordNarrowing);
  return [...all.slice(0, MOST_LOOKED_UP), ...all.slice(MOST_LOOKED_UP).map(onlyChecked)];
}

/** The others find few already, so that it is taken to leave nothing out. */
const onlyChecked = ({ name, key, check }: Narrowing): Narrowing => ({
  name,
  key,
  find: null,
  most: 0,
  guess: 1,
  check,
});

function wordNarrowing({ text, digits }: SearchWord): Narrowing {
  const name = 'filter[search]';
  const isCommon = COMMON_WORDS.some((word) => word.startsWith(text));
  const check = (values: Values) => {
    const word = `leads.words like ${values.add(`% ${text}%`)}`;
    return digits === null ? word : `(${word} or leads.phone like ${values.add(`%${digits}%`)})`;
  };
  const find = (values: Values) => {
    const words = termsWhere(wordCondition(text, values));
    if (digits === null) return words;
    // The second condition lets PostgreSQL use the index of phones.
    const phones = termsWhere(`term like ${values.add(`p%${digits}%`)} and term like 'p%'`);
    return `${words} union all ${phones}`;
  };
  const key = `search ${text} ${digits}`;
  if (digits === null) {
    return isCommon
      ? { name, key, find: null, most: 0, guess: COMMON_SHARE, check }
      : { name, key, find, most: MOST_FOUND, isRough: withoutNumber(text) !== text, check };
  }
  // Three equal digits are found in as many numbers however often they are repeated, and each number would be read.
  if (digits.length > 3 && new Set(digits).size > 1) {
    return { name, key, find, most: MOST_PHONES, isPhone: true, check };
  }
  return { name, key, find: null, most: 0, guess: THREE_DIGITS_SHARE, check };
}

function customNarrowing({ field, values: wanted }: LeadFilter['custom'][number]): Narrowing {
  const terms = wanted.map((value) => customTerm(field, value));
  return {
    name: `filter[custom_fields.${field.key}]`,
    key: `custom ${JSON.stringify(terms)}`,
    find: (values) => termsWhere(`term = any(${values.add(terms)}::text[])`),
    most: MOST_FOUND,
    check: (values) => {
      const conditions = wanted.map((value) => {
        const held = { [field.key]: field.type === 'multi_select' ? [value] : value };
        return `leads.custom_fields @> ${values.add(JSON.stringify(held))}::jsonb`;
      });
      return `(${conditions.join(' or ')})`;
    },
  };
}

function valueNarrowing({ least, most }: NonNullable<LeadFilter['value']>): Narrowing {
  return {
    name: 'filter[estimated_value]',
    key: `value ${least} ${most}`,
    find: (values) =>
      termsWhere(
        `term >= ${values.add(valueTerm(least ?? 0))} and term <= ${values.add(most === null ? 'v~' : valueTerm(most))}`,
      ),
    most: MOST_FOUND,
    check: (values) => {
      const conditions = ['leads.estimated_value is not null'];
      if (least !== null) conditions.push(`leads.estimated_value >= ${values.add(least)}`);
      if (most !== null) conditions.push(`leads.estimated_value <= ${values.add(most)}`);
      return conditions.join(' and ');
    },
  };
}

function timeNarrowing(column: 'updated_at' | 'last_activity_at', range: DateRange): Narrowing {
  const within = (values: Values) => values.within(`leads.${column}`, range).join(' and ') || 'true';
  return {
    name: `filter[${column}]`,
    key: `${column} ${range.from?.getTime()} ${range.before?.getTime()}`,
    find: (values) =>
      `select leads.lead_id, leads.created_at from lead_recency as leads where leads.organization_id = $1 and ${within(values)}`,
    most: MOST_TIMES,
    isTime: true,
    check: within,
  };
}
