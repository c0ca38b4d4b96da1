import { EmbeddedError } from './error.ts';

const START_MS = 60_000;
/** Replaying a gigabyte of log on a slow disk takes minutes, and a server stopped in the middle starts over. */
const RECOVERY_MS = 600_000;

/** How long one waits for a server: a minute for a sign of life, longer for one that says it is busy recovering. */
export class Patience {
  readonly #since = Date.now();
  readonly #signal: AbortSignal | undefined;
  #limit = START_MS;

  constructor(signal?: AbortSignal) {
    this.#signal = signal;
  }

  extend(): void {
    this.#limit = RECOVERY_MS;
  }

  get isOver(): boolean {
    return Date.now() - this.#since >= this.#limit;
  }

  check(): void {
    if (this.#signal?.aborted) throw new EmbeddedError('The start of PostgreSQL was called off.');
    if (this.isOver) throw new EmbeddedError(`PostgreSQL was not ready within ${this.#limit / 1000} seconds.`);
  }
}
