import { expect, it } from 'vitest';
import { parseQuery } from '../../src/http/query-string.ts';
import { OneOf, Shape } from '../../src/http/schema.ts';
import { Type } from '../../src/http/type.ts';
import { queryValidator } from '../../src/http/validate.ts';

const check = queryValidator(
  Shape({
    'page[size]': Type.Optional(Type.Integer({ minimum: 1, maximum: 200 })),
    'page[after]': Type.Optional(Type.String({ maxLength: 10 })),
    'filter[status]': Type.Optional(Type.String()),
    sort: Type.Optional(OneOf(['-created_at', 'score'])),
    archived: Type.Optional(Type.Boolean()),
  }),
);

const faults = (text: string) => check(parseQuery(text)) ?? {};

it('a good query is taken, its numbers and booleans converted', () => {
  const query = parseQuery('page[size]=50&filter%5Bstatus%5D=a,b&sort=-created_at&archived=true');
  expect(check(query)).toBeNull();
  expect({ ...query }).toEqual({
    'page[size]': 50,
    'filter[status]': 'a,b',
    sort: '-created_at',
    archived: true,
  });
  expect(check(parseQuery(''))).toBeNull();
});

it('a number is written in plain digits and lies in its range', () => {
  for (const size of ['1', '200']) expect(faults(`page[size]=${size}`), size).toEqual({});
  for (const size of ['0', '201', '-1', '1e2', '0x10', '1.0', '%2B5', '%205', '5%20', 'ten', '９', '9'.repeat(30)]) {
    expect(Object.keys(faults(`page[size]=${size}`)), size).toEqual(['page[size]']);
  }
});

it('a boolean is true or false, in small letters', () => {
  for (const value of ['TRUE', '1', '0', 'yes']) expect(Object.keys(faults(`archived=${value}`))).toEqual(['archived']);
});

it('text that looks like a number stays text', () => {
  const query = parseQuery('filter[status]=5');
  expect(check(query)).toBeNull();
  expect(query['filter[status]']).toBe('5');
});

it('a repeated parameter and an empty value are refused, each under its name and with one message', () => {
  expect(faults('sort=score&sort=score')).toEqual({ sort: [expect.stringMatching(/once/)] });
  expect(faults('page[size]=')).toEqual({ 'page[size]': [expect.stringMatching(/empty/)] });
  expect(faults('filter[status]')).toEqual({ 'filter[status]': [expect.stringMatching(/empty/)] });
});

it('an unknown parameter is named as it was sent, with the one probably meant', () => {
  expect(faults('page[sise]=5')).toEqual({ 'page[sise]': [expect.stringMatching(/did you mean page\[size\]\?/)] });
  expect(faults('filter[statu]=x')).toEqual({ 'filter[statu]': [expect.stringContaining('filter[status]')] });
  expect(Object.keys(faults('colour=red&a%2Fb=1&a~b=2')).sort()).toEqual(['a/b', 'a~b', 'colour']);
});

it('a parameter without a name is a fault of the query', () => {
  expect(faults('=5')).toEqual({ query: [expect.stringContaining('is not known here')] });
});

it('an unknown parameter is refused though every object has something of its name', () => {
  for (const name of ['constructor', 'toString', '__proto__', 'hasOwnProperty', 'valueOf']) {
    expect(Object.keys(faults(`${name}=1`)), name).toEqual([name]);
    expect(Object.keys(faults(`${name}=1&${name}=2`)), name).toEqual([name]);
  }
});

it('every faulty parameter is reported at once', () => {
  const text = 'page[size]=0&page[after]=12345678901&sort=name&archived=maybe&filter[status]=&colour=red';
  expect(Object.keys(faults(text)).sort()).toEqual(
    ['archived', 'colour', 'filter[status]', 'page[after]', 'page[size]', 'sort'].sort(),
  );
});

it('a value of a list of values is answered with the list and the one probably meant', () => {
  expect(faults('sort=created_at')).toEqual({
    sort: [expect.stringMatching(/-created_at, score; did you mean -created_at\?/)],
  });
});
