import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { hashToken, mintTokenText, secretTexts } from '../../src/access/token-text.ts';
import { checksumOf, mistype } from '../support/token-text.ts';

const key = Buffer.alloc(32, 7);
const id = fc.integer({ min: 1, max: 1_000_000_000 }).map(String);

it('a token has the contract’s form, and its checksum is the CRC-32 of all before it', () => {
  fc.assert(
    fc.property(id, (id) => {
      const text = mintTokenText(key, id);
      expect(text).toMatch(/^ldl_[0-9A-Za-z]{8}_[0-9A-Za-z]{36}$/);
      expect(text.slice(-6)).toBe(checksumOf(text.slice(0, -6)));
    }),
  );
});

it('a small checksum is padded on the left with 0', () => {
  const body = 'ldl_00000000_00000000000000000000000000';
  let n = 0;
  while (!checksumOf(`${body}${String(n).padStart(4, '0')}`).startsWith('00')) n++;
  const text = `${body}${String(n).padStart(4, '0')}`;
  expect(secretTexts.token.organizationOf(key, text + checksumOf(text))).not.toBeNull();
});

it('a token names its organization to whoever has the installation’s key', () => {
  fc.assert(
    fc.property(id, (id) => {
      expect(secretTexts.token.organizationOf(key, mintTokenText(key, id))).toBe(id);
    }),
  );
});

it('a token with any one character wrong, or two neighbours swapped, is none', () => {
  fc.assert(
    fc.property(id, fc.nat(48), (id, place) => {
      const text = mintTokenText(key, id);
      expect(secretTexts.token.organizationOf(key, mistype(text, place))).toBeNull();
      const swapped = text.slice(0, place) + (text[place + 1] ?? '') + (text[place] ?? '') + text.slice(place + 2);
      if (swapped !== text) expect(secretTexts.token.organizationOf(key, swapped)).toBeNull();
    }),
  );
});

it('no text that was not minted is taken for a token', () => {
  fc.assert(fc.property(fc.string({ unit: 'binary' }), (text) => secretTexts.token.organizationOf(key, text) === null));
  const text = mintTokenText(key, '1');
  for (const other of ['', `${text} `, ` ${text}`, `${text}\n`, text.replace('ldl', 'LDL'), text.slice(0, 48)]) {
    expect(secretTexts.token.organizationOf(key, other)).toBeNull();
  }
});

it('the random part uses all 62 characters evenly', () => {
  const counts = new Map<string, number>();
  for (let n = 0; n < 2_000; n++) {
    for (const character of mintTokenText(key, '1').slice(13, 43)) {
      counts.set(character, (counts.get(character) ?? 0) + 1);
    }
  }
  expect(counts.size).toBe(62);
  const expected = (2_000 * 30) / 62;
  for (const [character, count] of counts) {
    expect(Math.abs(count - expected), character).toBeLessThan(expected * 0.25);
  }
});

it('what is stored of a token is its SHA-256', () => {
  const text = mintTokenText(key, '1');
  expect(hashToken(text)).toEqual(createHash('sha256').update(text, 'utf8').digest());
});
