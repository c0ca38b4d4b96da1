import fc from 'fast-check';
import { expect, it } from 'vitest';
import { isTimeZone } from '../../src/organization/time-zones.ts';
import { parseInstant } from '../../src/time.ts';
import { keptZones, localTime } from '../../src/time-zone.ts';

const moment = fc.date({
  min: new Date('0002-01-01T00:00:00Z'),
  max: new Date('9998-12-31T00:00:00Z'),
  noInvalidDate: true,
});
const offset = fc.integer({ min: -23 * 60 - 59, max: 23 * 60 + 59 });

const pad = (n: number) => String(n).padStart(2, '0');

it('an instant in UTC is read as the moment it names', () => {
  fc.assert(
    fc.property(moment, (date) => {
      expect(parseInstant(date.toISOString())).toEqual(date);
    }),
  );
});

it('an instant with an offset is read as the moment it names', () => {
  fc.assert(
    fc.property(moment, offset, (date, minutes) => {
      const local = new Date(date.getTime() + minutes * 60_000).toISOString().slice(0, -1);
      const zone = `${minutes < 0 ? '-' : '+'}${pad(Math.floor(Math.abs(minutes) / 60))}:${pad(Math.abs(minutes) % 60)}`;
      expect(parseInstant(local + zone)).toEqual(date);
    }),
  );
});

it('the spellings that RFC 3339 allows are read', () => {
  const same = new Date('2026-01-31T09:30:00.000Z');
  for (const text of [
    '2026-01-31T09:30:00Z',
    '2026-01-31t09:30:00z',
    '2026-01-31T09:30:00.0Z',
    '2026-01-31T15:00:00+05:30',
    '2026-01-31T09:30:00-00:00',
    '2026-01-31T09:30:00.000000001Z',
  ]) {
    expect(parseInstant(text), text).toEqual(same);
  }
  expect(parseInstant('2024-02-29T00:00:00Z')).not.toBeNull();
  expect(parseInstant('2000-02-29T00:00:00Z')).not.toBeNull();
});

it('dates and times that do not exist are refused, not rolled over', () => {
  for (const text of [
    '2026-02-29T00:00:00Z',
    '2100-02-29T00:00:00Z',
    '2026-02-30T00:00:00Z',
    '2026-04-31T00:00:00Z',
    '2026-13-01T00:00:00Z',
    '2026-00-01T00:00:00Z',
    '2026-01-00T00:00:00Z',
    '2026-01-32T00:00:00Z',
    '2026-01-31T24:00:00Z',
    '2026-01-31T09:60:00Z',
    '2026-01-31T09:30:61Z',
    '2026-01-31T09:30:00+24:00',
    '2026-01-31T09:30:00+05:60',
  ]) {
    expect(parseInstant(text), text).toBeNull();
  }
});

it('what is not an instant is refused', () => {
  for (const text of [
    '',
    '2026-01-31',
    '2026-01-31T09:30:00',
    '2026-01-31T09:30Z',
    '2026-01-31 09:30:00Z',
    '2026-1-31T09:30:00Z',
    '26-01-31T09:30:00Z',
    '+002026-01-31T09:30:00Z',
    '2026-01-31T09:30:00+0530',
    '2026-01-31T09:30:00.Z',
    '2026-01-31T09:30:00Z ',
    '2026-01-31T09:30:00Z\n',
    '２０２６-01-31T09:30:00Z',
    'now',
    '1769851800',
  ]) {
    expect(parseInstant(text), JSON.stringify(text)).toBeNull();
  }
});

it('an instant that cannot be written in UTC with a year from 0001 to 9999 is refused', () => {
  for (const text of ['9999-12-31T23:59:59-12:00', '0001-01-01T00:00:00+12:00', '0000-06-01T00:00:00Z']) {
    expect(parseInstant(text), text).toBeNull();
  }
  expect(parseInstant('9999-12-31T23:59:59Z')).not.toBeNull();
});

it('any text at all is read or refused, never a failure', () => {
  fc.assert(fc.property(fc.string({ unit: 'binary' }), (text) => parseInstant(text) === null));
  const nearly = fc.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,9})?(Z|[+-]\d\d:\d\d)$/);
  fc.assert(
    fc.property(nearly, (text) => {
      const date = parseInstant(text);
      if (date !== null) expect(Number.isNaN(date.getTime())).toBe(false);
    }),
  );
});

it('a time zone is an IANA name', () => {
  for (const name of ['Asia/Kolkata', 'UTC', 'Europe/London', 'America/Argentina/Buenos_Aires', 'Etc/GMT-5']) {
    expect(isTimeZone(name), name).toBe(true);
  }
  for (const name of [
    '',
    '+05:30',
    '-08:00',
    'Z',
    'GMT+5:30',
    'Asia',
    'Asia/',
    'Asia/Nowhere',
    ' UTC',
    'UTC\n',
    '../UTC',
    'posix/Asia/Kolkata',
    'right/UTC',
  ]) {
    expect(isTimeZone(name), JSON.stringify(name)).toBe(false);
  }
});

it('an abbreviation that IANA does not have is no time zone', () => {
  for (const name of ['IST', 'PST', 'AST', 'JST']) expect(isTimeZone(name), name).toBe(false);
});

it('what is kept of time zones is bounded, also where they are spelled in many ways', () => {
  const zone = 'america/argentina/buenos_aires';
  const instant = new Date('2026-01-31T12:00:00Z');
  for (let n = 0; n < 300; n++) {
    const spelled = [...zone].map((letter, at) => ((n >> (at % 9)) & 1 ? letter.toUpperCase() : letter)).join('');
    expect(localTime(instant, spelled)).toEqual({ day: 20_484, minute: 9 * 60 });
  }
  expect(keptZones()).toBeLessThanOrEqual(100);
});
