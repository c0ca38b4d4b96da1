import fc from 'fast-check';
import { expect, it } from 'vitest';
import { structureOf } from '../../src/http/json-structure.ts';

const faultOf = (text: string) => structureOf(Buffer.from(text)).fault;

it('a body is nested 32 levels deep at most', () => {
  expect(faultOf('['.repeat(32) + ']'.repeat(32))).toBeNull();
  expect(faultOf('['.repeat(33) + ']'.repeat(33))).toBe('must not be nested deeper than 32 levels');
  expect(faultOf('{"a":'.repeat(33))).toBe('must not be nested deeper than 32 levels');
});

it('a body has 100,000 values at most', () => {
  expect(faultOf(`[${'1,'.repeat(99_999)}1]`)).toBeNull();
  expect(faultOf(`[${'1,'.repeat(100_000)}1]`)).toBe('must have at most 100000 values');
});

it('a body has 50,000 names at most, those that come twice or stand further in included', () => {
  const members = (count: number) => '"a":0,'.repeat(count - 1);
  expect(faultOf(`{${members(50_000)}"b":{}}`)).toBeNull();
  expect(faultOf(`{${members(50_000)}"b":{"c":0}}`)).toBe('must have at most 50000 names');
});

it('what stands in a text does not count, whatever is escaped there', () => {
  expect(faultOf(JSON.stringify({ a: '['.repeat(1_000), b: `"${','.repeat(200_000)}\\` }))).toBeNull();
  expect(faultOf(`["\\\\",${'['.repeat(33)}`)).not.toBeNull();
  expect(faultOf('"unended \\')).toBeNull();
});

it('JSON of any shape within the limits is let through', () => {
  fc.assert(fc.property(fc.json({ maxDepth: 20 }), (text) => faultOf(text) === null));
});
