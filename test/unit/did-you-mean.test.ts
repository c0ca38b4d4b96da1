import fc from 'fast-check';
import { expect, it } from 'vitest';
import { closest, didYouMean, suggest } from '../../src/http/did-you-mean.ts';

const names = ['first_name', 'last_name', 'phone', 'email', 'source', 'estimated_value', 'custom_fields'];

it('a slip of the pen is recognized: a letter wrong, missing, doubled or swapped', () => {
  for (const [given, meant] of [
    ['phon', 'phone'],
    ['phonne', 'phone'],
    ['phoen', 'phone'],
    ['phobe', 'phone'],
    ['Email', 'email'],
    ['firstname', 'first_name'],
    ['estimatedValue', 'estimated_value'],
    ['custom_field', 'custom_fields'],
  ]) {
    expect(closest(given as string, names), given).toBe(meant);
  }
});

it('one edit to any name leads back to it', () => {
  const edit = fc.record({
    name: fc.constantFrom(...names),
    place: fc.nat(20),
    kind: fc.constantFrom('drop', 'double', 'replace'),
  });
  fc.assert(
    fc.property(edit, ({ name, place, kind }) => {
      const at = place % name.length;
      const middle = { drop: '', double: `${name[at]}${name[at]}`, replace: 'x' }[kind];
      expect(closest(name.slice(0, at) + middle + name.slice(at + 1), names)).toBe(name);
    }),
  );
});

it('the nearest of several is meant', () => {
  expect(closest('lead', ['leads', 'lede', 'head'])).toBe('leads');
  expect(closest('agnet', ['agent', 'admin', 'manager'])).toBe('agent');
});

it('names with brackets are compared by what is inside, which may also be given alone', () => {
  const filters = [
    'filter[status]',
    'filter[phone]',
    'filter[kind]',
    'filter[team]',
    'filter[created_at]',
    'page[size]',
  ];
  for (const [given, meant] of [
    ['filter[statuss]', 'filter[status]'],
    ['filter[created]', 'filter[created_at]'],
    ['filter_status', 'filter[status]'],
    ['status', 'filter[status]'],
    ['Size', 'page[size]'],
    ['filter[score]', null],
    ['filter[city]', null],
    ['filter[type]', null],
    ['filter[]', null],
    ['[]', null],
  ] as const) {
    expect(closest(given, filters), given).toBe(meant);
  }
});

it('custom fields are compared by their keys', () => {
  const fields = [
    'phone',
    'custom_fields.n',
    'custom_fields.budget',
    'filter[custom_fields.n]',
    'filter[custom_fields.budget]',
  ];
  for (const [given, meant] of [
    ['custom_fields.budgte', 'custom_fields.budget'],
    ['customfields.budget', 'custom_fields.budget'],
    ['customfields.n', 'custom_fields.n'],
    ['filter[custom_fields.budgte]', 'filter[custom_fields.budget]'],
    ['custom_fields.zz', null],
    ['custom_fields.city', null],
    ['filter[custom_fields.zz]', null],
    ['filter[custom_fields.city]', null],
  ] as const) {
    expect(closest(given, fields), given).toBe(meant);
  }
});

it('nothing is suggested where nothing is near', () => {
  for (const given of ['colour', 'xyz', '', 'a', 'q'.repeat(500)]) expect(closest(given, names), given).toBeNull();
  expect(closest('phone', [])).toBeNull();
  expect(didYouMean('colour', names)).toBe('');
});

it('a suggestion is put as a question', () => {
  expect(didYouMean('emial', names)).toBe('; did you mean email?');
});

it('what is suggested is always one of the names, for any text', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 80 }), (given) => {
      const found = closest(given, names);
      expect(found === null || names.includes(found)).toBe(true);
    }),
  );
});

it('only a close name is suggested: a slip in a short one, three in a long one', () => {
  expect(closest('fone', ['phone'])).toBeNull();
  expect(closest('nam', ['name'])).toBe('name');
  expect(closest('to', ['no', 'so'])).toBeNull();
  expect(closest('estimated_amount', ['estimated_value'])).toBeNull();
  expect(closest('custom_feilds', names)).toBe('custom_fields');
  expect(closest('qualification_date_of_the_lead', ['qualification_data_of_the_leads'])).not.toBeNull();
  expect(closest('qualification_date_of_the_lead', ['disqualified_state_of_the_deal'])).toBeNull();
});

it('a long name is compared by the same measure as by a full table of edits', () => {
  const word = fc.string({ unit: fc.constantFrom(...'abc'), minLength: 3, maxLength: 14 });
  fc.assert(
    fc.property(word, word, (given, candidate) => {
      const most = given.length <= 5 ? 1 : given.length <= 10 ? 2 : 3;
      expect(closest(given, [candidate]) !== null).toBe(edits(given, candidate) <= most);
    }),
    { numRuns: 2_000 },
  );
});

/** Edits from one text to the other, by the whole table. */
function edits(from: string, to: string): number {
  const table: number[][] = [];
  const cell = (i: number, j: number) => table[i]?.[j] ?? Number.POSITIVE_INFINITY;
  for (let i = 0; i <= from.length; i++) {
    table.push([]);
    for (let j = 0; j <= to.length; j++) {
      const replaced = cell(i - 1, j - 1) + (from[i - 1] === to[j - 1] ? 0 : 1);
      const isSwap = i > 1 && j > 1 && from[i - 1] === to[j - 2] && from[i - 2] === to[j - 1];
      const swapped = isSwap ? cell(i - 2, j - 2) + 1 : Number.POSITIVE_INFINITY;
      table[i]?.push(i + j === 0 ? 0 : Math.min(cell(i - 1, j) + 1, cell(i, j - 1) + 1, replaced, swapped));
    }
  }
  return cell(from.length, to.length);
}

it('where nothing is close and the names are few, they are listed', () => {
  expect(suggest('colour', ['phone', 'email'])).toBe('; known here: phone, email');
  expect(suggest('emial', ['phone', 'email'])).toBe('; did you mean email?');
  expect(
    suggest(
      'colour',
      Array.from({ length: 13 }, (_, n) => `name_${n}`),
    ),
  ).toBe('');
  expect(
    suggest(
      'colour',
      Array.from({ length: 4 }, (_, n) => `${n}`.repeat(60)),
    ),
  ).toBe('');
  expect(suggest('colour', [])).toBe('');
});
