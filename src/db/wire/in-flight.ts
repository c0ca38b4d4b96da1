import type { RoundTrip } from './round-trip.ts';

/**
 * Round trips that wait for their answer. An array in which each knows its index, not a Set: a busy Set leaves chains of old
 * hash tables that only a full garbage collection frees (measured: 1 kB a request).
 */
export class InFlight {
  readonly #list: RoundTrip[] = [];

  add(roundTrip: RoundTrip): void {
    roundTrip.index = this.#list.push(roundTrip) - 1;
  }

  /** The last element moves into the gap. */
  remove(roundTrip: RoundTrip): void {
    if (this.#list[roundTrip.index] !== roundTrip) return;
    const last = this.#list.pop() as RoundTrip;
    if (last === roundTrip) return;
    this.#list[roundTrip.index] = last;
    last.index = roundTrip.index;
  }

  /** Abandons those that were sent before this moment. */
  abandon(moment: number): void {
    for (const roundTrip of [...this.#list]) if (roundTrip.startedAt < moment) roundTrip.abandon();
  }
}
