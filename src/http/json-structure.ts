/** More than any operation takes. */
const MOST_DEPTH = 32;
const MOST_VALUES = 100_000;
/** Names cost the parser the most: 100,000 different ones block it for 100 ms. */
const MOST_NAMES = 50_000;
/** A number with more digits may not be kept as it was sent. */
export const SURE_DIGITS = 15;

const [QUOTE, BACKSLASH, COMMA, COLON, LIST, LIST_END, OBJECT, OBJECT_END, ZERO, NINE, POINT, E, SMALL_E] = [
  ...'"\\,:[]{}09.Ee',
].map((sign) => sign.charCodeAt(0)) as [
  ...[number, number, number, number, number, number, number, number, number, number, number, number, number],
];

/** What can be told of a body before it is parsed. */
export interface Structure {
  readonly fault: string | null;
  /** Names with a value, those that come twice included. */
  readonly members: number;
  readonly hasLongNumbers: boolean;
}

/** Looked at before parsing: a megabyte of brackets blocks the parser for hundreds of milliseconds. */
export function structureOf(bytes: Uint8Array, mostValues = MOST_VALUES): Structure {
  let depth = 0;
  let values = 1;
  let members = 0;
  let digits = 0;
  let hasLongNumbers = false;
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at] as number;
    if ((byte >= ZERO && byte <= NINE) || byte === POINT) {
      if (++digits > SURE_DIGITS) hasLongNumbers = true;
      continue;
    }
    if (digits > 0 && (byte === E || byte === SMALL_E)) hasLongNumbers = true; // however few digits it is written with
    digits = 0;
    if (byte === QUOTE) at = endOfString(bytes, at);
    else if (byte === COMMA) values++;
    else if (byte === COLON) members++;
    else if (byte === LIST_END || byte === OBJECT_END) depth--;
    else if ((byte === LIST || byte === OBJECT) && ++depth > MOST_DEPTH) {
      return { fault: `must not be nested deeper than ${MOST_DEPTH} levels`, members, hasLongNumbers };
    }
  }
  return { fault: sizeFault(values, members, mostValues), members, hasLongNumbers };
}

function sizeFault(values: number, members: number, mostValues: number): string | null {
  if (values > mostValues) return `must have at most ${mostValues} values`;
  const mostNames = Math.min(mostValues, MOST_NAMES);
  return members > mostNames ? `must have at most ${mostNames} names` : null;
}

function endOfString(bytes: Uint8Array, start: number): number {
  let at = start + 1;
  while (at < bytes.length && bytes[at] !== QUOTE) at += bytes[at] === BACKSLASH ? 2 : 1;
  return at;
}
