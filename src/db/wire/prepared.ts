import type { Wire } from './client.ts';

/** A statement's name on all connections, and its columns, which are described once. */
export interface Known {
  readonly text: string;
  readonly name: string;
  columns: Column[] | null;
}

export interface Column {
  readonly name: string;
  readonly parse: (field: string | Buffer) => unknown;
}

const MOST_KNOWN = 1_000;
/** Prepared statements of one connection. A plan takes up to 300 kB of the server's memory. */
export const MOST_PREPARED = 150;

// Two generations: when the recent one is full it becomes the older one, and statements unused since then are dropped.
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

/** For each connection, when each of its statements was used last, on a counter of uses. */
const connections = new WeakMap<Wire, Map<Known, number>>();
let clock = 0;

function preparedOn(wire: Wire): Map<Known, number> {
  const found = connections.get(wire);
  if (found !== undefined) return found;
  const fresh = new Map<Known, number>();
  connections.set(wire, fresh);
  return fresh;
}

/** True if the connection has the statement, or a message that prepares it is already on its way. */
export function isPrepared(wire: Wire, known: Known): boolean {
  const prepared = connections.get(wire);
  if (prepared?.has(known) !== true) return false;
  prepared.set(known, ++clock);
  return true;
}

/** Adds the statement. Returns the least recently used one if it has to be closed to make room. */
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

/** The server may not have the statement: the next use prepares it again. */
export function forget(wire: Wire, known: Known): void {
  connections.get(wire)?.delete(known);
}
