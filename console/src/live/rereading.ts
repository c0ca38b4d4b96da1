import type { Query } from '@tanstack/react-query';
import { queryClient } from '../api/query-client.ts';

/** A list of more pages is not read again by itself: it would take a request a page. */
export const PAGES_READ_AGAIN = 4;

const isLong = ({ state }: Query): boolean =>
  ((state.data as { pages?: unknown[] } | undefined)?.pages?.length ?? 0) > PAGES_READ_AGAIN;

interface Pace {
  soonMs: number;
  everyMs: number;
  /** Only the queries that are asked for, not those whose keys begin so. */
  exact?: boolean;
}

/** Reads queries again, soon after it is asked to, and then at most so often. */
export class Rereading {
  readonly #pace: Pace;
  #keys = new Map<string, readonly string[]>();
  #readAt = Number.NEGATIVE_INFINITY;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(pace: Pace) {
    this.#pace = pace;
  }

  ask(...key: readonly string[]): void {
    this.#keys.set(key.join(' '), key);
    const pause = Math.max(this.#pace.soonMs, this.#readAt + this.#pace.everyMs - performance.now());
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
    const { exact = false } = this.#pace;
    for (const queryKey of keys.values()) {
      // Who shows a long list hears that it is out of date, and decides.
      void queryClient.invalidateQueries({ queryKey, exact, refetchType: 'none' });
      // Nobody looks at a hidden tab: it is read again when it is shown.
      if (document.visibilityState !== 'visible') continue;
      void queryClient.refetchQueries({ queryKey, exact, type: 'active', predicate: (query) => !isLong(query) });
    }
  }
}
