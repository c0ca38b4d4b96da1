import { DatabaseUnavailable } from './sql.ts';

/** Somebody who waits for a shared connection. */
export interface Waiter {
  readonly since: number;
  settle(error: Error | null, row: unknown): void;
}

/** Those who wait, first come, first served: so many at most, and not for ever. */
export class Waiting<T extends Waiter> {
  #all: T[] = [];
  #isClosed = false;
  readonly #most: number;

  constructor(most: number) {
    this.#most = most;
  }

  get length(): number {
    return this.#all.length;
  }

  /** False, and answered, where it is refused. */
  add(waiter: T): boolean {
    if (this.#isClosed) return refuse([waiter], 'the service is stopping');
    if (this.#all.length >= this.#most) return refuse([waiter], 'too many wait for a connection');
    this.#all.push(waiter);
    return true;
  }

  take(count: number): T[] {
    return this.#all.splice(0, count);
  }

  /** Those who were taken too early, in their order. */
  putBack(waiters: readonly T[]): void {
    this.#all.unshift(...waiters);
  }

  isAnySince(moment: number): boolean {
    return this.#all.some(({ since }) => since <= moment);
  }

  /** Gives up on who has waited since before that moment. */
  expire(moment: number): void {
    const late = this.#all.filter(({ since }) => since < moment);
    if (late.length === 0) return;
    this.#all = this.#all.filter(({ since }) => since >= moment);
    refuse(late, 'no connection was free in time');
  }

  fail(error: Error): void {
    for (const waiter of this.#all.splice(0)) waiter.settle(error, undefined);
  }

  close(): void {
    this.#isClosed = true;
    refuse(this.#all.splice(0), 'the service is stopping');
  }
}

function refuse(waiters: readonly Waiter[], why: string): false {
  for (const waiter of waiters) waiter.settle(new DatabaseUnavailable(why), undefined);
  return false;
}
