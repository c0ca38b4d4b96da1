import { describe, expect, it } from 'vitest';
import { InFlight } from '../../src/db/wire/in-flight.ts';
import { RoundTrip } from '../../src/db/wire/round-trip.ts';

const tripOf = (name: string, abandoned: string[], startedAt = 0) => {
  const trip = new RoundTrip([], () => {});
  trip.startedAt = startedAt;
  trip.abandon = () => void abandoned.push(name);
  return trip;
};

describe('round trips in flight', () => {
  it('are those that were added and not removed, whatever the order', () => {
    const abandoned: string[] = [];
    const names = ['a', 'b', 'c', 'd', 'e'];
    const all = names.map((name) => tripOf(name, abandoned));
    const inFlight = new InFlight();
    for (const trip of all) inFlight.add(trip);
    for (const n of [1, 4, 0, 0]) inFlight.remove(all[n] as RoundTrip);
    inFlight.add(all[1] as RoundTrip);
    inFlight.remove(all[3] as RoundTrip);
    inFlight.abandon(1);
    expect(abandoned.sort()).toEqual(['b', 'c']);
  });

  it('are given up when they were sent before the moment', () => {
    const abandoned: string[] = [];
    const inFlight = new InFlight();
    for (const startedAt of [5, 10, 15]) inFlight.add(tripOf(`at ${startedAt}`, abandoned, startedAt));
    inFlight.abandon(10);
    expect(abandoned).toEqual(['at 5']);
  });
});
