import { normalizeText } from './text.ts';

/** As people type it, with room for blanks and brackets. */
export const MOST_PHONE = 64;

// What people put between the digits, and what comes along when a number is copied.
const INVISIBLE = /[\u200B-\u200F\u202A-\u202E\u2060\u2066-\u2069\uFEFF\u00AD]/g;
const SEPARATORS = /[\s.()[\]/‐‑‒–—―−-]/g;
/** As people write it: with the country (and perhaps the trunk 0 after it), with the trunk 0, or bare. */
const MOBILE = /^(?:(?:\+|00)910?|91|0)?([6-9]\d{9})$/;

/** The number as +91…, or null where it is not an Indian mobile number (ten digits, the first 6 to 9). */
export function normalizePhone(text: string): string | null {
  const normal = normalizeText(text, 'NFKC', MOST_PHONE);
  if ('fault' in normal) return null;
  const plain = normal.text
    .replace(INVISIBLE, '')
    .replace(/\p{Nd}/gu, asciiDigit)
    .replace(SEPARATORS, '');
  const national = MOBILE.exec(plain)?.[1];
  return national === undefined ? null : `+91${national}`;
}

/** Decimal digits of every script stand in runs of ten, zero first. */
function asciiDigit(digit: string): string {
  const point = digit.codePointAt(0) ?? 0;
  if (point < 128) return digit;
  let zero = point;
  while (point - zero < 9 && /\p{Nd}/u.test(String.fromCodePoint(zero - 1))) zero--;
  return String(point - zero);
}
