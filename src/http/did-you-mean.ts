const LONGEST = 100;
const FEW_NAMES = 12;
const FEW_CHARACTERS = 200;
const CUSTOM = 'custom_fields.';

/** To follow "is not known": the name probably meant, or else the known ones if they are few. */
export function suggest(given: string, known: readonly string[]): string {
  const hint = didYouMean(given, known);
  if (hint !== '' || known.length === 0 || known.length > FEW_NAMES) return hint;
  const list = known.join(', ');
  return list.length > FEW_CHARACTERS ? '' : `; known here: ${list}`;
}

export function didYouMean(given: string, candidates: readonly string[]): string {
  const meant = closest(given, candidates);
  return meant === null ? '' : `; did you mean ${meant}?`;
}

export function closest(given: string, candidates: readonly string[]): string | null {
  if (given.length > LONGEST) return null;
  const lower = given.toLowerCase();
  let best: string | null = null;
  let least = Math.min(mostEdits(lower), Math.ceil(distinctivePart(lower).length / 2) - 1) + 1;
  for (const candidate of candidates) {
    const name = candidate.toLowerCase();
    const edits = insideBrackets(name) === lower ? 0 : distance(lower, name, least);
    if (edits < least) {
      least = edits;
      best = candidate;
    }
  }
  return best;
}

/** What distinguishes filter[score] from filter[phone], and custom_fields.a from custom_fields.b; half of it must be the same. */
function distinctivePart(name: string): string {
  const inside = insideBrackets(name);
  return inside.startsWith(CUSTOM) ? inside.slice(CUSTOM.length) : inside;
}

function insideBrackets(name: string): string {
  const start = name.indexOf('[');
  return start > 0 && name.endsWith(']') ? name.slice(start + 1, -1) : name;
}

/** A word of two letters is close to too many others. */
function mostEdits({ length }: string): number {
  if (length <= 2) return 0;
  if (length <= 5) return 1;
  return length <= 10 ? 2 : 3;
}

/** Reused rows of the table of edits: a refusal may compare thousands of names. */
let [row, last, beforeLast] = [1, 2, 3].map(() => new Uint8Array(LONGEST + 2)) as [Uint8Array, Uint8Array, Uint8Array];

/** Edits (a swap counts as one), up to `limit`. Only cells near the diagonal are computed: a few steps a character. */
function distance(from: string, to: string, limit: number): number {
  if (Math.abs(from.length - to.length) >= limit || to.length > LONGEST) return limit;
  for (let j = 0; j <= to.length; j++) row[j] = Math.min(j, limit);
  for (let i = 1; i <= from.length; i++) {
    const oldest = beforeLast;
    beforeLast = last;
    last = row;
    row = oldest;
    const first = Math.max(1, i - limit + 1);
    const end = Math.min(to.length, i + limit - 1);
    const letter = from.charCodeAt(i - 1);
    row[first - 1] = first === 1 ? Math.min(i, limit) : limit;
    let least = limit;
    for (let j = first; j <= end; j++) {
      const other = to.charCodeAt(j - 1);
      let edits = at(last, j - 1) + (letter === other ? 0 : 1);
      edits = Math.min(edits, at(last, j) + 1, at(row, j - 1) + 1, limit);
      const isSwap = i > 1 && j > 1 && letter === to.charCodeAt(j - 2) && from.charCodeAt(i - 2) === other;
      if (isSwap) edits = Math.min(edits, at(beforeLast, j - 2) + 1);
      row[j] = edits;
      if (edits < least) least = edits;
    }
    row[end + 1] = limit;
    if (least >= limit) return limit;
  }
  return at(row, to.length);
}

const at = (cells: Uint8Array, n: number): number => cells[n] as number;
