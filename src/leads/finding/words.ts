import { asciiDigits } from '../../http/phone.ts';
import { wordsOf } from '../../http/words.ts';

export interface SearchWord {
  readonly text: string;
  /** Digits that a phone number may hold; null where there are fewer than three, or a letter. */
  readonly digits: string | null;
}

const LEAST_DIGITS = 3;

/**
 * Digits as people write phone numbers: with blanks, dots, hyphens and brackets in between, perhaps after a plus. Digits beside a
 * letter are part of a word, such as asha42.
 */
const NUMBER = /(?<![\p{L}\p{M}\p{N}])\+?\d(?:[\s.()-]*\d)+(?![\p{L}\p{M}\p{N}])/gu;

/** What a search asks for; every word must be found. A number written in groups is one word. */
export function searchWords(text: string): SearchWord[] {
  const words = new Map<string, SearchWord>();
  const rest = asciiDigits(text).replace(NUMBER, (number) => {
    const digits = number.replace(/\D/g, '');
    if (digits.length < LEAST_DIGITS) return number;
    words.set(digits, { text: digits, digits: withoutTrunk(digits) });
    return ' ';
  });
  for (const word of wordsOf(rest)) words.set(word, { text: word, digits: null });
  const all = [...words.values()];
  // A word that begins another one adds nothing. A number does not count: it may be part of a phone instead.
  const areWords = all.filter(({ digits }) => digits === null);
  return all.filter(
    (word) => word.digits !== null || !areWords.some((other) => other !== word && other.text.startsWith(word.text)),
  );
}

/** The zeros that are dialled before a number are not part of it. */
const withoutTrunk = (digits: string): string =>
  digits.replace(/^00(?=91)|^0(?=\d{10}$)/, '').replace(/^910(?=\d{10}$)/, '91');
