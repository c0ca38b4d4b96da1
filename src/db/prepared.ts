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

interface Use {
  at: number;
  /** The server has answered that it knows the statement. */
  isConfirmed: boolean;
}

const MOST_KNOWN = 1_000;
/** Statements that one connection keeps. A plan takes up to 300 kB of the server's memory. */
export const MOST_PREPARED = 100;

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

const connections = new WeakMap<Wire, Map<Known, Use>>();
let clock = 0;

function preparedOn(wire: Wire): Map<Known, Use> {
  const found = connections.get(wire);
  if (found !== undefined) return found;
  const fresh = new Map<Known, Use>();
  connections.set(wire, fresh);
  return fresh;
}

/** True where the connection has the statement already, or will have it when it comes to this use. */
export function isPrepared(wire: Wire, known: Known): boolean {
  const use = connections.get(wire)?.get(known);
  if (use === undefined) return false;
  use.at = ++clock;
  return true;
}

/** Nothing has to be learnt of the statement on this connection any more, where it keeps statements. */
export function isKnownOn(wire: Wire, text: string, keepsStatements: boolean): boolean {
  const known = knownOf(text);
  if (known.columns === null) return false;
  return !keepsStatements || connections.get(wire)?.get(known)?.isConfirmed === true;
}

/** Takes a place for the statement; answers the one that has to be closed for it: that was not used for longest. */
export function prepare(wire: Wire, known: Known): Known | null {
  const prepared = preparedOn(wire);
  let oldest: Known | null = null;
  if (prepared.size >= MOST_PREPARED) {
    let least = Number.POSITIVE_INFINITY;
    for (const [other, { at }] of prepared) {
      if (at >= least) continue;
      least = at;
      oldest = other;
    }
    if (oldest !== null) prepared.delete(oldest);
  }
  prepared.set(known, { at: ++clock, isConfirmed: false });
  return oldest;
}

export function confirm(wire: Wire, known: Known): void {
  const use = connections.get(wire)?.get(known);
  if (use !== undefined) use.isConfirmed = true;
}

/** Whether the server has it is not known: the next use prepares it again. */
export function forget(wire: Wire, known: Known): void {
  connections.get(wire)?.delete(known);
}
