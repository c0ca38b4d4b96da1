import { FaultList, type FieldErrors } from '../fault-list.ts';
import { type Structure, SURE_DIGITS } from './json-structure.ts';

/** What parsing lost of a body: names that come twice, of which the last one counts, and digits of numbers; null: nothing. */
export function jsonLosses(text: string, body: unknown, { members, hasLongNumbers }: Structure): FieldErrors | null {
  if (!hasLongNumbers && countMembers(body) === members) return null;
  const faults = findLosses(text);
  return faults.isEmpty ? null : faults.errors;
}

function countMembers(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0;
  let count = 0;
  if (Array.isArray(value)) {
    for (const entry of value) if (typeof entry === 'object') count += countMembers(entry);
    return count;
  }
  for (const name in value) count += 1 + countMembers((value as Record<string, unknown>)[name]);
  return count;
}

/** An object or a list that is being read: its names so far, or the place in the list. */
interface Level {
  readonly names: Set<string> | null;
  step: string | number;
}

/** By characters: a pattern for all tokens takes five times as long. The text is known to be JSON. */
function findLosses(text: string): FaultList {
  const faults = new FaultList();
  const levels: Level[] = [];
  const path = () => levels.map(({ step }) => step).join('.') || 'body';
  let isName = false;
  for (let at = 0; at < text.length && !faults.isFull; at++) {
    const sign = text[at] as string;
    const level = levels[levels.length - 1];
    if (sign === '"') {
      const start = at;
      at = endOfString(text, at);
      if (!isName || level === undefined || level.names === null) continue;
      level.step = nameIn(text.slice(start, at + 1));
      if (level.names.has(level.step)) faults.add(path(), () => 'must be given once');
      level.names.add(level.step);
      isName = false;
    } else if (sign === '-' || (sign >= '0' && sign <= '9')) {
      const start = at;
      while (IN_NUMBER.has(text[at + 1] ?? '')) at++;
      const literal = text.slice(start, at + 1);
      if ((literal.length > SURE_DIGITS || /e/i.test(literal)) && !isKept(literal)) faults.add(path(), () => NOT_KEPT);
    } else if (sign === '{' || sign === '[') {
      isName = sign === '{';
      levels.push({ names: isName ? new Set() : null, step: 0 });
    } else if (sign === '}' || sign === ']') levels.pop();
    else if (sign === ',' && level !== undefined) {
      isName = level.names !== null;
      if (!isName) level.step = Number(level.step) + 1;
    }
  }
  return faults;
}

const NOT_KEPT = 'cannot be kept exactly: send a number with fewer digits';

const IN_NUMBER = new Set('0123456789.eE+-');

function endOfString(text: string, start: number): number {
  let at = start + 1;
  while (text[at] !== '"') at += text[at] === '\\' ? 2 : 1;
  return at;
}

const nameIn = (quoted: string): string => (quoted.includes('\\') ? JSON.parse(quoted) : quoted.slice(1, -1));

/** A number below has fewer digits. */
const LEAST_NORMAL = 2.2250738585072014e-308;
/** No number needs more to be told from all others. */
const MOST_DIGITS = 17;

/** Whether a number means the same as before it was parsed: `1.50` and `15e-1` do. */
function isKept(literal: string): boolean {
  const [first, last, point] = placesIn(literal);
  const count = last - first + (first < point && point < last ? 0 : 1);
  if (count > MOST_DIGITS) return false;
  const number = Math.abs(Number(literal));
  if (count <= SURE_DIGITS && number >= LEAST_NORMAL && number < Number.POSITIVE_INFINITY) return true;
  return digitsAndPlace(literal) === digitsAndPlace(String(number));
}

/** Of the first and the last digit that is not 0 (0 and -1 if there is none), and of the point or where one could be. */
function placesIn(literal: string): [number, number, number] {
  let [first, last, point] = [-1, -1, -1];
  for (let at = 0; at < literal.length; at++) {
    const sign = literal[at] as string;
    if (sign >= '1' && sign <= '9') {
      if (first === -1) first = at;
      last = at;
    } else if (sign === '.') point = at;
    else if (sign === 'e' || sign === 'E') return [Math.max(first, 0), last, point === -1 ? at : point];
  }
  return [Math.max(first, 0), last, point === -1 ? literal.length : point];
}

/** Its significant digits and their place, the same however it is spelled. */
function digitsAndPlace(literal: string): string {
  const [first, last, point] = placesIn(literal);
  const exponent = Number(/[eE](.*)/.exec(literal)?.[1] ?? 0);
  const place = last < point ? point - last - 1 : point - last;
  return last === -1 ? '0' : `${literal.slice(first, last + 1).replace('.', '')}e${place + exponent}`;
}
