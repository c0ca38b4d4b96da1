import { expect, it } from 'vitest';
import { Caution } from '../../src/webhooks/delivery/caution.ts';

/** How long it pauses after each of these answers. */
function pauses(outcomes: Parameters<Caution['heed']>[0][]): number[] {
  let now = 0;
  const caution = new Caution(() => now);
  return outcomes.map((outcome) => {
    caution.heed(outcome);
    const since = now;
    while (caution.isPausing) now += 50;
    return now - since;
  });
}

it('a receiver that fails is tried one delivery at a time, and after ten failures in a row once a second', () => {
  const failures = Array.from({ length: 11 }, () => ({ status: 500 }));
  expect(pauses([...failures, { status: 200 }, { status: null }])).toEqual([...Array(9).fill(0), 1_000, 1_000, 0, 0]);
  const caution = new Caution();
  caution.heed({ status: 200 });
  expect(caution.isOneAtATime).toBe(false);
  caution.heed({ status: null });
  expect(caution.isOneAtATime).toBe(true);
});

it('a receiver whose answers have to be cut off waits longer each time, until one is short', () => {
  const long = { status: 200, isCutOff: true };
  expect(pauses([long, long, long, long, long, long, { status: 200 }, long])).toEqual([
    100, 200, 400, 800, 1_000, 1_000, 0, 100,
  ]);
});
