import { randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { openOrganizationId, sealOrganizationId } from '../../src/access/organization-key.ts';

const key = Buffer.alloc(32, 7);
const MOST = 62 ** 8;
const id = fc.integer({ min: 0, max: MOST - 1 }).map(String);
const text = fc.stringMatching(/^[0-9A-Za-z]{8}$/);
const anyKey = fc.uint8Array({ minLength: 32, maxLength: 32 }).map((bytes) => Buffer.from(bytes));

it('an organization’s key is eight base62 characters, from which its id is read back', () => {
  fc.assert(
    fc.property(anyKey, id, (key, id) => {
      const sealed = sealOrganizationId(key, id);
      expect(sealed).toMatch(/^[0-9A-Za-z]{8}$/);
      expect(openOrganizationId(key, sealed)).toBe(id);
    }),
  );
});

it('every eight characters are the key of exactly one id', () => {
  fc.assert(
    fc.property(anyKey, text, (key, text) => {
      const opened = openOrganizationId(key, text);
      expect(Number(opened)).toBeLessThan(MOST);
      expect(sealOrganizationId(key, opened)).toBe(text);
    }),
  );
});

it('the first ten thousand organizations have ten thousand different keys', () => {
  const keys = new Set(Array.from({ length: 10_000 }, (_, n) => sealOrganizationId(key, String(n + 1))));
  expect(keys.size).toBe(10_000);
});

it('a key shows neither the id nor which organization came after which', () => {
  const sealed = Array.from({ length: 2_000 }, (_, n) => sealOrganizationId(key, String(n + 1)));
  // Neighbours agree at a place as often as two random characters do: once in 62.
  for (let place = 0; place < 8; place++) {
    const same = sealed.filter((text, n) => n > 0 && text[place] === sealed[n - 1]?.[place]).length;
    expect(same / sealed.length).toBeLessThan(0.05);
    expect(new Set(sealed.map((text) => text[place])).size).toBe(62);
  }
  const rising = sealed.filter((text, n) => n > 0 && text > (sealed[n - 1] ?? '')).length;
  expect(Math.abs(rising / sealed.length - 0.5)).toBeLessThan(0.1);
});

it('another installation gives the same organization another key', () => {
  const keys = new Set(Array.from({ length: 100 }, () => sealOrganizationId(randomBytes(32), '1')));
  expect(keys.size).toBe(100);
});

it('an id that does not fit is refused rather than shortened', () => {
  for (const id of [String(MOST), '-1', '1.5', 'x', String(Number.MAX_SAFE_INTEGER)]) {
    expect(() => sealOrganizationId(key, id), id).toThrow(RangeError);
  }
});
