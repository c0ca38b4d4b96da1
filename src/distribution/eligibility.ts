import type { MembershipSetting } from '../settings/snapshot.ts';
import { type WorkingHours, weekdays } from '../settings/working-hours.ts';
import { calendar, DAY_MINUTES, type LocalTime } from '../time-zone.ts';

/** What became of a candidate, in the order in which the reasons are looked at. */
export const outcomes = [
  'chosen',
  'not_in_turn',
  'inactive',
  'paused',
  'outside_hours',
  'open_cap',
  'daily_cap',
] as const;
export type Outcome = (typeof outcomes)[number];

/** Why a member cannot take a lead now, as far as its settings say; caps are judged by what it has. */
export function obstacle(member: MembershipSetting, now: LocalTime): 'inactive' | 'paused' | 'outside_hours' | null {
  if (!member.active) return 'inactive';
  if (!member.accepting_leads) return 'paused';
  return isAtWork(member.working_hours, now) ? null : 'outside_hours';
}

/** Ranges include their beginning and not their end. */
export function isAtWork(hours: WorkingHours, { day, minute }: LocalTime): boolean {
  if (hours === null) return true;
  const weekday = weekdays[calendar(day).weekday] ?? 'mon';
  return (hours[weekday] ?? []).some((range) => {
    const [from = DAY_MINUTES, to = 0] = range.split('-').map(minuteOf);
    return minute >= from && minute < to;
  });
}

function minuteOf(time: string): number {
  const [hour = 0, minute = 0] = time.split(':').map(Number);
  return hour * 60 + minute;
}
