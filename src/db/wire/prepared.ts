import type { Wire } from './client.ts';

/** A statement's name on connections, and how its rows are read: learnt from its first answer, the same ever after. */
export interface Known {
  readonly text: string;
  readonly name: string;
  columns: Column[] | null;
}

export interface Column {
  readonly name: string;
  readonly parse: (text: string) => unknown;
}

const MOST_KNOWN = 1_000;
/** Statements that one connection keeps. A plan takes up to 300 kB of the server's memory. */
export const MOST_PREPARED = 150;

// Two halves: when the recent one is full, it takes the place of the older one, whose statements nobody has used since.
let recent = new Map<string, Known>();
let older = new Map<string, Known>();
let named = 0;

export function knownOf(text: string): Known {
  const found = recent.get(text);
  if (found !== undefined) return found;
  const known = older.get(text) ?? { text, name: `leadline_${++named}`, columns: null };
  if (recent.size >= MOST_KNOWN / 2) {
    older = recent;
    recent = new Map();
  }
  recent.set(text, known);
  return known;
}

/** When each statement of a connection was used last, as a count of all uses. */
const connections = new WeakMap<Wire, Map<Known, number>>();
let clock = 0;

function preparedOn(wire: Wire): Map<Known, number> {
  const found = connections.get(wire);
  if (found !== undefined) return found;
  const fresh = new Map<Known, number>();
  connections.set(wire, fresh);
  return fresh;
}

/** True where the connection has the statement already, or will have it when it comes to this use. */
export function isPrepared(wire: Wire, known: Known): boolean {
  const prepared = connections.get(wire);
  if (prepared?.has(known) !== true) return false;
  prepared.set(known, ++clock);
  return true;
}

/** Makes room for the statement; answers the least recently used one, where that has to be closed for it. */
export function prepare(wire: Wire, known: Known): Known | null {
  const prepared = preparedOn(wire);
  let oldest: Known | null = null;
  if (prepared.size >= MOST_PREPARED) {
    let least = Number.POSITIVE_INFINITY;
    for (const [other, at] of prepared) {
      if (at >= least) continue;
      least = at;
      oldest = other;
    }
    if (oldest !== null) prepared.delete(oldest);
  }
  prepared.set(known, ++clock);
  return oldest;
}

/** Whether the server has it is not known: the next use prepares it again. */
export function forget(wire: Wire, known: Known): void {
  connections.get(wire)?.delete(known);
}
