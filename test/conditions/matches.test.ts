import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import type { LeadFacts } from '../../src/conditions/facts.ts';
import { RuleSet } from '../../src/conditions/rule-set.ts';
import { type Condition, operators } from '../../src/settings/when.ts';
import { meets as meetsAll, said, slowlyMeets } from '../support/conditions.ts';

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
  meetsAll({ all: [value === undefined ? { field, op } : { field, op, value }] }, lead);

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
    expect(meetsAll({ all: [] }, lead)).toBe(true);
    expect(meetsAll({ all: [yes, yes] }, lead)).toBe(true);
    expect(meetsAll({ all: [yes, no] }, lead)).toBe(false);
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

it('every operator does what its sentence says, for whatever a lead has', () => {
  const condition = fc.constantFrom(...operators).chain((op) => {
    const value = op === 'in' || op === 'not_in' ? fc.array(scalar, { minLength: 1, maxLength: 3 }) : scalar;
    const part = op === 'contains' || op === 'starts_with' ? text.filter((one) => one !== '') : value;
    return part.map((value) => ({ field: 'custom_fields.it', op, value }));
  });
  fc.assert(
    fc.property(condition, fact, (condition, fact) => {
      const isMet = meetsAll({ all: [condition] }, { ...lead, custom_fields: { it: fact } });
      expect(isMet, JSON.stringify([condition, fact])).toBe(said(condition.op, condition.value, fact));
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
      const facts = { ...lead, custom_fields: { it: fact } };
      const isMet = (op: Condition['op']) =>
        meetsAll({ all: [{ field: 'custom_fields.it', op, value: given }] }, facts);
      expect(isMet(one)).toBe(!isMet(other));
    }),
  );
});

describe('rules that are judged together', () => {
  const rule = fc.array(
    fc.constantFrom(...operators).chain((op) => {
      const list = fc.array(scalar, { minLength: 1, maxLength: 3 });
      const part = text.filter((one) => one !== '');
      const value = op === 'in' || op === 'not_in' ? list : op === 'contains' || op === 'starts_with' ? part : scalar;
      return fc.record({
        field: fc.constantFrom('custom_fields.one', 'custom_fields.two'),
        op: fc.constant(op),
        value,
      });
    }),
    { maxLength: 4 },
  );

  it('are met as each of them is by itself', () => {
    fc.assert(
      fc.property(fc.array(rule, { maxLength: 6 }), fact, fact, (rules, one, two) => {
        const facts = { ...lead, custom_fields: { one, two } };
        const whens = rules.map((all) => ({ all }));
        const expected = whens.flatMap((when, n) => (slowlyMeets(when, facts) ? [n] : []));
        expect(new RuleSet(whens).matching(facts)).toEqual(expected);
      }),
      { numRuns: 2_000 },
    );
  });

  /** How often each of these is called while `work` runs. */
  const callsOf = (names: readonly ('toLowerCase' | 'includes')[], work: () => void) => {
    const spies = names.map((name) => vi.spyOn(String.prototype, name));
    try {
      work();
      return Object.fromEntries(names.map((name, n) => [name, spies[n]?.mock.calls.length]));
    } finally {
      for (const spy of spies) spy.mockRestore();
    }
  };

  it('fold each value once when they are compiled, and each fact once a lead; what rules share is looked for once', () => {
    const all = Array.from({ length: 50 }, (_, n) => ({
      field: `custom_fields.${n % 5 === 0 ? 'city' : 'note'}`,
      op: n % 2 === 0 ? ('contains' as const) : ('neq' as const),
      value: n % 2 === 0 ? `A${n}` : 'X',
    }));
    const everything = all.map(({ value }) => value).join(' ');
    const set = new RuleSet(Array.from({ length: 200 }, () => ({ all })));
    let reads = 0;
    const counted = new Proxy({ city: everything, note: everything } as Record<string, string>, {
      get: (target, key) => {
        reads++;
        return Reflect.get(target, key);
      },
    });
    let met: number[] = [];
    const calls = callsOf(['toLowerCase', 'includes'], () => {
      met = set.matching({ ...lead, custom_fields: counted });
    });
    expect(met).toHaveLength(200);
    expect({ reads, ...calls }).toEqual({ reads: 2, toLowerCase: 2, includes: 25 });
  });
});
