import { dayIn, instantAt, wallClock } from '../../format/zoned.ts';

/** A time span between two days (both included) or two moments, as a report is asked for it. */
export interface Period {
  range: string;
  /** Days, or moments where the report was asked for moments. */
  from: string;
  to: string;
  /** When the leads of this period were as old as those of the report are now. */
  sameAgeAt: string;
}

interface Current {
  /** As the report was asked for it: a keyword or a range. */
  asked: string;
  /** As the service understood it: moments, `to` not included; null where it is open. */
  from: string | null;
  to: string | null;
  /** The moment of the report, by the service's clock. */
  asOf: string;
}

const DAY_MS = 86_400_000;
const MINUTE_MS = 60_000;

/** Months that a keyword covers; every other period is as many days. */
const monthsOf: Readonly<Record<string, number>> = { this_month: 1, last_month: 1, this_quarter: 3, this_year: 12 };

/** The period of the same length just before. Null where there is none, as the report's has no beginning. */
export function previousPeriod({ asked, from, to, asOf }: Current, timeZone: string): Period | null {
  if (from === null) return null;
  if (/\d[Tt]\d/.test(asked)) return previousMoments(from, to ?? asOf, asOf);
  const first = dayNumber(dayIn(from, timeZone));
  const last = dayNumber(dayIn(to === null ? asOf : new Date(Date.parse(to) - 1).toISOString(), timeZone));
  const months = monthsOf[asked];
  const before = months === undefined ? first - Math.max(1, last - first + 1) : monthsBefore(first, months);
  if (new Date(before * DAY_MS).getUTCFullYear() < 1) return null;
  const [start, end] = [dayText(before), dayText(first - 1)];
  return { range: `${start}..${end}`, from: start, to: end, sameAgeAt: daysEarlier(asOf, first - before, timeZone) };
}

function previousMoments(from: string, to: string, asOf: string): Period {
  const length = Date.parse(to) - Date.parse(from);
  const earlier = (at: string, by: number) => new Date(Date.parse(at) - by).toISOString();
  const [start, end] = [earlier(from, length), earlier(from, 1)];
  return { range: `${start}..${end}`, from: start, to: end, sameAgeAt: earlier(asOf, length) };
}

/** Days are counted from 1970-01-01, without clocks. */
const dayNumber = (day: string): number => Date.parse(`${day}T00:00:00Z`) / DAY_MS;
const dayText = (day: number): string => new Date(day * DAY_MS).toISOString().slice(0, 10);

function monthsBefore(first: number, months: number): number {
  const date = new Date(first * DAY_MS);
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() - months, 1) / DAY_MS;
}

/** The same time of day, by the clocks of the zone. */
function daysEarlier(at: string, days: number, timeZone: string): string {
  const clock = wallClock(new Date(at), timeZone);
  const day = dayText(dayNumber(clock.slice(0, 10)) - days);
  const minute = instantAt(`${day}${clock.slice(10)}`, timeZone) ?? new Date(Date.parse(at) - days * DAY_MS);
  return new Date(minute.getTime() + (Date.parse(at) % MINUTE_MS)).toISOString();
}
