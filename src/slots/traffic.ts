/** From so many calls a second on, background work rests for the most. */
const BUSY_CALLS = 300;
/** Then it rests so many times as long as it has worked. */
const MOST_REST = 6;
const MOST_REST_MS = 1_000;
const WINDOW_MS = 500;

/** How much this process is called: background work leaves the processors to callers. */
export class Traffic {
  #calls = 0;
  #since = performance.now();
  /** Calls a second, before that. */
  #rate = 0;

  /** A call came in. */
  note(): void {
    this.#calls++;
  }

  /** How long to rest after so much work. */
  restFor(workedMs: number): number {
    return Math.min(MOST_REST * this.busyness() * workedMs, MOST_REST_MS);
  }

  /** From 0 to 1. */
  busyness(): number {
    const passed = performance.now() - this.#since;
    if (passed >= WINDOW_MS) {
      this.#rate = (this.#calls * 1_000) / passed;
      this.#calls = 0;
      this.#since += passed;
    }
    return Math.min(1, Math.max(this.#rate, (this.#calls * 1_000) / WINDOW_MS) / BUSY_CALLS);
  }
}
