import { describe, expect, it } from 'vitest';
import { parseDateRange } from '../../src/date-range.ts';

const KOLKATA = 'Asia/Kolkata';

/** The first moment and the first moment after, as text; a refusal as it is. */
function range(text: string, now: string, zone = KOLKATA) {
  const found = parseDateRange(text, zone, new Date(now));
  if (typeof found === 'string') throw new Error(`${text} was refused: ${found}`);
  return [found.from?.toISOString() ?? null, found.before?.toISOString() ?? null];
}

/** The same, for ranges of whole days in Kolkata: the first day and the last. */
function days(text: string, now: string) {
  const dayOf = (at: string | null | undefined, shift: number) =>
    new Date(Date.parse(at ?? '') + 5.5 * 3_600_000 + shift).toISOString();
  const [from, before] = range(text, now);
  expect(dayOf(from, 0)).toMatch(/T00:00:00\.000Z$/);
  expect(dayOf(before, 0)).toMatch(/T00:00:00\.000Z$/);
  return [dayOf(from, 0).slice(0, 10), dayOf(before, -1).slice(0, 10)];
}

const NOON = '2026-11-18T06:30:00Z'; // Wednesday noon in Kolkata

it.each([
  ['today', NOON, '2026-11-18', '2026-11-18'],
  ['today', '2026-11-17T18:30:00Z', '2026-11-18', '2026-11-18'],
  ['today', '2026-11-17T18:29:59.999Z', '2026-11-17', '2026-11-17'],
  ['yesterday', NOON, '2026-11-17', '2026-11-17'],
  ['yesterday', '2026-01-01T06:30:00Z', '2025-12-31', '2025-12-31'],
  ['this_week', NOON, '2026-11-16', '2026-11-22'],
  ['this_week', '2026-11-16T00:00:00Z', '2026-11-16', '2026-11-22'],
  ['this_week', '2026-11-22T18:29:59Z', '2026-11-16', '2026-11-22'],
  ['this_week', '2026-11-22T18:30:00Z', '2026-11-23', '2026-11-29'],
  ['last_week', NOON, '2026-11-09', '2026-11-15'],
  ['last_week', '2026-01-01T06:30:00Z', '2025-12-22', '2025-12-28'],
  ['this_month', NOON, '2026-11-01', '2026-11-30'],
  ['this_month', '2028-02-10T06:30:00Z', '2028-02-01', '2028-02-29'],
  ['this_month', '2026-12-31T06:30:00Z', '2026-12-01', '2026-12-31'],
  ['last_month', NOON, '2026-10-01', '2026-10-31'],
  ['last_month', '2026-03-31T06:30:00Z', '2026-02-01', '2026-02-28'],
  ['last_month', '2026-01-15T06:30:00Z', '2025-12-01', '2025-12-31'],
  ['this_quarter', NOON, '2026-10-01', '2026-12-31'],
  ['this_quarter', '2026-01-01T06:30:00Z', '2026-01-01', '2026-03-31'],
  ['this_quarter', '2026-03-31T18:29:00Z', '2026-01-01', '2026-03-31'],
  ['this_quarter', '2026-03-31T18:30:00Z', '2026-04-01', '2026-06-30'],
  ['this_quarter', '2026-09-30T06:30:00Z', '2026-07-01', '2026-09-30'],
  ['this_year', NOON, '2026-01-01', '2026-12-31'],
  ['this_year', '2026-12-31T18:30:00Z', '2027-01-01', '2027-12-31'],
  ['last_1_days', NOON, '2026-11-18', '2026-11-18'],
  ['last_30_days', NOON, '2026-10-20', '2026-11-18'],
  ['last_366_days', NOON, '2025-11-18', '2026-11-18'],
])('%s, seen at %s, is %s to %s', (text, now, first, last) => {
  expect(days(text, now)).toEqual([first, last]);
});

it.each([
  ['2026-01-31', '2026-01-31', '2026-01-31'],
  ['2026-01-01..2026-01-31', '2026-01-01', '2026-01-31'],
  ['2026-01-01,2026-01-31', '2026-01-01', '2026-01-31'],
  ['2026-01-31..2026-01-31', '2026-01-31', '2026-01-31'],
])('%s is %s to %s, both days included', (text, first, last) => {
  expect(days(text, NOON)).toEqual([first, last]);
});

it('an open range has one end', () => {
  expect(range('2026-01-01..', NOON)).toEqual(['2025-12-31T18:30:00.000Z', null]);
  expect(range('..2026-01-01', NOON)).toEqual([null, '2026-01-01T18:30:00.000Z']);
  expect(range('2026-01-01,', NOON)).toEqual(['2025-12-31T18:30:00.000Z', null]);
  expect(range(',2026-01-01', NOON)).toEqual([null, '2026-01-01T18:30:00.000Z']);
});

it('an instant is an end by itself, included to the millisecond', () => {
  expect(range('2026-01-01T09:30:00Z..2026-01-01T09:30:00Z', NOON)).toEqual([
    '2026-01-01T09:30:00.000Z',
    '2026-01-01T09:30:00.001Z',
  ]);
  expect(range('2026-01-01T00:00:00+05:30..2026-01-02T00:00:00.250+05:30', NOON)).toEqual([
    '2025-12-31T18:30:00.000Z',
    '2026-01-01T18:30:00.251Z',
  ]);
});

describe('in zones that change their clocks', () => {
  it.each([
    ['America/New_York', '2026-03-08', '2026-03-08T05:00:00.000Z', '2026-03-09T04:00:00.000Z'],
    ['America/New_York', '2026-11-01', '2026-11-01T04:00:00.000Z', '2026-11-02T05:00:00.000Z'],
    ['Europe/London', '2026-03-29', '2026-03-29T00:00:00.000Z', '2026-03-29T23:00:00.000Z'],
    ['Europe/London', '2026-10-25', '2026-10-24T23:00:00.000Z', '2026-10-26T00:00:00.000Z'],
    ['Australia/Lord_Howe', '2026-04-05', '2026-04-04T13:00:00.000Z', '2026-04-05T13:30:00.000Z'],
    ['Asia/Kathmandu', '2026-06-01', '2026-05-31T18:15:00.000Z', '2026-06-01T18:15:00.000Z'],
    // Midnight itself is skipped, or comes twice.
    ['America/Havana', '2026-03-08', '2026-03-08T05:00:00.000Z', '2026-03-09T04:00:00.000Z'],
    ['America/Havana', '2026-11-01', '2026-11-01T04:00:00.000Z', '2026-11-02T05:00:00.000Z'],
    ['America/Sao_Paulo', '2018-11-04', '2018-11-04T03:00:00.000Z', '2018-11-05T02:00:00.000Z'],
    ['Asia/Tehran', '2022-03-22', '2022-03-21T20:30:00.000Z', '2022-03-22T19:30:00.000Z'],
    ['Pacific/Kiritimati', '2026-01-01', '2025-12-31T10:00:00.000Z', '2026-01-01T10:00:00.000Z'],
  ])('%s: %s lasts from %s to %s', (zone, day, from, before) => {
    expect(range(day, NOON, zone)).toEqual([from, before]);
  });

  it('this_month holds the hour that the clocks skip', () => {
    const march = range('this_month', '2026-03-20T12:00:00Z', 'America/New_York');
    expect(march).toEqual(['2026-03-01T05:00:00.000Z', '2026-04-01T04:00:00.000Z']);
  });
});

it.each([
  '2026-02-30',
  '2026-13-01',
  '26-01-01',
  '2026-1-1',
  '2026-01-01..2026-02-30',
  '2026-01-01...2026-01-02',
  '2026-01-01..2026-01-02..2026-01-03',
  '2026-01-01,2026-01-02,2026-01-03',
  '..',
  ',',
  '2026-01-31..2026-01-01',
  '2026-01-01T00:00:01Z..2026-01-01T00:00:00Z',
  '2026-01-01T00:00:00..2026-01-02',
  '2026-01-01T24:00:00Z..',
  '2026-01-01T10:00:00Z',
  'tomorrow',
  'Today',
  'last_0_days',
  'last_367_days',
  'last_030_days',
  'last_days',
  'last_1.5_days',
  'constructor',
  '__proto__',
  ' today',
  '0000-01-01',
])('%j is no range', (text) => {
  expect(parseDateRange(text, KOLKATA, new Date(NOON))).toBeTypeOf('string');
});
