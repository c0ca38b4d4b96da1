import { describe, expect, it, vi } from 'vitest';
import { Name, Nullable, OneOf, PublicId, Shape, Text, Timestamp } from '../../src/http/schema.ts';
import { Type } from '../../src/http/type.ts';
import { bodyValidator } from '../../src/http/validate.ts';
import { invalid } from '../../src/problems.ts';

const check = bodyValidator(
  Shape({
    name: Name('A name', 'Asha'),
    role: Type.Optional(Nullable(OneOf(['agent', 'manager', 'admin']))),
    weight: Type.Optional(Type.Integer({ minimum: 1, maximum: 100 })),
    most: Type.Optional(Type.Integer({ maximum: 9 })),
    cap: Type.Optional(Nullable(Type.Integer({ minimum: 0 }))),
    active: Type.Optional(Type.Boolean()),
    team: Type.Optional(PublicId('team')),
    at: Type.Optional(Timestamp()),
    on: Type.Optional(Type.String({ format: 'date' })),
    tags: Type.Optional(Type.Array(Text({ max: 5 }), { minItems: 1, maxItems: 3, uniqueItems: true })),
    rules: Type.Optional(Type.Array(Shape({ field: Text({ max: 5 }) }))),
    hours: Type.Optional(Shape({ mon: Type.Optional(Type.Array(Text({ max: 5 }))) })),
    note: Type.Optional(Text({ min: 0, max: 20, lines: 'many' })),
  }),
);

const faults = (body: object) => check({ name: 'Asha', ...body }) ?? {};

describe('a faulty value is answered with what it must be', () => {
  it.each([
    [{ role: 'boss' }, 'role', /one of agent, manager, admin/],
    [{ role: 'manger' }, 'role', /did you mean manager\?/],
    [{ weight: 0 }, 'weight', /from 1 to 100/],
    [{ weight: 101 }, 'weight', /from 1 to 100/],
    [{ weight: 1.5 }, 'weight', /a whole number/],
    [{ weight: '5' }, 'weight', /a whole number/],
    [{ most: 10 }, 'most', /at most 9/],
    [{ cap: -1 }, 'cap', /at least 0/],
    [{ cap: 'none' }, 'cap', /a whole number or null/],
    [{ active: 'true' }, 'active', /true or false/],
    [{ active: null }, 'active', /true or false/],
    [{ team: 'West' }, 'team', /team_/],
    [{ at: '2026-02-30T00:00:00Z' }, 'at', /such as \d{4}-\d\d-\d\dT/],
    [{ on: '2026-02-30' }, 'on', /such as \d{4}-\d\d-\d\d/],
    [{ tags: [] }, 'tags', /at least 1/],
    [{ tags: ['a', 'b', 'c', 'd'] }, 'tags', /at most 3/],
    [{ tags: ['a', 'a'] }, 'tags', /twice/],
    [{ tags: ['a', ' a '] }, 'tags', /twice/],
    [{ tags: 'a' }, 'tags', /a list/],
    [{ hours: [] }, 'hours', /an object/],
    [{ name: 'x'.repeat(101) }, 'name', /at most 100/],
    [{ name: ' ' }, 'name', /empty/],
    [{ name: 'a\nb' }, 'name', /line breaks/],
    [{ name: 'a\ud800' }, 'name', /Unicode/],
  ] as [object, string, RegExp][])('%j', (body, field, message) => {
    expect(faults(body)).toEqual({ [field]: [expect.stringMatching(message)] });
  });

  it('a value of the wrong type, with the types it may have', () => {
    expect(faults({ role: 5 }).role).toContainEqual(expect.stringMatching(/text or null/));
  });

  it('a missing field is required', () => {
    expect(check({})).toEqual({ name: [expect.stringMatching(/required/)] });
  });

  it('an unknown field is named, with the one probably meant', () => {
    expect(faults({ wieght: 5 })).toEqual({ wieght: [expect.stringMatching(/not known.*did you mean weight\?/)] });
    expect(faults({ 'a/b~c.d': 5 })).toEqual({ 'a/b~c.d': [expect.stringMatching(/not known/)] });
  });
});

describe('the field is named as the caller wrote it', () => {
  it('a part of an object, with dots', () => {
    expect(Object.keys(faults({ hours: { mon: 'x', tue: [] } })).sort()).toEqual(['hours.mon', 'hours.tue']);
  });

  it('a faulty entry of a plain list, on the list', () => {
    for (const entry of ['', 'too long', 5, true, 'a\u0000']) {
      expect(Object.keys(faults({ tags: ['fine', entry] })), String(entry)).toEqual(['tags']);
    }
    expect(Object.keys(faults({ hours: { mon: [5] } }))).toEqual(['hours.mon']);
  });

  it('a null, list or object in a plain list, on the list too', () => {
    for (const entry of [null, [], {}]) {
      expect(Object.keys(faults({ tags: ['fine', entry] })), JSON.stringify(entry)).toEqual(['tags']);
    }
  });

  it('a part of a record in a list, by its place', () => {
    expect(Object.keys(faults({ rules: [{ field: 'a' }, { field: '' }, {}] })).sort()).toEqual([
      'rules.1.field',
      'rules.2.field',
    ]);
  });

  it('names that objects have of themselves, like any other', () => {
    const body = JSON.parse('{ "name": "Asha", "__proto__": 1, "constructor": 1, "toString": 1 }');
    expect(Object.keys(check(body) ?? {}).sort()).toEqual(['__proto__', 'constructor', 'toString']);
    expect(check(Object.create({ name: 'inherited' }))).toHaveProperty('name');
  });
});

it('several faults of one field are one list of messages', () => {
  expect(faults({ tags: ['', 'too long'] }).tags).toHaveLength(2);
});

describe('a body of faults without end is answered with a hundred, and that there are more', () => {
  const told = (body: object) => {
    const { errors = {}, detail } = invalid(faults(body));
    return { count: Object.values(errors).flat().length, more: /more than the 100/.test(detail) };
  };
  const many = (length: number) => Array.from({ length }, (_, n) => `field_${n}`);

  it.each([
    ['unknown fields', () => Object.fromEntries(many(5_000).map((name) => [name, 1]))],
    ['unknown fields further in', () => ({ hours: Object.fromEntries(many(5_000).map((name) => [name, 1])) })],
    ['records in a list', () => ({ rules: many(5_000).map(() => ({})) })],
    [
      'records in a list with unknown fields',
      () => ({ rules: many(50).map(() => ({ field: 'a', b: 1, c: 1, d: 1 })) }),
    ],
  ])('%s', (_, body) => {
    expect(told(body())).toEqual({ count: 100, more: true });
  });

  it('a hundred faults are told as they are', () => {
    expect(told(Object.fromEntries(many(100).map((name) => [name, 1])))).toEqual({ count: 100, more: false });
  });

  it('of a list that is too long, what is beyond its limit is not looked at', () => {
    const tags = [...'abc', ...many(5_000)];
    const read = vi.fn(() => 'x');
    Object.defineProperty(tags, 3, { get: read, enumerable: true });
    expect(faults({ tags }).tags).toContainEqual(expect.stringMatching(/at most 3/));
    expect(read.mock.calls.length).toBeLessThanOrEqual(1); // once, to see whether an entry is there twice
  });
});

it('text is trimmed and normalized where it stands; nothing else is converted, dropped or filled in', () => {
  const body = { name: ' Zoe\u0308 ', tags: [' a '], note: ' x\r\ny ', cap: null };
  expect(check(body)).toBeNull();
  expect(body).toEqual({ name: 'Zo\u00eb', tags: ['a'], note: 'x\ny', cap: null });
});

it('the length that counts is that of the text as it is kept', () => {
  expect(faults({ name: ` ${'x'.repeat(100)} ` })).toEqual({});
  expect(faults({ name: 'e\u0301'.repeat(100) })).toEqual({});
  expect(faults({ note: `\n${'y\r\n'.repeat(10)}` })).toEqual({});
});

it('what is no object is refused as a whole', () => {
  for (const body of [null, [], 'x', 5, true, undefined]) expect(check(body)).toEqual({ body: [expect.any(String)] });
});
