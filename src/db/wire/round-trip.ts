import pg from 'pg';
import { sqlState } from '../sql.ts';
import type { Wire } from './client.ts';
import { addSync, packet } from './packet.ts';
import type { Statement } from './statement.ts';

// pg accepts nothing but its own queries on a pipelined connection, so this is one of them.
const { Query: PgQuery } = pg as unknown as { Query: new (text: string) => object };

const UNKNOWN_STATEMENT = '26000';

/**
 * Statements that go to the server in one packet and are answered together. The first failure ends them all; outside a
 * transaction they are one.
 */
export class RoundTrip extends PgQuery {
  /** When it was asked for; once it is sent, when that was. */
  startedAt = performance.now();
  /** Position among those that are in flight. */
  place = 0;
  /** pg replaces this when it no longer waits for the answer. */
  callback: (error: Error | null) => void;
  #statements: readonly Statement[];
  #at = 0;
  #wire: Wire | null = null;

  constructor(statements: readonly Statement[], callback: (error: Error | null) => void) {
    super('');
    this.#statements = statements;
    this.callback = callback;
  }

  /** Gives up on a server that does not answer: everything that waits on this connection fails. */
  abandon(): void {
    this.#wire?.stream.destroy();
  }

  /** Answers what about it cannot be sent. */
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

  handleDataRow({ fields }: { readonly fields: readonly (string | null)[] }): void {
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
    this.#finish(error);
  }

  handleReadyForQuery(): void {
    for (const statement of this.#statements) statement.succeed();
    this.#finish(null);
  }

  #finish(error: Error | null): void {
    const { callback } = this;
    // Released, so that whoever holds the round trip does not hold the rows.
    this.callback = nobody;
    this.#statements = [];
    callback(error);
  }
}

const nobody = () => {};
