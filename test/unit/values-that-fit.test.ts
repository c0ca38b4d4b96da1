import { expect, it } from 'vitest';
import { tooLarge, valuesThatFit } from '../../src/leads/writing/custom-values.ts';

const MOST = 65_536;
const sizeOf = (values: object) => Buffer.byteLength(JSON.stringify(values));
/** With a text by which all of it has so many bytes. */
const filledTo = (bytes: number, values: Record<string, unknown>, key: string) => ({
  ...values,
  [key]: 'x'.repeat(bytes - sizeOf({ ...values, [key]: '' })),
});

it.each([{}, { has: 'something' }])(
  'of values that have no room together, those that fit to the last byte',
  (before) => {
    const whole = filledTo(MOST, before, 'a');
    const added = { a: whole.a, b: 'more' };
    expect(tooLarge(whole)).toBeNull();
    expect(valuesThatFit(before, { a: whole.a })).toEqual({ a: whole.a });
    expect(valuesThatFit(before, added)).toEqual({ a: whole.a });
    const over = { a: `${whole.a}x`, b: 'more' };
    expect(valuesThatFit(before, over)).toEqual({ b: 'more' });
  },
);

it('no more options than a lead may have', () => {
  const options = (count: number) => Array.from({ length: count }, (_, n) => String(n));
  const before = { a: options(300) };
  expect(valuesThatFit(before, { b: options(201), c: options(200), d: options(1) })).toEqual({ c: options(200) });
});
