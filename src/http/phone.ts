import { normalizeText } from './text.ts';

/** As typed, with blanks and brackets. */
export const MOST_PHONE = 64;

export const INVISIBLE = /[\u200B-\u200F\u202A-\u202E\u2060\u2066-\u2069\uFEFF\u00AD]/g;
export const SEPARATOR = /[\s.()[\]/‐‑‒–—―−-]/;
const SEPARATORS = new RegExp(SEPARATOR, 'g');
/** With the country code (and perhaps the trunk 0 after it), with the trunk 0, or bare. */
const MOBILE = /^(?:(?:\+|00)910?|91|0)?([6-9]\d{9})$/;

const CONTROLS = /\p{Cc}/u;

/** The number as +91…, or null where it is not an Indian mobile number (ten digits, the first 6 to 9). */
export function normalizePhone(text: string): string | null {
  const normal = normalizeText(text, 'NFKC', MOST_PHONE);
  if ('fault' in normal || CONTROLS.test(normal.text.trim())) return null;
  const plain = asciiDigits(normal.text.replace(INVISIBLE, '')).replace(SEPARATORS, '');
  const national = MOBILE.exec(plain)?.[1];
  return national === undefined ? null : `+91${national}`;
}

/** With the digits of every script as 0 to 9. */
export const asciiDigits = (text: string): string => text.replace(/\p{Nd}/gu, asciiDigit);

const asciiDigitOf = new Map<string, string>();

/** Unicode has the digits of every script in runs of ten, zero first. */
function asciiDigit(digit: string): string {
  const point = digit.codePointAt(0) ?? 0;
  if (point < 128) return digit;
  const known = asciiDigitOf.get(digit);
  if (known !== undefined) return known;
  let zero = point;
  while (point - zero < 9 && /\p{Nd}/u.test(String.fromCodePoint(zero - 1))) zero--;
  asciiDigitOf.set(digit, String(point - zero)); // some hundreds at most
  return String(point - zero);
}
