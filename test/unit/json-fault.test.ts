import fc from 'fast-check';
import { expect, it } from 'vitest';
import { jsonFault } from '../../src/http/json-fault.ts';

it('where a text stops being JSON is said by line and column', () => {
  for (const [text, place] of [
    ['nonsense', 'line 1, column 1'],
    ['{"a": 1,}', 'line 1, column 9'],
    ['{"a": 1,\n  "b": oops\n}', 'line 2, column 8'],
    ['{"a": 1}\n{}', 'line 2, column 1'],
    ["{'a': 1}", 'line 1, column 2'],
    ['{"a" 1}', 'line 1, column 6'],
    ['[1 2]', 'line 1, column 4'],
    ['{"a": "x\ny"}', 'line 1, column 9'],
    ['{"a": "\\q"}', 'line 1, column 8'],
    ['{"a": 01}', 'line 1, column 8'],
    ['[1, 2', 'line 1, column 6 (it ends too early)'],
    ['{"a": "x', 'line 1, column 9 (it ends too early)'],
    ['   ', 'line 1, column 4 (it ends too early)'],
    ['[}', 'line 1, column 2'],
  ]) {
    expect(jsonFault(text as string), text).toBe(place);
  }
});

it('nothing of the text itself is said', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      expect(jsonFault(text)).toMatch(/^line \d+, column \d+( \(it ends too early\))?$/);
    }),
  );
});

it('all of what is JSON is read, however it is laid out and however deep it is', () => {
  fc.assert(
    fc.property(fc.json(), fc.constantFrom('', ' ', '\n', '\t'), (json, space) => {
      const laidOut = JSON.stringify(JSON.parse(json), null, space);
      expect(jsonFault(laidOut)).toBe(endOf(laidOut));
    }),
  );
  const deep = '['.repeat(200_000);
  expect(jsonFault(deep)).toBe('line 1, column 200001 (it ends too early)');
});

const endOf = (text: string) =>
  `line ${text.split('\n').length}, column ${text.length - text.lastIndexOf('\n')} (it ends too early)`;

it('a fault is told no later than where the first wrong character stands', () => {
  const broken = fc.tuple(fc.json(), fc.nat()).map(([json, n]) => [json, n % (json.length + 1)] as const);
  fc.assert(
    fc.property(broken, ([json, at]) => {
      const text = `${json.slice(0, at)}\u0001${json.slice(at)}`; // is nowhere allowed in JSON
      const column = Number(/column (\d+)$/.exec(jsonFault(text))?.[1]);
      expect(column).toBeGreaterThan(0);
      expect(column).toBeLessThanOrEqual(at + 1); // earlier where it breaks a word such as true
    }),
  );
});
