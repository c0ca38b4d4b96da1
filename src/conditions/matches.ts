import { factOf, type LeadFacts } from './facts.ts';

export const operators = [
  'eq',
  'neq',
  'in',
  'not_in',
  'gt',
  'gte',
  'lt',
  'lte',
  'contains',
  'starts_with',
  'present',
  'absent',
] as const;
export type Operator = (typeof operators)[number];

export interface Condition {
  readonly field: string;
  readonly op: Operator;
  readonly value?: unknown;
}

/** All of them must hold; none: always. */
export interface When {
  readonly all: readonly Condition[];
}

/** As it is stored: callers may leave the list out. */
export const wholeWhen = (when: { all?: readonly unknown[] } | undefined): When => ({
  all: (when?.all ?? []) as When['all'],
});

export const matches = (when: When, lead: LeadFacts): boolean =>
  when.all.every((condition) => holds(condition, factOf(lead, condition.field)));

/**
 * Whether a condition holds for the value of its field. For a field without a value only `absent`, `neq` and `not_in` hold.
 * Text is compared without regard to case. A field of several values is `in` a list that has one of them, and `contains`
 * each of them.
 */
export function holds({ op, value }: Condition, fact: unknown): boolean {
  switch (op) {
    case 'present':
      return isPresent(fact);
    case 'absent':
      return !isPresent(fact);
    case 'eq':
      return isPresent(fact) && isSame(fact, value);
    case 'neq':
      return !isPresent(fact) || !isSame(fact, value);
    case 'in':
      return isPresent(fact) && isAmong(fact, value);
    case 'not_in':
      return !isPresent(fact) || !isAmong(fact, value);
    case 'contains':
      return Array.isArray(fact)
        ? fact.some((one) => isSame(one, value))
        : typeof fact === 'string' && folded(fact).includes(folded(String(value)));
    case 'starts_with':
      return typeof fact === 'string' && folded(fact).startsWith(folded(String(value)));
    default:
      return isPresent(fact) && isOrdered(op, fact, value);
  }
}

const isPresent = (fact: unknown): boolean =>
  fact !== null && fact !== undefined && fact !== '' && !(Array.isArray(fact) && fact.length === 0);

const folded = (text: string): string => text.toLowerCase();

const isSame = (one: unknown, other: unknown): boolean =>
  typeof one === 'string' && typeof other === 'string' ? folded(one) === folded(other) : one === other;

const isAmong = (fact: unknown, values: unknown): boolean =>
  Array.isArray(values) &&
  (Array.isArray(fact) ? fact : [fact]).some((one) => values.some((value) => isSame(one, value)));

/** Numbers by size, dates (which are text) by the calendar; what is not of one kind is in no order. */
function isOrdered(op: 'gt' | 'gte' | 'lt' | 'lte', fact: unknown, value: unknown): boolean {
  if (typeof fact !== typeof value || (typeof fact !== 'number' && typeof fact !== 'string')) return false;
  const [one, other] = [fact, value as number | string];
  switch (op) {
    case 'gt':
      return one > other;
    case 'gte':
      return one >= other;
    case 'lt':
      return one < other;
    case 'lte':
      return one <= other;
  }
}
