import { asciiDigits } from './phone.ts';

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
