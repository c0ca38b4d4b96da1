import type { RoundTrip } from './round-trip.ts';

/**
 * Round trips whose answers are awaited. A list in which each knows its place, rather than a Set: a Set that much goes through
 * leaves its outgrown tables behind, each pointing to the next, and as soon as one of them is old everything that was ever in
 * the later ones is kept until the whole heap is looked through. Measured, each request left 1 KB behind like this.
 */
export class InFlight {
  readonly #list: RoundTrip[] = [];

  add(roundTrip: RoundTrip): void {
    roundTrip.place = this.#list.push(roundTrip) - 1;
  }

  /** The last one takes its place. */
  remove(roundTrip: RoundTrip): void {
    if (this.#list[roundTrip.place] !== roundTrip) return;
    const last = this.#list.pop() as RoundTrip;
    if (last === roundTrip) return;
    this.#list[roundTrip.place] = last;
    last.place = roundTrip.place;
  }

  /** Gives up on those that were sent before that moment. */
  abandon(moment: number): void {
    for (const roundTrip of [...this.#list]) if (roundTrip.startedAt < moment) roundTrip.abandon();
  }
}
