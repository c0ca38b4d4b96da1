import { unavailable } from '../problems.ts';

/** So many at a time; a place that was used can be left to rest before the next one has it. */
export class Places {
  readonly #mostWaiting: number;
  readonly #patienceMs: number;
  readonly #waiting = new Set<() => void>();
  #free: number;

  constructor(count: number, limits: { waiting: number; acquireMs: number }) {
    this.#free = count;
    this.#mostWaiting = limits.waiting;
    this.#patienceMs = limits.acquireMs;
  }

  /** First come, first served; not for ever, and not behind any number of others. */
  take(): Promise<void> {
    if (this.#free > 0) {
      this.#free--;
      return Promise.resolve();
    }
    if (this.#waiting.size >= this.#mostWaiting) {
      return Promise.reject(unavailable('Too many reports are being asked for at once.'));
    }
    return new Promise((resolve, reject) => {
      const serve = () => {
        clearTimeout(patience);
        resolve();
      };
      const patience = setTimeout(() => {
        this.#waiting.delete(serve);
        reject(unavailable('The reports that were asked for before take too long: try again when there are fewer.'));
      }, this.#patienceMs).unref();
      this.#waiting.add(serve);
    });
  }

  giveBack(restMs: number): void {
    if (restMs > 0) setTimeout(() => this.#pass(), restMs).unref();
    else this.#pass();
  }

  #pass(): void {
    const [serve] = this.#waiting;
    if (serve === undefined) {
      this.#free++;
    } else {
      this.#waiting.delete(serve);
      serve();
    }
  }
}
