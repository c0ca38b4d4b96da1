import type { Operator } from '../settings/when.ts';
import type { Fact } from './facts.ts';

/** Whether a condition holds for the value of its field. */
export type Test = (fact: Fact) => boolean;

/**
 * The test of a condition, whose `value` has been folded. For a field without a value only `absent`, `neq` and `not_in` hold.
 * A field of several values is `in` a list that has one of them, and `contains` each of them.
 */
export function testOf(op: Operator, value: unknown): Test {
  switch (op) {
    case 'present':
      return (fact) => fact.isPresent;
    case 'absent':
      return (fact) => !fact.isPresent;
    case 'eq':
      return equals(value);
    case 'neq':
      return not(equals(value));
    case 'in':
      return isAmong(value);
    case 'not_in':
      return not(isAmong(value));
    case 'contains':
      return contains(value);
    case 'starts_with':
      return startsWith(String(value));
    default:
      return (fact) => fact.isPresent && isOrdered(op, fact.folded, value);
  }
}

const not =
  (test: Test): Test =>
  (fact) =>
    !test(fact);

const equals =
  (value: unknown): Test =>
  (fact) =>
    fact.isPresent && fact.folded === value;

function isAmong(value: unknown): Test {
  const entries = new Set(Array.isArray(value) ? value : []);
  return (fact) => {
    if (!fact.isPresent) return false;
    if (!Array.isArray(fact.folded)) return entries.has(fact.folded);
    if (fact.folded.length <= entries.size) return fact.folded.some((one) => entries.has(one));
    for (const entry of entries) if (fact.has(entry)) return true;
    return false;
  };
}

function contains(value: unknown): Test {
  const part = String(value);
  return (fact) =>
    Array.isArray(fact.folded) ? fact.has(value) : typeof fact.folded === 'string' && fact.folded.includes(part);
}

const startsWith =
  (part: string): Test =>
  (fact) =>
    typeof fact.folded === 'string' && fact.folded.startsWith(part);

/** Numbers by size, dates (which are digits) by the calendar; what is not of one kind is in no order. */
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
