import { isSuccess, type Outcome } from './outcome.ts';

/** After so many failures in a row a receiver is tried once in so long: what it costs others is bounded. */
const MANY_FAILURES = 10;
const FAILING_PAUSE_MS = 1_000;
const CUT_OFF_PAUSE_MS = 100;

/** How a receiver is treated: what is in vain, or costs more than it should, is done less often. */
export class Caution {
  /** At first, and after a failure, one delivery is sent at a time. */
  isOneAtATime = true;
  /** Attempts that failed since the last success. */
  #failures = 0;
  #pausesUntil = Number.NEGATIVE_INFINITY;

  get isPausing(): boolean {
    return performance.now() < this.#pausesUntil;
  }

  heed({ status, isCutOff = false }: Pick<Outcome, 'status' | 'isCutOff'>): void {
    this.#failures = isSuccess({ status }) ? 0 : this.#failures + 1;
    this.isOneAtATime = this.#failures > 0 || isCutOff;
    const pause = this.#failures >= MANY_FAILURES ? FAILING_PAUSE_MS : isCutOff ? CUT_OFF_PAUSE_MS : 0;
    this.#pausesUntil = performance.now() + pause;
  }
}
