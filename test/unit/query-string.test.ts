import fc from 'fast-check';
import { expect, it } from 'vitest';
import { MALFORMED_QUERY, parseQuery } from '../../src/http/query-string.ts';

const parsed = (text: string) => ({ ...parseQuery(text) });

it('names and values are read as they were written, brackets plain or encoded', () => {
  expect(parsed('')).toEqual({});
  expect(parsed('filter[status]=sts_1&page[size]=5')).toEqual({ 'filter[status]': 'sts_1', 'page[size]': '5' });
  expect(parsed('filter%5Bstatus%5D=a%2Cb')).toEqual({ 'filter[status]': 'a,b' });
  expect(parsed('q=a+b%20c%2B')).toEqual({ q: 'a b c+' });
  expect(parsed('a=b=c&d')).toEqual({ a: 'b=c', d: '' });
  expect(parsed('&&a=1&')).toEqual({ a: '1' });
});

it('a plus is a space, but not before the offset of a time', () => {
  expect(parsed('at=2026-01-31T09:30:00+05:30')).toEqual({ at: '2026-01-31T09:30:00+05:30' });
  expect(parsed('at=2026-01-31t09:30:00.250+00:00..2026-02-01T00:00:00+05:30&b=c+d')).toEqual({
    at: '2026-01-31t09:30:00.250+00:00..2026-02-01T00:00:00+05:30',
    b: 'c d',
  });
  expect(parsed('at=2026-01-31T09:30:00+..+05:30')).toEqual({ at: '2026-01-31T09:30:00 .. 05:30' });
});

it('a repeated name is kept with all its values, so that it can be refused', () => {
  expect(parsed('a=1&a=2')).toEqual({ a: ['1', '2'] });
  expect(parsed('a=1&b=0&a=2&%61=3')).toEqual({ a: ['1', '2', '3'], b: '0' });
});

it('an empty value before another is a repetition, too', () => {
  expect(parsed('a=&a=2')).toEqual({ a: ['', '2'] });
});

it('names that objects have of themselves are names like any other', () => {
  const query = parseQuery('__proto__=1&constructor=2&toString=3&hasOwnProperty=4');
  expect(Object.entries(query)).toEqual([
    ['__proto__', '1'],
    ['constructor', '2'],
    ['toString', '3'],
    ['hasOwnProperty', '4'],
  ]);
  expect(({} as Record<string, unknown>).polluted).toBeUndefined();
});

it('what is not percent-encoded UTF-8 is malformed as a whole', () => {
  for (const text of ['a=%', 'a=%zz', 'a=%E0%A4', 'a=%ff', '%80=1', 'a=1&b=%c3%28', 'a=%ed%a0%80']) {
    expect(parseQuery(text), text).toBe(MALFORMED_QUERY);
  }
});

it('of very many parameters, more are read than any operation knows, and no more than that', () => {
  const of = (count: number) => Array.from({ length: count }, (_, n) => `p${n}=1`).join('&');
  expect(Object.keys(parseQuery(of(300)))).toHaveLength(300);
  expect(Object.keys(parseQuery(of(5_000)))).toHaveLength(301);
  expect(parseQuery(`${of(5_000)}&a=%ff`)).toBe(MALFORMED_QUERY);
});

it('what is encoded comes back as it was, for any text', () => {
  const text = fc.string({ unit: 'grapheme', minLength: 1 });
  const pairs = fc.uniqueArray(fc.tuple(text, text), { selector: ([name]) => name, maxLength: 20 });
  fc.assert(
    fc.property(pairs, (pairs) => {
      const query = pairs.map((pair) => pair.map(encodeURIComponent).join('=')).join('&');
      expect(Object.entries(parseQuery(query)).sort()).toEqual([...pairs].sort());
    }),
  );
});

it('any bytes at all are read or refused, never a failure', () => {
  fc.assert(fc.property(fc.string({ unit: 'binary-ascii', maxLength: 200 }), (text) => void parseQuery(text)));
});
