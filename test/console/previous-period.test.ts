import { describe, expect, it } from 'vitest';
import { previousPeriod } from '../../console/src/routes/reports/previous-period.ts';

const INDIA = 'Asia/Kolkata';
const BERLIN = 'Europe/Berlin';

/** A day in India begins at 18:30 UTC of the day before. */
const startIn = (day: string) => new Date(Date.parse(`${day}T00:00:00Z`) - 5.5 * 3_600_000).toISOString();

const inIndia = (asked: string, from: string, before: string | null, asOf = '2026-11-17T12:00:00.000Z') =>
  previousPeriod({ asked, from: startIn(from), to: before && startIn(before), asOf }, INDIA);

describe('the period that a report is compared with', () => {
  it('is as many days just before, for days and for keywords that count days', () => {
    expect(inIndia('last_30_days', '2026-10-19', '2026-11-18')?.range).toBe('2026-09-19..2026-10-18');
    expect(inIndia('today', '2026-11-17', '2026-11-18')?.range).toBe('2026-11-16..2026-11-16');
    expect(inIndia('yesterday', '2026-11-16', '2026-11-17')?.range).toBe('2026-11-15..2026-11-15');
    expect(inIndia('this_week', '2026-11-16', '2026-11-23')?.range).toBe('2026-11-09..2026-11-15');
    expect(inIndia('2026-02-01..2026-02-28', '2026-02-01', '2026-03-01')?.range).toBe('2026-01-04..2026-01-31');
    expect(inIndia('2026-03-01', '2026-03-01', '2026-03-02')?.range).toBe('2026-02-28..2026-02-28');
  });

  it('is the month, quarter or year before, however long that was', () => {
    expect(inIndia('this_month', '2026-11-01', '2026-12-01')?.range).toBe('2026-10-01..2026-10-31');
    expect(inIndia('last_month', '2026-03-01', '2026-04-01')?.range).toBe('2026-02-01..2026-02-28');
    expect(inIndia('last_month', '2028-03-01', '2028-04-01')?.range).toBe('2028-02-01..2028-02-29');
    expect(inIndia('this_month', '2026-01-01', '2026-02-01')?.range).toBe('2025-12-01..2025-12-31');
    expect(inIndia('this_quarter', '2026-01-01', '2026-04-01')?.range).toBe('2025-10-01..2025-12-31');
    expect(inIndia('this_year', '2026-01-01', '2027-01-01')?.range).toBe('2025-01-01..2025-12-31');
  });

  it('ends where the report begins if the report has no end, and is none if it has no beginning', () => {
    expect(inIndia('2026-11-08..', '2026-11-08', null)?.range).toBe('2026-10-29..2026-11-07');
    const open = { asked: '..2026-11-08', from: null, to: startIn('2026-11-09'), asOf: '2026-11-17T12:00:00.000Z' };
    expect(previousPeriod(open, INDIA)).toBeNull();
  });

  it('counts days by the calendar of the zone where clocks change, and keeps the time of day', () => {
    // Berlin: summer time ends on 25 October 2026.
    const current = {
      asked: 'last_7_days',
      from: '2026-10-21T22:00:00.000Z',
      to: '2026-10-28T23:00:00.000Z',
      asOf: '2026-10-28T14:30:15.250Z',
    };
    expect(previousPeriod(current, BERLIN)).toMatchObject({
      range: '2026-10-15..2026-10-21',
      sameAgeAt: '2026-10-21T13:30:15.250Z',
    });
  });

  it('is as long, to the millisecond, for moments', () => {
    const asked = '2026-11-01T10:00:00.000Z..2026-11-01T11:59:59.999Z';
    const current = {
      asked,
      from: '2026-11-01T10:00:00.000Z',
      to: '2026-11-01T12:00:00.000Z',
      asOf: '2026-11-17T12:00:00.000Z',
    };
    expect(previousPeriod(current, INDIA)).toMatchObject({
      range: '2026-11-01T08:00:00.000Z..2026-11-01T09:59:59.999Z',
      sameAgeAt: '2026-11-17T10:00:00.000Z',
    });
  });
});
