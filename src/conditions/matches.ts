import type { Operator } from '../settings/when.ts';
import type { Fact } from './facts.ts';

/** Whether a condition holds for the value of its field. */
export type Test = (fact: Fact) => boolean;

/**
 * `value` has been folded. For a field without a value only `absent`, `neq` and `not_in` hold. A field of several values is
 * `in` a list that has one of them, and `contains` each of them.
 */
export const testOf = (op: Operator, value: unknown): Test => tests[op](value);

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

/** Numbers by size, dates (which are digits) by the calendar; what is not of one kind is in no order. */
const inOrder = (holds: (one: string | number, other: string | number) => boolean) => (value: unknown) => {
  if (typeof value !== 'number' && typeof value !== 'string') return () => false;
  return ({ isPresent, folded }: Fact) =>
    isPresent && typeof folded === typeof value && holds(folded as typeof value, value);
};

const tests: Readonly<Record<Operator, (value: unknown) => Test>> = {
  present: () => (fact) => fact.isPresent,
  absent: () => (fact) => !fact.isPresent,
  eq: equals,
  neq: (value) => not(equals(value)),
  in: isAmong,
  not_in: (value) => not(isAmong(value)),
  contains,
  starts_with: (value) => (fact) => typeof fact.folded === 'string' && fact.folded.startsWith(String(value)),
  gt: inOrder((one, other) => one > other),
  gte: inOrder((one, other) => one >= other),
  lt: inOrder((one, other) => one < other),
  lte: inOrder((one, other) => one <= other),
};
