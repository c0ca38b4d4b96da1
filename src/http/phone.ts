import { normalizeText } from './text.ts';

/** As typed, with blanks and brackets. */
export const MOST_PHONE = 64;

const INVISIBLE = /[\u200B-\u200F\u202A-\u202E\u2060\u2066-\u2069\uFEFF\u00AD]/g;
const SEPARATORS = /[\s.()[\]/‐‑‒–—―−-]/g;
/** With the country code (and perhaps the trunk 0 after it), with the trunk 0, or bare. */
const MOBILE = /^(?:(?:\+|00)910?|91|0)?([6-9]\d{9})$/;

/** The number as +91…, or null where it is not an Indian mobile number (ten digits, the first 6 to 9). */
export function normalizePhone(text: string): string | null {
  const normal = normalizeText(text, 'NFKC', MOST_PHONE);
  if ('fault' in normal) return null;
  const plain = asciiDigits(normal.text.replace(INVISIBLE, '')).replace(SEPARATORS, '');
  const national = MOBILE.exec(plain)?.[1];
  return national === undefined ? null : `+91${national}`;
}

/** With the digits of every script as 0 to 9. */
export const asciiDigits = (text: string): string => text.replace(/\p{Nd}/gu, asciiDigit);

/** Unicode has the digits of every script in runs of ten, zero first. */
function asciiDigit(digit: string): string {
  const point = digit.codePointAt(0) ?? 0;
  if (point < 128) return digit;
  let zero = point;
  while (point - zero < 9 && /\p{Nd}/u.test(String.fromCodePoint(zero - 1))) zero--;
  return String(point - zero);
}
