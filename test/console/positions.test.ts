import { describe, expect, it } from 'vitest';
import { Random } from '../support/random.ts';

// By a variable, because the types of the console are those of a page, which the tests do not know.
const POSITIONS = new URL('../../console/src/settings/positions.ts', import.meta.url).href;
const KEYS = new URL('../../console/src/routes/settings/fields/key-of.ts', import.meta.url).href;
const { newPositions } = await import(POSITIONS);
const { keyOf } = await import(KEYS);

/** Records are named by their positions: order([1, 7, 2]) puts 7 between 1 and 2. */
const order = (positions: number[]) => positions.map((position, n) => ({ public_id: `${n}`, position }));
const changes = (positions: number[], moved: number[] = [], least = 0): Map<string, number> =>
  newPositions(order(positions), new Set(moved.map(String)), least);
const applied = (positions: number[], moved: number[] = [], least = 0) => {
  const changed = changes(positions, moved, least);
  return positions.map((position, n) => changed.get(`${n}`) ?? position);
};

/** The fewest that must change, by trying out every set that stays. */
function fewest(positions: readonly number[], least: number): number {
  let best = positions.length;
  for (let set = 0; set < 2 ** positions.length; set++) {
    const kept = positions.flatMap((position, index) => ((set >> index) & 1 ? [{ position, index }] : []));
    const fits = kept.every(({ position, index }, n) => {
      const before = kept[n - 1] ?? { position: least - 1, index: -1 };
      return position - before.position >= index - before.index;
    });
    if (fits) best = Math.min(best, positions.length - kept.length);
  }
  return best;
}

describe('the positions of an order', () => {
  it('stay as they are where the order holds already', () => {
    expect(changes([1, 2, 3]).size).toBe(0);
    expect(changes([0, 10, 1_000_000]).size).toBe(0);
  });

  it('change for one record alone where there is a gap', () => {
    expect(applied([10, 30, 20, 40], [1])).toEqual([10, 15, 20, 40]);
    expect(applied([10, 30, 20, 40], [2])).toEqual([10, 30, 35, 40]);
    expect(applied([2, 3, 4, 1])).toEqual([2, 3, 4, 5]);
    expect(applied([9, 1, 2])).toEqual([0, 1, 2]);
  });

  it('change for as few records as possible where there is none', () => {
    expect(changes([1, 2, 4, 3, 5]).size).toBe(2);
    expect(changes([1, 7, 2, 3, 4, 5, 6]).size).toBe(2);
    expect(changes([5, 5, 5]).size).toBe(2);
  });

  it('rise strictly and stay within what the service takes, whatever they were', () => {
    let seed = 7;
    const random = (most: number) => {
      seed = (seed * 48_271) % 2_147_483_647;
      return seed % most;
    };
    for (let round = 0; round < 500; round += 1) {
      const most = [3, 12, 200, 1_000_001][round % 4] ?? 3;
      const result = applied(Array.from({ length: 1 + random(20) }, () => Math.min(1_000_000, random(most))));
      expect(
        result.every(
          (position, n) => position >= 0 && position <= 1_000_000 && (n === 0 || position > (result[n - 1] ?? 0)),
        ),
      ).toBe(true);
    }
  });

  it('begin at the least that the service takes, and change as few records as can be', () => {
    expect(applied([30, 10, 20], [], 1)).toEqual([5, 10, 20]);
    expect(applied([9, 1, 2], [0], 1)).toEqual([9, 10, 11]);
    expect(applied([1_000_000, 5, 6], [], 1)).toEqual([2, 5, 6]);
    const random = new Random(3);
    for (let run = 0; run < 300; run++) {
      const least = run % 2;
      const before = Array.from({ length: 1 + random.below(8) }, () => least + random.below(12));
      const now = applied(before, [], least);
      for (const [n, position] of now.entries()) expect(position).toBeGreaterThan(now[n - 1] ?? least - 1);
      expect(now.every(Number.isInteger)).toBe(true);
      expect(changes(before, [], least).size, String(before)).toBeLessThanOrEqual(fewest(before, least));
    }
  });
});

describe('the key of a new field', () => {
  it('is made of its label, also of one in Devanagari', () => {
    expect(keyOf('Product interest (2026)', [])).toBe('product_interest_2026');
    expect(keyOf('Café número', [])).toBe('cafe_numero');
    expect(keyOf('बजट', [])).toBe('bajat');
    expect(keyOf('ख़रीद का समय २', [])).toBe('kharid_ka_samay_2');
  });

  it('is always one that the service takes, and that no other field has', () => {
    for (const label of ['', '  ', '2 BHK', '予算', '___', 'x'.repeat(200), 'क'.repeat(90), '😀 Budget 😀']) {
      expect(keyOf(label, [])).toMatch(/^[a-z][a-z0-9_]{0,62}$/);
    }
    expect(keyOf('予算', ['field'])).toBe('field_2');
    expect(keyOf('Budget', ['budget', 'budget_2'])).toBe('budget_3');
    expect(keyOf('y'.repeat(63), ['y'.repeat(63)])).toBe(`${'y'.repeat(61)}_2`);
  });
});
