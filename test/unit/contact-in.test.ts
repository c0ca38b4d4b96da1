import { afterEach, expect, it, vi } from 'vitest';
import { contactIn } from '../../src/imports/contact-in.ts';

afterEach(() => vi.restoreAllMocks());

const found = (...cells: string[]) => contactIn({ phone: null, email_key: null, cells: JSON.stringify(cells) });

it.each([
  ['98765–43210', '+919876543210'],
  ['98765/43210', '+919876543210'],
  ['98765\u200b43210', '+919876543210'],
  ['+91 98765-43210 / 9123456789', '+919876543210'],
  ['call 98765 43210, after 5', '+919876543210'],
  ['98765 43210 12', null],
  ['9876543210 12', '+919876543210'],
  ['९८७६५ ४३२१०', '+919876543210'],
  ['12345 67890', null],
])('finds the phone in %s', (cell, phone) => {
  expect(found('x', cell).phone).toBe(phone);
});

it.each([
  ['Contact asha@example.in.', 'asha@example.in'],
  ["'Asha@Example.in'", 'asha@example.in'],
  ['<asha@example.in>,', 'asha@example.in'],
  ['asha@example.in/b@example.in', 'asha@example.in'],
  ["o'brien@example.in", "o'brien@example.in"],
  ['asha at example.in', null],
])('finds the email in %s', (cell, email) => {
  expect(found('x', cell).email_key).toBe(email);
});

it('normalizes nothing that is long or has many marks in a row: that would take seconds', () => {
  const normalize = vi.spyOn(String.prototype, 'normalize');
  found(`a${'\u0301\u0323'.repeat(200)}`, 'é'.repeat(100_000), '9876543210');
  const lengths = normalize.mock.contexts.map((text) => String(text).length);
  expect(lengths).toEqual([599]);
});

it('takes nothing off the ends of what is too long to be an email', () => {
  const replace = vi.spyOn(String.prototype, 'replace');
  expect(found(`${'.'.repeat(700)}x@ asha@example.in`).email_key).toBe('asha@example.in');
  const withAt = replace.mock.contexts.map(String).filter((text) => /^\S*@\S*$/.test(text));
  expect(withAt).toEqual(['asha@example.in']);
});
