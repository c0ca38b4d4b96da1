import { isSuccess, type Outcome } from './outcome.ts';

/** After so many failures in a row a receiver is tried once in so long: what it costs others is bounded. */
const MANY_FAILURES = 10;
const LONGEST_PAUSE_MS = 1_000;
/** After the first answer that is cut off; after each further one in a row twice as long. */
const CUT_OFF_PAUSE_MS = 100;

/** How a receiver is treated: what is in vain, or costs more than it should, is done less often. */
export class Caution {
  readonly #now: () => number;
  /** At first, and after a failure, one delivery is sent at a time. */
  isOneAtATime = true;
  /** Attempts that failed since the last success. */
  #failures = 0;
  /** Answers in a row that were cut off. */
  #cutOff = 0;
  #pausesUntil = Number.NEGATIVE_INFINITY;

  constructor(now = () => performance.now()) {
    this.#now = now;
  }

  get isPausing(): boolean {
    return this.#now() < this.#pausesUntil;
  }

  heed({ status, isCutOff = false }: Pick<Outcome, 'status' | 'isCutOff'>): void {
    this.#failures = isSuccess({ status }) ? 0 : this.#failures + 1;
    this.#cutOff = isCutOff ? this.#cutOff + 1 : 0;
    this.isOneAtATime = this.#failures > 0 || isCutOff;
    this.#pausesUntil = this.#now() + this.#pauseMs;
  }

  get #pauseMs(): number {
    if (this.#failures >= MANY_FAILURES) return LONGEST_PAUSE_MS;
    if (this.#cutOff === 0) return 0;
    return Math.min(CUT_OFF_PAUSE_MS * 2 ** (this.#cutOff - 1), LONGEST_PAUSE_MS);
  }
}
