import { setImmediate } from 'node:timers/promises';

/** How long work may keep the event loop from everybody else. */
const SLICE_MS = 5;

/** Cuts long work into slices, between which other requests are served, and says how long it has worked in all. */
export class Pace {
  #since = performance.now();
  #spentMs = 0;

  get spentMs(): number {
    return this.#spentMs + performance.now() - this.#since;
  }

  /** True when it is time to yield. */
  isDue(): boolean {
    return performance.now() - this.#since >= SLICE_MS;
  }

  yield(): Promise<void> {
    return this.outside(setImmediate());
  }

  /** Waits for somebody else's work, which is not counted. */
  async outside<T>(work: Promise<T>): Promise<T> {
    this.#spentMs += performance.now() - this.#since;
    try {
      return await work;
    } finally {
      this.#since = performance.now();
    }
  }
}
