import { parseInstant } from './time.ts';
import { calendar, type Day, dayOf, firstOfMonth, parseDay, startOfDay } from './time-zone.ts';

/** Instants from `from` on, and before `before`; null: open. */
export interface DateRange {
  from: Date | null;
  before: Date | null;
}

const keywords: Readonly<Record<string, (today: Day) => [Day, Day]>> = {
  today: (today) => [today, today],
  yesterday: (today) => [today - 1, today - 1],
  this_week: (today) => week(today, 0),
  last_week: (today) => week(today, -1),
  this_month: (today) => months(today, 0, 1),
  last_month: (today) => months(today, -1, 1),
  this_quarter: (today) => months(today, -((calendar(today).month - 1) % 3), 3),
  this_year: (today) => months(today, 1 - calendar(today).month, 12),
};

export const RANGE_HINT =
  'must be a date, A..B, A.., ..B (dates or times such as 2026-01-31T09:30:00Z), or a keyword such as today, this_month, last_30_days';

/** The range, or what is wrong with it. Dates are whole days in the organization's time zone; both ends are included. */
export function parseDateRange(text: string, timeZone: string, now: Date): DateRange | string {
  const days = keywordDays(text, dayOf(now, timeZone));
  if (days !== null) return wholeDays(days, timeZone);
  const single = parseDay(text);
  if (single !== null) return withinCalendar(wholeDays([single, single], timeZone));
  const [first, last, ...rest] = text.split(/\.\.|,/);
  if (first === undefined || last === undefined || rest.length > 0 || (first === '' && last === '')) return RANGE_HINT;
  const from = first === '' ? null : parseEnd(first, timeZone);
  const to = last === '' ? null : parseEnd(last, timeZone);
  if (from === undefined || to === undefined) return RANGE_HINT;
  const range = { from: from?.start ?? null, before: to?.end ?? null };
  if (range.from !== null && range.before !== null && range.from >= range.before)
    return 'must not end before it begins';
  return withinCalendar(range);
}

const FIRST = new Date('0001-01-01T00:00:00.000Z');
const LAST = new Date('9999-12-31T23:59:59.999Z');

/** An end beyond the years that four digits can write leaves nothing out: it is open. */
function withinCalendar({ from, before }: DateRange): DateRange {
  return {
    from: from !== null && from < FIRST ? null : from,
    before: before !== null && before > LAST ? null : before,
  };
}

function keywordDays(text: string, today: Day): [Day, Day] | null {
  const days = /^last_([1-9]\d{0,2})_days$/.exec(text)?.[1];
  if (days !== undefined && Number(days) <= 366) return [today - Number(days) + 1, today];
  return Object.hasOwn(keywords, text) ? (keywords[text]?.(today) ?? null) : null;
}

function wholeDays([first, last]: [Day, Day], timeZone: string): DateRange {
  return { from: startOfDay(first, timeZone), before: startOfDay(last + 1, timeZone) };
}

/** One end: a day has a first and a last moment, an instant is one moment (of a millisecond). */
function parseEnd(text: string, timeZone: string): { start: Date; end: Date } | undefined {
  const day = parseDay(text);
  if (day !== null) return { start: startOfDay(day, timeZone), end: startOfDay(day + 1, timeZone) };
  const instant = parseInstant(text);
  return instant === null ? undefined : { start: instant, end: new Date(instant.getTime() + 1) };
}

function week(today: Day, weeks: number): [Day, Day] {
  const monday = today - calendar(today).weekday + 7 * weeks;
  return [monday, monday + 6];
}

function months(today: Day, offset: number, count: number): [Day, Day] {
  const { year, month } = calendar(today);
  return [firstOfMonth(year, month + offset), firstOfMonth(year, month + offset + count) - 1];
}
