import fc from 'fast-check';
import { expect, it } from 'vitest';
import { faultyDays, weekdays } from '../../src/settings/working-hours.ts';

interface Range {
  from: number;
  to: number;
}

const clock = (minutes: number) =>
  `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`;
const write = ({ from, to }: Range) => `${clock(from)}-${clock(to)}`;

/** Minute by minute: a range that never begins, or a minute that two ranges cover. */
function isFaulty(ranges: Range[]): boolean {
  const covered = new Set<number>();
  for (const { from, to } of ranges) {
    if (from >= to) return true;
    for (let minute = from; minute < to; minute++) {
      if (covered.has(minute)) return true;
      covered.add(minute);
    }
  }
  return false;
}

it('exactly the days are faulty on which a range ends before it begins, or two overlap', () => {
  // Few different times, so that ranges meet and overlap often.
  const from = fc.integer({ min: 0, max: 12 }).map((n) => n * 110);
  const to = fc.integer({ min: 0, max: 13 }).map((n) => Math.min(n * 110, 24 * 60));
  const day = fc.array(fc.record({ from, to }), { maxLength: 4 });
  const week = fc.record(Object.fromEntries(weekdays.map((name) => [name, day])), { requiredKeys: [] });
  fc.assert(
    fc.property(week, (week) => {
      const entries = Object.entries(week as Record<string, Range[]>);
      const hours = Object.fromEntries(entries.map(([name, ranges]) => [name, ranges.map(write)]));
      const expected = entries.filter(([, ranges]) => isFaulty(ranges)).map(([name]) => name);
      expect(faultyDays(hours).sort()).toEqual(expected.sort());
    }),
    { numRuns: 500 },
  );
});

it('ranges that meet do not overlap, and a day may last until midnight', () => {
  expect(faultyDays({ mon: ['09:00-12:00', '12:00-24:00'], tue: ['00:00-24:00'], wed: [] })).toEqual([]);
});

it('who has no hours has no faulty ones', () => {
  expect(faultyDays(null)).toEqual([]);
  expect(faultyDays({})).toEqual([]);
});
