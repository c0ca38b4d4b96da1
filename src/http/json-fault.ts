/** Where a text stops being JSON. Node 20 does not say it; called only once parsing has failed. */
export function jsonFault(text: string): string {
  const at = firstFault(text);
  let line = 1;
  for (let end = text.indexOf('\n'); end !== -1 && end < at; end = text.indexOf('\n', end + 1)) line++;
  const column = at - (at === 0 ? -1 : text.lastIndexOf('\n', at - 1));
  return `line ${line}, column ${column}${at >= text.length ? ' (it ends too early)' : ''}`;
}

const BLANKS = /[ \t\n\r]*/y;
const CHARACTERS = /(?:[^"\\\p{Cc}]+|[\x7f-\x9f]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*/uy;
const SCALAR = /true|false|null|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;

/** A list of open brackets instead of recursion: depth costs no stack. */
function firstFault(text: string): number {
  const closing: string[] = [];
  let at = 0;
  const skip = (pattern: RegExp): boolean => {
    pattern.lastIndex = at;
    if (!pattern.test(text)) return false;
    at = pattern.lastIndex;
    return true;
  };
  const take = (sign: string | undefined): boolean => {
    if (text[at] !== sign) return false;
    at++;
    return true;
  };
  const next = (sign: string | undefined): boolean => skip(BLANKS) && take(sign);
  const string = (): boolean => take('"') && skip(CHARACTERS) && take('"');
  const name = (): boolean => skip(BLANKS) && string() && next(':');
  for (;;) {
    if (next('[')) {
      if (!next(']')) {
        closing.push(']');
        continue;
      }
    } else if (next('{')) {
      if (!next('}')) {
        closing.push('}');
        if (name()) continue;
        return at;
      }
    } else if (!(text[at] === '"' ? string() : skip(SCALAR))) return at;
    while (closing.length > 0 && next(closing.at(-1))) closing.pop();
    skip(BLANKS);
    if (closing.length === 0 || !take(',')) return at;
    if (closing.at(-1) === '}' && !name()) return at;
  }
}
