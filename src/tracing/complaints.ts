import type { Logger } from 'pino';

const EVERY_MS = 60_000;

/** Says that traces are lost, at most once a minute. */
export class Complaints {
  readonly #log: Pick<Logger, 'warn'>;
  #lost = 0;
  #lastAt = Number.NEGATIVE_INFINITY;

  constructor(log: Pick<Logger, 'warn'>) {
    this.#log = log;
  }

  /** `cause` is a code, never a message: that may quote the collector's address or answer. */
  note(cause: string, spans: number): void {
    this.#lost += spans;
    const now = performance.now();
    if (now - this.#lastAt < EVERY_MS) return;
    this.#log.warn({ cause, spans: this.#lost }, 'traces could not be sent');
    this.#lastAt = now;
    this.#lost = 0;
  }
}
