import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { checkWhen, staleReferences } from '../../src/conditions/check.ts';
import type { Settings } from '../../src/settings/snapshot.ts';
import { type Condition, operators } from '../../src/settings/when.ts';
import { meets } from '../support/conditions.ts';

const field = (key: string, type: string, options: string[] = [], archived = false) => ({
  key,
  label: key,
  type,
  required: false,
  options,
  archived,
});
const source = (public_id: string, name: string, archived: boolean) => ({ id: public_id, public_id, name, archived });
const [web, fair] = [source('src_web', 'Website', false), source('src_fair', 'Fair', true)];

const known = {
  customFields: [
    field('city', 'text'),
    field('rooms', 'number'),
    field('smoker', 'boolean'),
    field('since', 'date'),
    field('plan', 'select', ['Term', 'Health']),
    field('plans', 'multi_select', ['Term', 'Health']),
    field('stand', 'text', [], true),
  ],
  sources: { byId: new Map(), byPublicId: new Map([web, fair].map((one) => [one.public_id, one])) },
} as unknown as Pick<Settings, 'customFields' | 'sources'>;

const check = (condition: object) => checkWhen(known, { all: [condition] }, 'when');
const custom = (key: string) => `custom_fields.${key}`;

describe('a condition is taken', () => {
  it.each([
    ['without conditions', undefined],
    ['with none', {}],
    ['with an empty list', { all: [] }],
  ])('%s: always', (_, when) => {
    expect(checkWhen(known, when, 'when')).toEqual({});
  });

  it.each<[object, unknown]>([
    [{ field: 'email', op: 'eq', value: '  Asha@example.in ' }, 'Asha@example.in'],
    [{ field: 'phone', op: 'in', value: ['098765 43210'] }, ['+919876543210']],
    [{ field: 'phone', op: 'starts_with', value: ' +9198' }, '+9198'],
    [{ field: 'first_name', op: 'contains', value: 'e\u0301' }, '\u00e9'],
    [{ field: custom('plans'), op: 'in', value: ['Health', ' Term'] }, ['Health', 'Term']],
    [{ field: custom('plan'), op: 'eq', value: 'Term ' }, 'Term'],
    [{ field: custom('rooms'), op: 'gte', value: 2.5 }, 2.5],
    [{ field: custom('since'), op: 'lt', value: '2026-02-28' }, '2026-02-28'],
    [{ field: custom('smoker'), op: 'neq', value: false }, false],
    [{ field: 'source', op: 'not_in', value: ['src_web'] }, ['src_web']],
    [{ field: 'source', op: 'present' }, undefined],
  ])('%j, with its value put right', (condition, value) => {
    expect(check(condition)).toEqual({});
    expect((condition as Condition).value).toEqual(value);
  });
});

describe('a condition is refused, and the message says what to do', () => {
  it.each([
    [{ field: 'emial', op: 'present' }, 'field', 'is not a field that conditions know; did you mean email?'],
    [{ field: custom('citty'), op: 'present' }, 'field', 'did you mean custom_fields.city?'],
    [{ field: 'constructor', op: 'present' }, 'field', 'is not a field that conditions know'],
    [{ field: custom('stand'), op: 'present' }, 'field', 'is archived'],
    [
      { field: 'source', op: 'gt', value: 'src_web' },
      'op',
      'must be one of eq, neq, in, not_in, present, absent for source',
    ],
    [{ field: custom('smoker'), op: 'contains', value: 'x' }, 'op', 'must be one of eq, neq, present, absent'],
    [{ field: 'email', op: 'eq' }, 'value', 'is required'],
    [{ field: 'email', op: 'present', value: null }, 'value', 'is not taken by present'],
    [{ field: 'email', op: 'eq', value: ' ' }, 'value', 'must not be empty'],
    [{ field: 'email', op: 'eq', value: 'a\u0000' }, 'value', 'must not hold control characters'],
    [{ field: 'email', op: 'in', value: 'a@b.in' }, 'value', 'must be a list with at least one entry'],
    [{ field: 'email', op: 'in', value: [] }, 'value', 'must be a list with at least one entry'],
    [{ field: 'email', op: 'in', value: ['a@b.in', 5] }, 'value', 'has an entry that must be text'],
    [{ field: 'email', op: 'in', value: Array.from({ length: 201 }, () => 'a') }, 'value', 'at most 200 entries'],
    [{ field: 'email', op: 'eq', value: 'x'.repeat(2_001) }, 'value', 'at most 2000 characters'],
    [{ field: 'phone', op: 'eq', value: '12345' }, 'value', 'must be an Indian mobile number'],
    [{ field: 'estimated_value', op: 'gt', value: '5' }, 'value', 'must be a number'],
    [{ field: 'estimated_value', op: 'gt', value: Number.POSITIVE_INFINITY }, 'value', 'must be a number'],
    [{ field: custom('smoker'), op: 'eq', value: 'yes' }, 'value', 'must be true or false'],
    [{ field: custom('since'), op: 'eq', value: '2026-02-30' }, 'value', 'must be a date such as'],
    [
      { field: custom('plan'), op: 'eq', value: 'Trem' },
      'value',
      'must be one of the field’s options; did you mean Term?',
    ],
    [{ field: 'source', op: 'eq', value: 'src_other' }, 'value', 'must be the public id of a source'],
    [{ field: 'source', op: 'eq', value: 'src_fair' }, 'value', 'must not be an archived source'],
  ])('%j', (condition, at, message) => {
    const errors = check(condition);
    expect(Object.keys(errors)).toEqual([`when.all.0.${at}`]);
    expect(errors[`when.all.0.${at}`]?.[0]).toContain(message.split(';')[0]);
    const [, meant] = message.split('did you mean ');
    if (meant !== undefined) expect(errors[`when.all.0.${at}`]?.[0]).toContain(meant);
  });

  it('every faulty one of several is named by its place', () => {
    const all = [
      { field: 'email', op: 'eq', value: 1 },
      { field: 'phone', op: 'present' },
      { field: 'x', op: 'eq' },
    ];
    expect(Object.keys(checkWhen(known, { all }, 'rules.3.when'))).toEqual([
      'rules.3.when.all.0.value',
      'rules.3.when.all.2.field',
    ]);
  });
});

it('whatever is sent, the check answers and never fails; what it takes can be judged and is taken again', () => {
  const names = [
    'email',
    'phone',
    'source',
    'estimated_value',
    ...known.customFields.map(({ key }) => custom(key)),
    'x',
  ];
  const value = fc.oneof(
    fc.constantFrom<unknown>('Term', 'src_web', '2026-01-31', '9876543210', true, 5),
    fc.array(fc.constantFrom<unknown>('Term', 'src_web', '2026-01-31', ' 98765 43210', 5, null), { maxLength: 3 }),
    fc.anything(),
  );
  const condition = fc.oneof(
    { weight: 9, arbitrary: fc.record({ field: fc.constantFrom(...names), op: fc.constantFrom(...operators), value }) },
    { weight: 1, arbitrary: fc.record({ field: fc.constantFrom(...names), op: fc.constantFrom('present', 'absent') }) },
    { weight: 1, arbitrary: fc.anything() },
  );
  const lead = {
    first_name: null,
    last_name: null,
    phone: '+919876543210',
    email: 'a@b.in',
    source: 'src_web',
    estimated_value: 5,
    custom_fields: { plans: ['Term'], rooms: 5, since: '2026-01-31', smoker: true },
  };
  let taken = 0;
  fc.assert(
    fc.property(condition, (condition) => {
      const when = { all: [condition] };
      const errors = checkWhen(known, when, 'when');
      for (const at of Object.keys(errors)) expect(at).toMatch(/^when\.all\.0\.(field|op|value)$/);
      const { field, op } = (condition ?? {}) as Partial<Condition>;
      if (Object.keys(errors).length > 0 || typeof field !== 'string' || !operators.includes(op as Condition['op']))
        return;
      taken++;
      const asTaken = structuredClone(when);
      expect(typeof meets(when as { all: Condition[] }, lead)).toBe('boolean');
      expect(checkWhen(known, when, 'when')).toEqual({});
      expect(when).toEqual(asTaken);
    }),
    { numRuns: 3_000 },
  );
  expect(taken).toBeGreaterThan(100);
});

it('what has been archived or changed since is named, with its place', () => {
  const all: Condition[] = [
    { field: 'source', op: 'in', value: ['src_web', 'src_fair'] },
    { field: custom('stand'), op: 'present' },
    { field: custom('city'), op: 'present' },
    { field: custom('rooms'), op: 'eq', value: 'three' }, // it was a text
    { field: custom('plan'), op: 'in', value: ['Term', 'Motor'] }, // it had more options
    { field: custom('smoker'), op: 'contains', value: 'y' },
    { field: custom('plans'), op: 'in', value: ['Term'] },
  ];
  const before = structuredClone(all);
  expect(staleReferences(known, { all }, 'rules.0.when')).toEqual([
    'rules.0.when.all.0 names the archived source Fair',
    'rules.0.when.all.1 names the archived custom field stand',
    'rules.0.when.all.3 no longer fits the changed custom field rooms',
    'rules.0.when.all.4 no longer fits the changed custom field plan',
    'rules.0.when.all.5 no longer fits the changed custom field smoker',
  ]);
  expect(all).toEqual(before);
});
