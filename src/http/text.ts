// Control characters, and what Unicode sets aside as no character at all. Line breaks and tabs are judged apart.
const FORBIDDEN = /[\p{Cc}\p{Zl}\p{Zp}\u{FFFE}\u{FFFF}]/u;
const FORBIDDEN_IN_LINES = /[^\P{Cc}\n\t]|[\u{FFFE}\u{FFFF}]/u;

/** Text as it is stored (trimmed, NFC, line ends as \n), or what is wrong with it. */
export function cleanText(text: string, lines: 'one' | 'many'): { text: string } | { fault: string } {
  if (!text.isWellFormed()) return { fault: 'must be well-formed Unicode' };
  const clean = (lines === 'many' ? text.replaceAll('\r\n', '\n') : text).normalize('NFC').trim();
  if (lines === 'many') {
    return FORBIDDEN_IN_LINES.test(clean) ? { fault: 'must not hold control characters' } : { text: clean };
  }
  return FORBIDDEN.test(clean) ? { fault: 'must not hold line breaks or other control characters' } : { text: clean };
}
