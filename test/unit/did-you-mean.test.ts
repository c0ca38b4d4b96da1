import fc from 'fast-check';
import { expect, it } from 'vitest';
import { closest, didYouMean } from '../../src/http/did-you-mean.ts';

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
