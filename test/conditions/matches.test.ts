import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { LeadFacts } from '../../src/conditions/facts.ts';
import { type Condition, holds, matches, operators } from '../../src/conditions/matches.ts';

const lead: LeadFacts = {
  first_name: 'Asha',
  last_name: null,
  phone: '+919876543210',
  email: 'Asha@Example.in',
  source: 'src_a',
  estimated_value: 250_000,
  custom_fields: { city: 'Pune', plans: ['Term', 'Health'], since: '2026-01-31', smoker: false, empty: '', none: [] },
};
const meets = (field: string, op: Condition['op'], value?: unknown) =>
  matches({ all: [value === undefined ? { field, op } : { field, op, value }] }, lead);

describe('a condition', () => {
  it.each<[string, Condition['op'], unknown, boolean]>([
    ['first_name', 'eq', 'ASHA', true],
    ['email', 'eq', 'asha@example.IN', true],
    ['email', 'contains', '@example', true],
    ['email', 'starts_with', 'asha', true],
    ['email', 'starts_with', 'sha', false],
    ['estimated_value', 'gt', 250_000, false],
    ['estimated_value', 'gte', 250_000, true],
    ['estimated_value', 'lt', 250_000.01, true],
    ['estimated_value', 'eq', '250000', false],
    ['custom_fields.since', 'lte', '2026-01-31', true],
    ['custom_fields.since', 'gt', '2025-12-31', true],
    ['custom_fields.smoker', 'eq', false, true],
    ['custom_fields.smoker', 'present', undefined, true],
    ['custom_fields.plans', 'contains', 'health', true],
    ['custom_fields.plans', 'contains', 'heal', false],
    ['custom_fields.plans', 'in', ['Motor', 'Term'], true],
    ['custom_fields.plans', 'not_in', ['Motor'], true],
    ['source', 'in', ['src_b', 'src_a'], true],
  ])('%s %s %j is %j', (field, op, value, expected) => {
    expect(meets(field, op, value)).toBe(expected);
  });

  it.each(['last_name', 'custom_fields.empty', 'custom_fields.none', 'custom_fields.never', 'custom_fields.toString'])(
    'on %s, which has no value, holds only if it asks for that or for another value',
    (field) => {
      const held = operators.filter((op) => meets(field, op, ['in', 'not_in'].includes(op) ? ['x'] : 'x'));
      expect(held).toEqual(['neq', 'not_in', 'absent']);
    },
  );

  it('of several, all must hold; of none, all do', () => {
    const yes = { field: 'phone', op: 'present' } as const;
    const no = { field: 'phone', op: 'absent' } as const;
    expect(matches({ all: [] }, lead)).toBe(true);
    expect(matches({ all: [yes, yes] }, lead)).toBe(true);
    expect(matches({ all: [yes, no] }, lead)).toBe(false);
  });
});

const text = fc.constantFrom('', 'a', 'A', 'b', 'ab', 'Ab', 'ba', '2026-01-31', '2026-02-01');
const number = fc.constantFrom(0, 1, -1, 2.5, 1e9);
const scalar = fc.oneof(text, number, fc.boolean());
const fact = fc.oneof(
  scalar,
  fc.constant(null),
  fc.array(
    text.filter((one) => one !== ''),
    { maxLength: 3 },
  ),
);

/** The same, said as a sentence for each operator. */
function said(op: Condition['op'], value: unknown, fact: unknown): boolean {
  const lower = (one: unknown) => (typeof one === 'string' ? one.toLowerCase() : one);
  const have = (Array.isArray(fact) ? fact : [fact]).map(lower).filter((one) => one !== null && one !== '');
  const isText = typeof fact === 'string';
  const comparable = typeof fact === typeof value && (typeof fact === 'number' || (isText && fact !== ''));
  switch (op) {
    case 'present':
      return have.length > 0;
    case 'absent':
      return have.length === 0;
    case 'eq':
      return !Array.isArray(fact) && have.includes(lower(value));
    case 'neq':
      return Array.isArray(fact) || !have.includes(lower(value));
    case 'in':
      return have.some((one) => (value as unknown[]).map(lower).includes(one));
    case 'not_in':
      return have.every((one) => !(value as unknown[]).map(lower).includes(one));
    case 'contains':
      return Array.isArray(fact)
        ? have.includes(lower(value))
        : isText && String(lower(fact)).split(String(lower(value))).length > 1;
    case 'starts_with':
      return isText && String(lower(fact)).indexOf(String(lower(value))) === 0;
    case 'gt':
      return comparable && (fact as number) > (value as number);
    case 'gte':
      return comparable && !((fact as number) < (value as number));
    case 'lt':
      return comparable && (fact as number) < (value as number);
    case 'lte':
      return comparable && !((fact as number) > (value as number));
  }
}

it('every operator does what its sentence says, for whatever a lead has', () => {
  const condition = fc.constantFrom(...operators).chain((op) => {
    const value = op === 'in' || op === 'not_in' ? fc.array(scalar, { minLength: 1, maxLength: 3 }) : scalar;
    const part = op === 'contains' || op === 'starts_with' ? text.filter((one) => one !== '') : value;
    return part.map((value) => ({ field: 'custom_fields.it', op, value }));
  });
  fc.assert(
    fc.property(condition, fact, (condition, fact) => {
      expect(holds(condition, fact), JSON.stringify([condition, fact])).toBe(said(condition.op, condition.value, fact));
      expect(matches({ all: [condition] }, { ...lead, custom_fields: { it: fact } })).toBe(holds(condition, fact));
    }),
    { numRuns: 5_000 },
  );
});

it('each of these pairs is one the opposite of the other', () => {
  const pairs = [
    ['eq', 'neq'],
    ['in', 'not_in'],
    ['present', 'absent'],
  ] as const;
  fc.assert(
    fc.property(fc.constantFrom(...pairs), scalar, fact, ([one, other], value, fact) => {
      const given = one === 'in' ? [value] : value;
      expect(holds({ field: 'x', op: one, value: given }, fact)).toBe(
        !holds({ field: 'x', op: other, value: given }, fact),
      );
    }),
  );
});
