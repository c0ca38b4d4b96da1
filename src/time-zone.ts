import { keepNewest } from './keep-newest.ts';

const DAY_MS = 86_400_000;

/** More zones than organizations of one service are in; a format takes some 10 kB. */
const MOST_ZONES = 100;

const formats = new Map<string, Intl.DateTimeFormat>();

function formatOf(timeZone: string): Intl.DateTimeFormat {
  let format = formats.get(timeZone);
  if (format === undefined) {
    format = new Intl.DateTimeFormat('en-CA', {
      timeZone,
      hourCycle: 'h23',
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
      second: '2-digit',
    });
    keepNewest(formats, timeZone, format, MOST_ZONES);
  }
  return format;
}

/** What a clock on the wall of that zone shows, as if it were UTC. */
function wallClock(instant: number, timeZone: string): number {
  const parts = Object.fromEntries(
    formatOf(timeZone)
      .formatToParts(instant)
      .map(({ type, value }) => [type, Number(value)]),
  );
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = parts;
  const wall = new Date(0); // not Date.UTC, which takes the year 50 for 1950
  wall.setUTCFullYear(year, month - 1, day);
  return wall.setUTCHours(hour, minute, second);
}

/** A calendar day, counted from 1970-01-01. */
export type Day = number;

export const dayOf = (instant: Date, timeZone: string): Day =>
  Math.floor(wallClock(instant.getTime(), timeZone) / DAY_MS);

export const DAY_MINUTES = 1_440;

/** What calendar and clock on a wall show. */
export interface LocalTime {
  readonly day: Day;
  /** Since midnight. */
  readonly minute: number;
}

export function localTime(instant: Date, timeZone: string): LocalTime {
  const wall = wallClock(instant.getTime(), timeZone);
  const day = Math.floor(wall / DAY_MS);
  return { day, minute: Math.floor((wall - day * DAY_MS) / 60_000) };
}

/** When that day begins in that zone; where midnight is skipped by a clock change, the first moment after it. */
export function startOfDay(day: Day, timeZone: string): Date {
  const wall = day * DAY_MS;
  let instant = wall - (wallClock(wall, timeZone) - wall);
  instant = wall - (wallClock(instant, timeZone) - instant); // the offset at the guess may differ from that at the day
  if (wallClock(instant, timeZone) < wall) instant += wall - wallClock(instant, timeZone);
  return new Date(instant);
}

const lastMoments = new Map<string, { minute: number; now: LocalTime; dayStart: Date }>();

/** How many zones something is kept of. */
export const keptZones = (): number => Math.max(formats.size, lastMoments.size);

/** The local time with the beginning of its day. Asked for with every lead, and the same for a whole minute. */
export function moment(instant: Date, timeZone: string): { now: LocalTime; dayStart: Date } {
  const minute = Math.floor(instant.getTime() / 60_000);
  let last = lastMoments.get(timeZone);
  if (last?.minute !== minute) {
    const now = localTime(instant, timeZone);
    last = { minute, now, dayStart: last?.now.day === now.day ? last.dayStart : startOfDay(now.day, timeZone) };
    keepNewest(lastMoments, timeZone, last, MOST_ZONES);
  }
  return last;
}

export const parseDay = (text: string): Day | null => {
  const match = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text);
  if (match === null) return null;
  const [year, month, date] = match.slice(1).map(Number) as [number, number, number];
  const time = new Date(0).setUTCFullYear(year, month - 1, date);
  return year >= 1 && new Date(time).toISOString().slice(0, 10) === text ? time / DAY_MS : null;
};

/** Year, month (1 to 12) and weekday (Monday is 0) of a day. */
export function calendar(day: Day): { year: number; month: number; weekday: number } {
  const date = new Date(day * DAY_MS);
  return { year: date.getUTCFullYear(), month: date.getUTCMonth() + 1, weekday: (date.getUTCDay() + 6) % 7 };
}

/** The first day of a month; month 0 is the December before, 13 the January after. */
export const firstOfMonth = (year: number, month: number): Day => Date.UTC(year, month - 1, 1) / DAY_MS;
