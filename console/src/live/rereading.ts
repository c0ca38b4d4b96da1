import { queryClient } from '../api/query-client.ts';

/** Reads queries again, soon after it is asked to, and then at most so often. */
export class Rereading {
  readonly #soonMs: number;
  readonly #everyMs: number;
  #keys = new Map<string, readonly string[]>();
  #readAt = Number.NEGATIVE_INFINITY;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(soonMs: number, everyMs: number) {
    this.#soonMs = soonMs;
    this.#everyMs = everyMs;
  }

  ask(...key: readonly string[]): void {
    this.#keys.set(key.join(' '), key);
    const pause = Math.max(this.#soonMs, this.#readAt + this.#everyMs - performance.now());
    this.#timer ??= setTimeout(() => this.#read(), pause);
  }

  stop(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }

  #read(): void {
    this.#timer = undefined;
    this.#readAt = performance.now();
    const keys = this.#keys;
    this.#keys = new Map();
    // Nobody looks at a hidden tab: it is read again when it is shown.
    const refetchType = document.visibilityState === 'visible' ? 'active' : 'none';
    for (const queryKey of keys.values()) void queryClient.invalidateQueries({ queryKey, refetchType });
  }
}
