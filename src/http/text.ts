// Control characters, and what Unicode sets aside as no character at all. Line breaks and tabs are judged apart.
const FORBIDDEN = /[\p{Cc}\p{Zl}\p{Zp}\u{FFFE}\u{FFFF}]/u;
const FORBIDDEN_IN_LINES = /[^\P{Cc}\n\t]|[\u{FFFE}\u{FFFF}]/u;

const NOT_ASCII = /[\u0080-\uffff]/;
const MOST_MARKS = 30;
const MANY_MARKS = /(?:^|\P{M})\p{M}{16}/u; // fewer in a row cannot amount to more than 30, though each should count as two
const TWO_MARKS = /[\u0344\u0F73\u0F75\u0F81]/; // one character that normalization takes apart into two marks

/**
 * What is wrong with a text before anything is made of it; null: nothing. Normalization is quadratic in the length of a run of
 * combining marks, so no text may reach it that is far too long or holds a long run. `limit` is that of the text as it is kept.
 */
export function textFault(text: string, limit: number): string | null {
  if (isLonger(text, 4 * limit)) return `must have at most ${limit} characters`;
  if (!NOT_ASCII.test(text)) return null;
  if (!text.isWellFormed()) return 'must be well-formed Unicode';
  return MANY_MARKS.test(text) && longestRun(text) > MOST_MARKS
    ? `must not hold more than ${MOST_MARKS} combining marks in a row`
    : null;
}

/** Whether a text has more characters (Unicode code points) than that; counted only where its length leaves a doubt. */
export function isLonger(text: string, most: number): boolean {
  if (text.length <= most) return false;
  if (text.length > 2 * most) return true;
  let characters = 0;
  for (const _ of text) characters++;
  return characters > most;
}

function longestRun(text: string): number {
  let [run, longest] = [0, 0];
  for (const character of text) {
    run = /\p{M}/u.test(character) ? run + (TWO_MARKS.test(character) ? 2 : 1) : 0;
    longest = Math.max(longest, run);
  }
  return longest;
}

/** The text in a normal form, or what is wrong with it. The only place that normalizes. */
export function normalizeText(text: string, form: 'NFC' | 'NFKC', limit: number): { text: string } | { fault: string } {
  const fault = textFault(text, limit);
  if (fault !== null) return { fault };
  return { text: NOT_ASCII.test(text) ? text.normalize(form) : text };
}

/** Text as it is stored (trimmed, NFC, line ends as \n), or what is wrong with it. */
export function cleanText(text: string, lines: 'one' | 'many', limit: number): { text: string } | { fault: string } {
  const normal = normalizeText(text, 'NFC', limit);
  if ('fault' in normal) return normal;
  if (lines === 'many') {
    const clean = normal.text.replaceAll('\r\n', '\n').trim();
    return FORBIDDEN_IN_LINES.test(clean) ? { fault: 'must not hold control characters' } : { text: clean };
  }
  const clean = normal.text.trim();
  return FORBIDDEN.test(clean) ? { fault: 'must not hold line breaks or other control characters' } : { text: clean };
}
