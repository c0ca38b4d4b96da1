import { describe, expect, it } from 'vitest';
import { Random } from '../support/random.ts';

// By a variable, because the types of the console are those of a page, which the tests do not know.
const POSITIONS = new URL('../../console/src/routes/settings/distribution/positions.ts', import.meta.url).href;
const { changedPositions } = await import(POSITIONS);

const items = (positions: readonly number[]) => positions.map((position) => ({ position }));
const after = (positions: readonly number[]): number[] => {
  const list = items(positions);
  const changed = changedPositions(list);
  return list.map((item) => changed.get(item) ?? item.position);
};

/** The fewest that must change, by trying out every set that stays. */
function fewest(positions: readonly number[]): number {
  let best = positions.length;
  for (let set = 0; set < 2 ** positions.length; set++) {
    const kept = positions.flatMap((position, index) => ((set >> index) & 1 ? [{ position, index }] : []));
    const fits = kept.every(({ position, index }, n) => {
      const before = kept[n - 1] ?? { position: 0, index: -1 };
      return position - before.position >= index - before.index;
    });
    if (fits) best = Math.min(best, positions.length - kept.length);
  }
  return best;
}

describe('the positions of rules in a new order', () => {
  it('change one record where there is room, and leave an order that is right already', () => {
    expect(after([10, 20, 30])).toEqual([10, 20, 30]);
    expect(after([10, 30, 20])).toEqual([10, 30, 31]);
    expect(after([30, 10, 20])).toEqual([5, 10, 20]);
    expect(after([2, 3, 1])).toEqual([2, 3, 4]);
  });

  it('rise strictly, are at least 1, and change as few records as can be', () => {
    const random = new Random(3);
    for (let run = 0; run < 300; run++) {
      const before = Array.from({ length: 1 + random.below(8) }, () => 1 + random.below(12));
      const now = after(before);
      for (const [n, position] of now.entries()) expect(position).toBeGreaterThan(now[n - 1] ?? 0);
      expect(now.every(Number.isInteger)).toBe(true);
      const changed = now.filter((position, n) => position !== before[n]).length;
      expect(changed, String(before)).toBeLessThanOrEqual(fewest(before));
    }
  });

  it('stay within what the service takes', () => {
    expect(after([1_000_000, 5, 6])).toEqual([2, 5, 6]);
    expect(after([7, 1_000_000, 8]).every((position) => position <= 1_000_000)).toBe(true);
  });
});
