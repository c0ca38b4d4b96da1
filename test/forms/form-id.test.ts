import fc from 'fast-check';
import { expect, it } from 'vitest';
import { newFormId, organizationOf } from '../../src/forms/form-id.ts';
import { isPublicId, newPublicId } from '../../src/public-id.ts';

const key = Buffer.alloc(32, 7);
const LAST = 62 ** 8 - 1;

it('a form’s id names its organization, for any organization', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: LAST }), (id) => {
      const formId = newFormId(key, String(id));
      expect(isPublicId('form', formId)).toBe(true);
      expect(organizationOf(key, formId)).toBe(String(id));
    }),
  );
});

it('ids made later sort later, and two made at once differ', () => {
  const times = [0, 1, 31, 32, 1_700_000_000_000, 1_700_000_000_001, 2 ** 47];
  const ids = times.map((now) => newFormId(key, '7', now));
  expect([...ids].sort()).toEqual(ids);
  const made = Array.from({ length: 1_000 }, () => newFormId(key, '7', 1_700_000_000_000));
  expect(new Set(made).size).toBe(made.length);
});

it('shows neither the organization’s id nor its neighbours’', () => {
  const parts = ['1', '2', '3'].map((id) => newFormId(key, id).slice(15, 25));
  expect(new Set(parts.map((part) => part.slice(0, 4))).size).toBe(3);
  expect(organizationOf(Buffer.alloc(32, 8), newFormId(key, '1'))).not.toBe('1');
});

it('what is no id of a form, or can name no organization, names none', () => {
  for (const text of ['', 'form_', newPublicId('team'), newFormId(key, '1').toUpperCase(), `${newFormId(key, '1')}0`]) {
    expect(organizationOf(key, text)).toBeNull();
  }
  expect(organizationOf(key, `form_${'0'.repeat(10)}${'z'.repeat(10)}${'0'.repeat(6)}`)).toBeNull();
});
