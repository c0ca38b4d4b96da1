import { asciiDigits } from '../../http/phone.ts';

const NOT_ASCII = /[\u0080-\uffff]/;
/** Accents of European scripts. Vowel signs of Indian scripts are marks, too, but they are letters to their readers. */
const ACCENTS = /[\u0300-\u036f\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe20-\ufe2f]/g;
const JOINERS = /[\u200c\u200d]/g;
const WORD = /[\p{L}\p{M}\p{N}]+/gu;
const ASCII_WORD = /[a-z0-9]+/g;

/** The words of a text, without case and accents. */
export function wordsOf(text: string): string[] {
  if (!NOT_ASCII.test(text)) return text.toLowerCase().match(ASCII_WORD) ?? [];
  const plain = text.normalize('NFKD').replace(ACCENTS, '').replace(JOINERS, '').toLowerCase();
  return asciiDigits(plain).match(WORD) ?? [];
}

export interface SearchWord {
  readonly text: string;
  /** Digits that a phone number may hold; null where there are fewer than three, or a letter. */
  readonly digits: string | null;
}

const LEAST_DIGITS = 3;
export const MOST_WORDS = 10;

/** Digits as people write phone numbers: with blanks, dots, hyphens and brackets in between, perhaps after a plus. */
const NUMBER = /\+?\d(?:[\s.()-]*\d)+/gu;

/** What a search asks for; every word must be found. A number written in groups is one word. */
export function searchWords(text: string): SearchWord[] {
  const words = new Map<string, SearchWord>();
  const plain = asciiDigits(text);
  for (const number of plain.match(NUMBER) ?? []) {
    const digits = number.replace(/\D/g, '');
    if (isWhole(plain, number) && digits.length >= LEAST_DIGITS)
      words.set(digits, { text: digits, digits: withoutTrunk(digits) });
  }
  const rest = plain.replace(NUMBER, (number) =>
    isWhole(plain, number) && number.replace(/\D/g, '').length >= LEAST_DIGITS ? ' ' : number,
  );
  for (const word of wordsOf(rest)) words.set(word, { text: word, digits: null });
  const all = [...words.values()];
  // A word that begins another one adds nothing.
  return all.filter(
    (word) => !all.some((other) => other !== word && word.digits === null && other.text.startsWith(word.text)),
  );
}

/** Digits beside a letter are part of a word, such as asha42. */
function isWhole(text: string, number: string): boolean {
  const at = text.indexOf(number);
  const beside = `${text[at - 1] ?? ' '}${text[at + number.length] ?? ' '}`;
  return !/[\p{L}\p{M}\p{N}]/u.test(beside);
}

/** The zeros that are dialled before a number are not part of it. */
const withoutTrunk = (digits: string): string => digits.replace(/^00(?=91)|^0(?=\d{10}$)/, '');
