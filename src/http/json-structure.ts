/** More than any operation takes. */
const MOST_DEPTH = 32;
const MOST_VALUES = 100_000;

const [QUOTE, BACKSLASH, COMMA, LIST, LIST_END, OBJECT, OBJECT_END] = [...'"\\,[]{}'].map((sign) =>
  sign.charCodeAt(0),
) as [number, number, number, number, number, number, number];

/** Checked before parsing: a megabyte of brackets blocks the parser for hundreds of milliseconds. */
export function structureFault(bytes: Uint8Array): string | null {
  let depth = 0;
  let values = 1;
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at];
    if (byte === QUOTE) at = endOfString(bytes, at);
    else if (byte === COMMA) values++;
    else if (byte === LIST_END || byte === OBJECT_END) depth--;
    else if ((byte === LIST || byte === OBJECT) && ++depth > MOST_DEPTH) {
      return `must not be nested deeper than ${MOST_DEPTH} levels`;
    }
  }
  return values > MOST_VALUES ? `must have at most ${MOST_VALUES} values` : null;
}

function endOfString(bytes: Uint8Array, start: number): number {
  let at = start + 1;
  while (at < bytes.length && bytes[at] !== QUOTE) at += bytes[at] === BACKSLASH ? 2 : 1;
  return at;
}
