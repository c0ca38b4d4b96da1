/**
 * The string and template literals of a TypeScript source, as written between their quotes. Expressions of a template stay
 * in its text as `${…}`; the literals inside them are found too. The scanner is good enough for our own code.
 */
export function literalsOf(source: string): string[] {
  const found: string[] = [];
  scanCode(source, 0, found, false);
  return found;
}

/** Scans code from `at`: within a template to the closing brace, otherwise to the end. Returns where it stopped. */
function scanCode(source: string, at: number, found: string[], isInTemplate: boolean): number {
  let depth = 0;
  let before = ''; // the code just before, to tell a regular expression from a division
  while (at < source.length) {
    const character = source[at] ?? '';
    if (source.startsWith('//', at)) {
      at = endOf(source, '\n', at);
    } else if (source.startsWith('/*', at)) {
      at = endOf(source, '*/', at + 2);
    } else if (character === "'" || character === '"') {
      const end = skipTo(source, character, at + 1);
      found.push(source.slice(at + 1, end));
      at = end + 1;
      before = character;
    } else if (character === '`') {
      at = scanTemplate(source, at + 1, found);
      before = character;
    } else if (character === '/' && /(^|[=(,:;![&|?{}+>]|\breturn)$/.test(before.trimEnd())) {
      at = skipRegExp(source, at + 1);
      before = '/';
    } else {
      if (character === '{') depth++;
      if (character === '}' && depth-- === 0 && isInTemplate) return at;
      before = (before + character).slice(-12);
      at++;
    }
  }
  return at;
}

function scanTemplate(source: string, start: number, found: string[]): number {
  let at = start;
  while (at < source.length && source[at] !== '`') {
    if (source[at] === '\\') at += 2;
    else if (source.startsWith('${', at)) at = scanCode(source, at + 2, found, true) + 1;
    else at++;
  }
  found.push(source.slice(start, at));
  return at + 1;
}

function skipTo(source: string, quote: string, at: number): number {
  while (at < source.length && source[at] !== quote) at += source[at] === '\\' ? 2 : 1;
  return at;
}

function skipRegExp(source: string, at: number): number {
  for (let isClass = false; at < source.length; at++) {
    if (source[at] === '\\') at++;
    else if (source[at] === '[') isClass = true;
    else if (source[at] === ']') isClass = false;
    else if (source[at] === '/' && !isClass) return at + 1;
  }
  return at;
}

function endOf(source: string, text: string, at: number): number {
  const end = source.indexOf(text, at);
  return end === -1 ? source.length : end + text.length;
}
