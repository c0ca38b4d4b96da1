import pg from 'pg';
import { isConnectionLost, sqlState } from '../sql.ts';
import type { Wire } from './client.ts';
import type { Field } from './long-fields.ts';
import { addSync, packet } from './packet.ts';
import type { Statement } from './statement.ts';

// pg accepts only its own queries on a pipelined connection, so RoundTrip extends that class.
const { Query: PgQuery } = pg as unknown as { Query: new (text: string) => object };

const UNKNOWN_STATEMENT = '26000';

/**
 * Statements sent in one packet with one `Sync`. The first error skips the rest; without an explicit transaction they are one
 * implicit transaction.
 */
export class RoundTrip extends PgQuery {
  /** When it was created, and once it is sent, when it was sent. */
  startedAt = performance.now();
  /** Index in the list of `InFlight`. */
  index = 0;
  /** pg replaces this when it stops waiting for the answer. */
  callback: (error: Error | null) => void;
  #statements: readonly Statement[];
  #at = 0;
  #wire: Wire | null = null;

  constructor(statements: readonly Statement[], callback: (error: Error | null) => void) {
    super('');
    this.#statements = statements;
    this.callback = callback;
  }

  /** Destroys a connection whose server does not answer: everything that waits on it fails. */
  abandon(): void {
    if (this.#wire === null) return;
    this.#wire.isAbandoned = true;
    this.#wire.stream.destroy();
  }

  /** Returns the error if the statements cannot be encoded. */
  submit(wire: Wire): Error | null {
    this.#wire = wire;
    this.startedAt = performance.now();
    try {
      const bytes = packet(() => {
        for (const statement of this.#statements) statement.addTo(wire);
        addSync();
      });
      if (wire.stream.writable) wire.stream.write(bytes); // else pg is about to report that the connection is gone
      return null;
    } catch (error) {
      return error as Error;
    }
  }

  handleRowDescription({ fields }: { readonly fields: Parameters<Statement['describe']>[0] }): void {
    this.#statements[this.#at]?.describe(fields);
  }

  handleDataRow({ fields }: { readonly fields: readonly Field[] }): void {
    this.#statements[this.#at]?.addRow(fields);
  }

  handleCommandComplete({ text }: { readonly text: string }): void {
    const statement = this.#statements[this.#at++];
    if (statement !== undefined) statement.tag = text;
  }

  handleEmptyQuery(): void {}

  handlePortalSuspended(): void {}

  handleError(error: Error): void {
    const isUnknown = sqlState(error) === UNKNOWN_STATEMENT;
    if (this.#wire !== null) for (const statement of this.#statements) statement.fail(this.#wire, isUnknown);
    if (this.#wire === null || isConnectionLost(error)) this.#finish(error);
    else this.#finishWhenReady(this.#wire, error);
  }

  /** The connection is free when the server says so: a coordinator of Citus may have failed, and still wait for its node. */
  #finishWhenReady(wire: Wire, error: Error): void {
    const ready = () => {
      wire.off('end', lost);
      this.#finish(error);
    };
    const lost = () => {
      wire.off('readyForQuery', ready);
      this.#finish(new Error('Connection terminated', { cause: error }));
    };
    wire.once('readyForQuery', ready);
    wire.once('end', lost);
  }

  handleReadyForQuery(): void {
    for (const statement of this.#statements) statement.succeed();
    this.#finish(null);
  }

  #finish(error: Error | null): void {
    const { callback } = this;
    // Release the rows, so that a caller holding the round trip does not hold them.
    this.callback = nobody;
    this.#statements = [];
    callback(error);
  }
}

const nobody = () => {};
