import pg from 'pg';
import { addBind, addDescribe, addExecute, addParse, addSync, packet } from './packet.ts';
import type { Planning } from './sql.ts';
import { parserOf } from './times.ts';

/** How a statement is known on connections, and how its rows are read: learnt from its first answer, the same ever after. */
interface Known {
  readonly text: string;
  readonly name: string;
  columns: Column[] | null;
}

interface Column {
  readonly name: string;
  readonly parse: (text: string) => unknown;
}

// Statement names are this process's own. The number is bounded because lists put their statements together from parts.
const MAX_KNOWN = 1_000;
const known = new Map<string, Known>();

function knownOf(text: string): Known {
  const found = known.get(text);
  if (found !== undefined) return found;
  const isFull = known.size >= MAX_KNOWN;
  const fresh = { text, name: isFull ? '' : `leadline_${known.size + 1}`, columns: null };
  if (!isFull) known.set(text, fresh);
  return fresh;
}

/** Nothing has to be learnt of the statement on this connection any more. */
export function isKnownOn(wire: Wire, text: string): boolean {
  const { name, columns } = knownOf(text);
  return name !== '' && wire.parsedStatements[name] !== undefined && columns !== null;
}

/** What of pg's connection a statement uses. */
export interface Wire {
  readonly stream: {
    readonly writable: boolean;
    write(bytes: Buffer): void;
    cork(): void;
    uncork(): void;
    destroy(): void;
  };
  readonly parsedStatements: Record<string, string>;
  readonly submittedNamedStatements: Record<string, string>;
}

export const wireOf = (client: pg.ClientBase): Wire => (client as unknown as { connection: Wire }).connection;

/**
 * Keeps a shared connection until it is lost; the next statement then opens it anew. Of what ended it pg tells before it tells
 * of the end, and from then on it takes no statement.
 */
export function hold(holder: { client: pg.Client | null }, client: pg.Client): void {
  holder.client = client;
  const leave = () => {
    if (holder.client === client) holder.client = null;
  };
  client.once('error', leave);
  client.once('end', leave);
}

const END_MS = 2_000;

/** pg waits for what is under way on a shared connection; nobody waits for a server that does not answer any more. */
export async function endInTime(client: pg.Client): Promise<void> {
  const late = setTimeout(() => wireOf(client).stream.destroy(), END_MS);
  await client.end().catch(() => {});
  clearTimeout(late);
}

interface Description {
  readonly fields: readonly { readonly name: string; readonly dataTypeID: number }[];
}

// pg takes nothing but its own queries on a connection that is shared, so ours is one of them. All it does is our own:
// measured, its Query took 34 µs a statement on our side, this one 15.
export const { Query: PgQuery } = pg as unknown as { Query: new (text: string) => object };

/** Sends statements, and the end of their transaction; answers what about them cannot be sent. */
export function sendTogether(wire: Wire, statements: readonly Statement[]): Error | null {
  try {
    const bytes = packet(() => {
      for (const statement of statements) statement.addTo(wire);
      addSync();
    });
    if (wire.stream.writable) wire.stream.write(bytes); // else pg is about to tell them all that the connection is gone
    return null;
  } catch (error) {
    return error as Error;
  }
}

export class Statement extends PgQuery {
  /** Where the statement is to be kept on the connection; empty: nowhere. pg keeps book by it. */
  readonly name: string;
  readonly text: string;
  /** When it was asked for; once it is sent, when that was. */
  startedAt = performance.now();
  /** Among those that are under way. */
  place = 0;
  readonly #known: Known;
  #values: readonly unknown[];
  #rows: unknown[] = [];
  #wire: Wire | null = null;
  /** pg puts this aside where it no longer waits for the answer. */
  callback: (error: Error | null, rows: unknown[]) => void;

  constructor(
    text: string,
    values: readonly unknown[],
    planning: Planning,
    callback: (error: Error | null, rows: unknown[]) => void,
  ) {
    super('');
    this.#known = knownOf(text);
    this.text = text;
    this.name = planning === 'replan' ? '' : this.#known.name;
    this.#values = values;
    this.callback = callback;
  }

  /** Gives up on a server that does not answer: everything that waits on this connection fails. */
  abandon(): void {
    this.#wire?.stream.destroy();
  }

  submit(wire: Wire): Error | null {
    return sendTogether(wire, [this]);
  }

  /** Adds its messages to the packet under way. */
  addTo(wire: Wire): void {
    this.#wire = wire;
    this.startedAt = performance.now();
    const { name, text } = this;
    const isParsed =
      name !== '' && (wire.parsedStatements[name] !== undefined || wire.submittedNamedStatements[name] !== undefined);
    if (!isParsed) {
      addParse(name, text);
      if (name !== '') wire.submittedNamedStatements[name] = text;
    }
    addBind(name, this.#values);
    if (this.#known.columns === null) addDescribe();
    addExecute();
  }

  handleRowDescription({ fields }: Description): void {
    this.#known.columns = fields.map(({ name, dataTypeID }) => ({
      name,
      parse: parserOf(dataTypeID),
    }));
  }

  handleDataRow({ fields }: { readonly fields: readonly (string | null)[] }): void {
    const columns = this.#known.columns ?? [];
    const row: Record<string, unknown> = {};
    for (let n = 0; n < columns.length; n++) {
      const { name, parse } = columns[n] as Column;
      const text = fields[n] as string | null;
      row[name] = text === null ? null : parse(text);
    }
    this.#rows.push(row);
  }

  handleCommandComplete(): void {}

  handleEmptyQuery(): void {}

  handlePortalSuspended(): void {}

  handleError(error: Error): void {
    this.#finish(error);
  }

  handleReadyForQuery(): void {
    this.#finish(null);
  }

  #finish(error: Error | null): void {
    const { callback } = this;
    const rows = this.#rows;
    // Whoever keeps this a while longer does not keep what it has brought.
    this.callback = nobody;
    this.#rows = [];
    this.#values = [];
    callback(error, rows);
  }
}

const nobody = () => {};
