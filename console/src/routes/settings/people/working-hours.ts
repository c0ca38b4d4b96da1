import type { Person } from '../../../api/people.ts';

export type WorkingHours = Person['working_hours'];
export const weekdays = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] as const;
export type Weekday = (typeof weekdays)[number];

/** From and to, each as HH:MM or empty while it is being typed. */
export type Range = readonly [string, string];

export const usualHours: NonNullable<WorkingHours> = Object.fromEntries(
  weekdays.slice(0, 5).map((day) => [day, ['09:30-18:30']]),
);

export const rangesOf = (hours: NonNullable<WorkingHours>, day: Weekday): Range[] =>
  (hours[day] ?? []).map((text) => {
    const [from = '', to = ''] = text.split('-');
    return [from, to];
  });

/** In the order of the week, days off left out: so that the same hours are always written alike. */
export function withDay(hours: NonNullable<WorkingHours>, day: Weekday, ranges: readonly Range[]) {
  return inOrder({ ...hours, [day]: ranges.map(([from, to]) => `${from}-${to}`) });
}

export const inOrder = (hours: NonNullable<WorkingHours>): NonNullable<WorkingHours> =>
  Object.fromEntries(weekdays.filter((day) => (hours[day]?.length ?? 0) > 0).map((day) => [day, hours[day] ?? []]));

export const withMondayEverywhere = (hours: NonNullable<WorkingHours>) =>
  inOrder(Object.fromEntries(weekdays.map((day) => [day, hours.mon ?? []])));

export type Fault = 'incomplete' | 'backwards' | 'overlap';

/** What is wrong with the ranges of a day, as the service would find it. */
export function faultOf(ranges: readonly Range[]): Fault | null {
  if (ranges.some(([from, to]) => from === '' || to === '')) return 'incomplete';
  if (ranges.some(([from, to]) => from >= to)) return 'backwards';
  const sorted = [...ranges].sort(([one], [other]) => (one < other ? -1 : 1));
  return sorted.some(([from], n) => from < (sorted[n - 1]?.[1] ?? '')) ? 'overlap' : null;
}

const HOUR = 60;
const DAY = 24 * HOUR;
const minutesOf = (clock: string) => Number(clock.slice(0, 2)) * HOUR + Number(clock.slice(3));
const clockOf = (minutes: number) =>
  [Math.floor(minutes / HOUR), minutes % HOUR].map((part) => String(part).padStart(2, '0')).join(':');

/** A range to begin with: an hour after the last one ends, for two hours, as far as the day allows. */
export function nextRange(ranges: readonly Range[]): Range {
  const last = ranges
    .map(([, to]) => to)
    .sort()
    .at(-1);
  if (last === undefined) return ['09:30', '18:30'];
  const from = minutesOf(last) + HOUR;
  return last === '' || from >= DAY ? ['', ''] : [clockOf(from), clockOf(Math.min(from + 2 * HOUR, DAY))];
}

/** Browsers' clocks end at 23:59: the end of the day is shown as the midnight that follows. */
export const shownEnd = (to: string): string => (to === '24:00' ? '00:00' : to);
export const readEnd = (shown: string): string => (shown === '00:00' ? '24:00' : shown);
