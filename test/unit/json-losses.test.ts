import fc from 'fast-check';
import { expect, it } from 'vitest';
import { jsonLosses } from '../../src/http/json-losses.ts';
import { structureOf } from '../../src/http/json-structure.ts';

const lossesOf = (text: string) => jsonLosses(text, JSON.parse(text), structureOf(Buffer.from(text)));
const TWICE = ['must be given once'];
const DIGITS = ['cannot be kept exactly: send a number with fewer digits'];

it.each([
  ['{"phone":"1","phone":"2"}', { phone: TWICE }],
  ['{"phone":"1","\\u0070hone":"2"}', { phone: TWICE }],
  ['{"a":1,"b":{"c":[{"d":1},{"d":1,"e":2,"d":3}]},"a":2}', { 'b.c.1.d': TWICE, a: TWICE }],
  ['{"a":{"b":1},"a":{}}', { a: TWICE }],
  ['[{"x":"]","x":","}]', { '0.x': TWICE }],
  ['{"n":9007199254740993}', { n: DIGITS }],
  ['{"n":12345678901234567890.5}', { n: DIGITS }],
  ['{"custom_fields":{"n":-1.2300000000000000001}}', { 'custom_fields.n': DIGITS }],
  ['{"list":[1,9999999999.9900000001]}', { 'list.1': DIGITS }],
  ['{"n":0.1000000000000000055511151231257827}', { n: DIGITS }],
  ['{"n":1e-400,"m":[0,1E400]}', { n: DIGITS, 'm.1': DIGITS }],
])('tells what was lost of %s', (text, losses) => {
  expect(lossesOf(text)).toEqual(losses);
});

it.each([
  '{"a":{"x":1},"b":{"x":1}}',
  '[{"x":1},{"x":1}]',
  '{"a":"b:c","d":"\\":","e":"{\\"a\\":1,\\"a\\":2}"}',
  '{"n":1.2300000000000000000000}',
  '{"n":100000000000000000000}',
  '{"n":1e300,"m":1.5E-7,"k":-0.0000000000000000000015}',
  '{"n":0.30000000000000004}',
  '{"n":0e0,"m":0E-999,"k":true}',
  '{"text":"9007199254740993"}',
  '"1234567890123456789"',
])('lets %s through', (text) => {
  expect(lossesOf(text)).toBeNull();
});

it('says of no JSON that a program writes that something was lost', () => {
  fc.assert(fc.property(fc.jsonValue({ maxDepth: 5 }), (value) => lossesOf(JSON.stringify(value)) === null));
});

it('tells a bounded number of losses of a large body', () => {
  const twice = `{${Array.from({ length: 5_000 }, (_, n) => `"k${n}":1,"k${n}":2`).join(',')}}`;
  expect(Object.keys(lossesOf(twice) ?? {}).length).toBeLessThanOrEqual(101);
});

it('reads a number of a megabyte once, wherever its zeros are', () => {
  const zeros = '0'.repeat(1_000_000);
  for (const text of [`{"n":1${zeros}1}`, `{"n":1.${zeros}1}`, `{"n":1${zeros}}`])
    expect(lossesOf(text)).toEqual({ n: DIGITS });
  expect(lossesOf(`{"n":1.${zeros}}`)).toBeNull();
});
