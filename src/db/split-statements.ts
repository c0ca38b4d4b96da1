/**
 * Cuts a migration file into its statements: Citus takes one statement a message. Knows what a semicolon may hide in:
 * quotes, quoted identifiers, dollar-quoted bodies, line comments and nested block comments.
 */
export function splitStatements(source: string): string[] {
  const statements: string[] = [];
  let start = 0;
  let at = 0;
  let hasContent = false;
  while (at < source.length) {
    const skipped = skipComment(source, at);
    if (skipped !== at) {
      at = skipped;
      continue;
    }
    if (source[at] === ';') {
      if (hasContent) statements.push(source.slice(start, at).trim());
      start = at + 1;
      at = start;
      hasContent = false;
      continue;
    }
    if (!/\s/.test(source[at] ?? '')) hasContent = true;
    at = skipQuoted(source, at);
  }
  if (hasContent) statements.push(source.slice(start).trim());
  return statements;
}

function skipComment(source: string, at: number): number {
  if (source.startsWith('--', at)) {
    const end = source.indexOf('\n', at);
    return end === -1 ? source.length : end + 1;
  }
  if (!source.startsWith('/*', at)) return at;
  let depth = 0;
  for (let next = at; next < source.length; next++) {
    if (source.startsWith('/*', next)) {
      depth++;
      next++;
    } else if (source.startsWith('*/', next)) {
      depth--;
      next++;
      if (depth === 0) return next + 1;
    }
  }
  throw new Error('a block comment does not end');
}

function skipQuoted(source: string, at: number): number {
  const first = source[at];
  const before = source[at - 1] ?? '';
  if (first === "'" && /(?<![\w$\x80-\uffff])e$/i.test(source.slice(Math.max(0, at - 2), at)))
    return skipEscaped(source, at + 1);
  if (first === "'" || first === '"') {
    const end = source.indexOf(first, at + 1);
    if (end === -1) throw new Error(`a ${first} quote does not end`);
    return end + 1; // a doubled quote simply begins the next quoted part
  }
  if (first === '$' && !/[\w$\x80-\uffff]/.test(before)) {
    const tag = /^\$([A-Za-z_][A-Za-z0-9_]*)?\$/.exec(source.slice(at, at + 70))?.[0];
    if (tag !== undefined) {
      const end = source.indexOf(tag, at + tag.length);
      if (end === -1) throw new Error(`a ${tag} body does not end`);
      return end + tag.length;
    }
  }
  return at + 1;
}

/** E'…': a backslash takes the next character with it. */
function skipEscaped(source: string, start: number): number {
  for (let at = start; at < source.length; at++) {
    if (source[at] === '\\') at++;
    else if (source[at] === "'") return at + 1;
  }
  throw new Error("a ' quote does not end");
}
