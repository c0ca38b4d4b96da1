// Control characters and noncharacters; line breaks and tabs are allowed where a text may have many lines.
const FORBIDDEN = /[\p{Cc}\p{Zl}\p{Zp}\u{FFFE}\u{FFFF}]/u;
const FORBIDDEN_IN_LINES = /[^\P{Cc}\n\t]|[\u{FFFE}\u{FFFF}]/u;

// Shows nothing, so it says no more than spaces do.
const BLANK = /^[\p{Default_Ignorable_Code_Point}\p{Z}\u2800]+$/u;

const NOT_ASCII = /[\u0080-\uffff]/;
const MOST_MARKS = 30;
const MANY_MARKS = 16; // fewer in a row cannot amount to more than 30, though each should count as two
const TWO_MARKS = /[\u0344\u0F73\u0F75\u0F81]/; // one character that normalization takes apart into two marks

/** Normalization is quadratic in runs of combining marks: far too long texts and long runs must not reach it. */
export function textFault(text: string, limit: number): string | null {
  if (isLonger(text, 4 * limit)) return `must have at most ${limit} characters`;
  if (!NOT_ASCII.test(text)) return null;
  if (!text.isWellFormed()) return 'must be well-formed Unicode';
  return mayHaveManyMarks(text) && longestRun(text) > MOST_MARKS
    ? `must not hold more than ${MOST_MARKS} combining marks in a row`
    : null;
}

/** In code points, which are counted only where the length leaves a doubt. */
export function isLonger(text: string, most: number): boolean {
  if (text.length <= most) return false;
  if (text.length > 2 * most) return true;
  let characters = 0;
  for (const _ of text) characters++;
  return characters > most;
}

let marks: Uint8Array | undefined;

/** For each code unit, whether it is a mark, or half of a character that may be one. */
const markTable = (): Uint8Array =>
  Uint8Array.from({ length: 0x10000 }, (_, unit) => (/[\p{M}\p{Cs}]/u.test(String.fromCharCode(unit)) ? 1 : 0));

/** By a table: a pattern for marks takes 50 ns for each letter of an Indian script. */
function mayHaveManyMarks(text: string): boolean {
  marks ??= markTable();
  let run = 0;
  for (let at = 0; at < text.length && run < MANY_MARKS; at++) run = marks[text.charCodeAt(at)] === 1 ? run + 1 : 0;
  return run === MANY_MARKS;
}

function longestRun(text: string): number {
  let [run, longest] = [0, 0];
  for (const character of text) {
    run = /\p{M}/u.test(character) ? run + (TWO_MARKS.test(character) ? 2 : 1) : 0;
    longest = Math.max(longest, run);
  }
  return longest;
}

/** The only place that normalizes. */
export function normalizeText(text: string, form: 'NFC' | 'NFKC', limit: number): { text: string } | { fault: string } {
  const fault = textFault(text, limit);
  if (fault !== null) return { fault };
  return { text: NOT_ASCII.test(text) ? text.normalize(form) : text };
}

/** A password: the same however it is typed, and nothing taken away. */
export function cleanSecret(text: string, limit: number): { text: string } | { fault: string } {
  const normal = normalizeText(text, 'NFKC', limit);
  return 'text' in normal && FORBIDDEN.test(normal.text) ? { fault: 'must not hold control characters' } : normal;
}

/** As stored: trimmed, NFC, line ends as \n. What shows nothing is empty. */
export function cleanText(text: string, lines: 'one' | 'many', limit: number): { text: string } | { fault: string } {
  const normal = normalizeText(text, 'NFC', limit);
  if ('fault' in normal) return normal;
  if (lines === 'many') {
    const clean = trimmed(normal.text.replaceAll('\r\n', '\n'));
    return FORBIDDEN_IN_LINES.test(clean) ? { fault: 'must not hold control characters' } : { text: clean };
  }
  const clean = trimmed(normal.text);
  return FORBIDDEN.test(clean) ? { fault: 'must not hold line breaks or other control characters' } : { text: clean };
}

const trimmed = (text: string): string => {
  const rest = text.trim();
  return NOT_ASCII.test(rest) && BLANK.test(rest) ? '' : rest;
};
