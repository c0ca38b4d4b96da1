import type pg from 'pg';
import type { Leave } from './distributed/node-guard.ts';

/** A connection of the pool while somebody has it. */
export class Acquired {
  readonly client: pg.PoolClient;
  readonly #leave: Leave | undefined;

  constructor(client: pg.PoolClient, leave: Leave | undefined) {
    this.client = client;
    this.#leave = leave;
  }

  /** With the error of what was done with it, if it failed. */
  release(isLost: boolean, error?: unknown): void {
    this.client.release(isLost);
    this.#leave?.(error);
  }
}
