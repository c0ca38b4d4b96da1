import pg from 'pg';
import { keepLongFields, type Reading } from './long-fields.ts';

/** The part of pg's connection object that this folder uses. */
export interface Wire extends Reading {
  readonly stream: {
    readonly writable: boolean;
    write(bytes: Buffer): void;
    cork(): void;
    uncork(): void;
    destroy(): void;
  };
  /** It was given up here, because the server did not answer in time. */
  isAbandoned?: boolean;
  once(event: 'readyForQuery' | 'end', listener: () => void): void;
  off(event: 'readyForQuery' | 'end', listener: () => void): void;
}

export const wireOf = (client: pg.ClientBase): Wire => (client as unknown as { connection: Wire }).connection;

const END_MS = 2_000;

/** pg's client with a time limit on `end`: pg itself waits forever for a server that no longer answers. */
export class Client extends pg.Client {
  override end(): Promise<void>;
  override end(callback: (error: Error) => void): void;
  override end(callback?: (error: Error) => void): Promise<void> | undefined {
    const late = setTimeout(() => wireOf(this).stream.destroy(), END_MS);
    const ended = super
      .end()
      .catch(() => {})
      .finally(() => clearTimeout(late));
    if (callback === undefined) return ended;
    void ended.then(() => (callback as () => void)());
    return undefined;
  }
}

/** A client for round trips: pg's own queries on it can read no long field. */
export class RoundTripClient extends Client {
  constructor(config?: string | pg.ClientConfig) {
    super(config);
    keepLongFields(wireOf(this));
  }
}

/**
 * Keeps a shared connection until it is lost; the next statement then opens a new one. pg emits the error before `end`, and
 * accepts no statement after it.
 */
export function hold(holder: { client: pg.Client | null }, client: pg.Client): void {
  holder.client = client;
  const leave = () => drop(holder, client);
  client.once('error', leave);
  client.once('end', leave);
}

/** Closes a connection that is no longer used: the server may still hold it open. */
export function drop(holder: { client: pg.Client | null }, client: pg.Client): void {
  if (holder.client !== client) return;
  holder.client = null;
  void client.end();
}
