import { asciiDigits } from '../../http/phone.ts';
import { wordsOf } from '../../http/words.ts';

export interface SearchWord {
  readonly text: string;
  /** Digits that a phone number may hold; null where there are fewer than three, or a letter. */
  readonly digits: string | null;
}

const LEAST_DIGITS = 3;

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
