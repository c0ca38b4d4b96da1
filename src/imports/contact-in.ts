import { emailKey, isEmail, MOST_EMAIL } from '../http/email.ts';
import { asciiDigits, INVISIBLE, normalizePhone, SEPARATOR } from '../http/phone.ts';
import { normalizeText } from '../http/text.ts';
import type { WaitingRow } from './process/queries.ts';

type Contact = Pick<WaitingRow, 'phone' | 'email_key'>;

/** Of each row: it has failed, and may hold anything. */
const MOST_CHARACTERS = 1_000;

/** What a failed row is found by when its person is erased: a phone and an email, in whichever cell and among whatever they stand. */
export function contactIn({ phone, email_key, cells }: Contact & Pick<WaitingRow, 'cells'>): Contact {
  const isSound = email_key !== null && isEmail(email_key);
  if (phone !== null && isSound) return { phone, email_key };
  const texts = beginningOf(JSON.parse(cells) as string[]);
  return {
    phone: phone ?? firstOf(texts, phoneIn),
    email_key: isSound ? email_key : emailKey(firstOf(texts, emailIn)),
  };
}

function beginningOf(cells: readonly string[]): string[] {
  const texts: string[] = [];
  let left = MOST_CHARACTERS;
  for (const cell of cells) {
    const text = cell.slice(0, left);
    left -= text.length;
    const normal = normalizeText(text, 'NFKC', MOST_CHARACTERS);
    texts.push('text' in normal ? normal.text : text);
    if (left === 0) break;
  }
  return texts;
}

function firstOf(texts: Iterable<string>, find: (text: string) => string | null): string | null {
  for (const text of texts) {
    const found = find(text);
    if (found !== null) return found;
  }
  return null;
}

const andBySlashes = (text: string): string[] => (text.includes('/') ? [text, ...text.split('/')] : [text]);

const BETWEEN = `(?:${SEPARATOR.source})`;
const DIGITS = new RegExp(`\\+?\\d(?:${BETWEEN}*\\d)+`, 'g');
const MOBILE = /(?<!\d)(?:(?:\+|00)910?|91|0)?[6-9]\d{9}(?!\d)/;

/** Digits in groups as a whole, or up to a slash; else ten of them that stand by themselves. */
function phoneIn(text: string): string | null {
  const plain = asciiDigits(text.replace(INVISIBLE, ''));
  const grouped = (plain.match(DIGITS) ?? []).flatMap(andBySlashes).filter(({ length }) => length >= 10);
  return firstOf(grouped, normalizePhone) ?? normalizePhone(MOBILE.exec(plain)?.[0] ?? '');
}

const AROUND_EMAIL = /[\s<>()[\]\\,;:"]+/;
const AT_THE_ENDS = /^['’.!?]+|['’.!?]+$/g;

function emailIn(text: string): string | null {
  if (!text.includes('@')) return null;
  const parts = text.split(AROUND_EMAIL).flatMap(andBySlashes);
  // What stands at the ends is searched for in time that grows with the square of the length.
  const likely = parts.filter((part) => part.includes('@') && part.length <= 2 * MOST_EMAIL);
  return likely.map((part) => part.replace(AT_THE_ENDS, '')).find(isEmail) ?? null;
}
