import pg from 'pg';

const TIMESTAMPTZ = 1184;
const parseAnyTime = pg.types.getTypeParser(TIMESTAMPTZ, 'text') as (text: string) => unknown;

/** How a column of this type is read. */
export const parserOf = (type: number): ((text: string) => unknown) =>
  type === TIMESTAMPTZ ? parseTime : pg.types.getTypeParser(type, 'text');

const SECONDS_END = 'yyyy-mm-dd hh:mm:ss'.length;
const UTC = '+00';

/** A time as PostgreSQL writes it. Nearly all are four-digit years in UTC: read by digits, which takes an eighth of the time. */
export function parseTime(text: string): unknown {
  const end = text.length - UTC.length;
  const isUsual = end >= SECONDS_END && end <= SECONDS_END + 4 && text.endsWith(UTC) && text[4] === '-';
  if (!isUsual || text.startsWith('0')) return parseAnyTime(text); // Date.UTC takes the year 99 for 1999
  const seconds = Date.UTC(
    100 * twoDigits(text, 0) + twoDigits(text, 2),
    twoDigits(text, 5) - 1,
    twoDigits(text, 8),
    twoDigits(text, 11),
    twoDigits(text, 14),
    twoDigits(text, 17),
  );
  return new Date(seconds + (end === SECONDS_END ? 0 : Math.round(1_000 * Number(text.slice(SECONDS_END, end)))));
}

const ZERO = '0'.charCodeAt(0);
const twoDigits = (text: string, at: number): number =>
  10 * (text.charCodeAt(at) - ZERO) + text.charCodeAt(at + 1) - ZERO;
