import { type Static, Type } from 'typebox';
import { Nullable } from '../../http/schema.ts';

export const weekdays = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] as const;
export type Weekday = (typeof weekdays)[number];

const Range = Type.String({
  pattern: '^([01][0-9]|2[0-3]):[0-5][0-9]-(([01][0-9]|2[0-3]):[0-5][0-9]|24:00)$',
  'x-message': 'must be a time range such as 09:30-18:30',
});

export const WorkingHours = Nullable(
  Type.Partial(
    Type.Object(
      Object.fromEntries(weekdays.map((day) => [day, Type.Array(Range, { maxItems: 10 })])) as Record<
        Weekday,
        ReturnType<typeof Type.Array<typeof Range>>
      >,
    ),
    {
      additionalProperties: false,
      description: 'When it takes leads, in the organization’s time zone; a day left out is a day off; null: always',
      examples: [{ mon: ['09:30-18:30'], sat: ['10:00-13:00', '14:00-16:00'] }],
    },
  ),
);
export type WorkingHours = Static<typeof WorkingHours>;

/** Days whose ranges end before they begin, or overlap. */
export function faultyDays(hours: WorkingHours): Weekday[] {
  return weekdays.filter((day) => {
    const ranges = (hours?.[day] ?? []).map((range) => range.split('-') as [string, string]).sort();
    return ranges.some(([from, to], n) => from >= to || (n > 0 && from < (ranges[n - 1]?.[1] ?? '')));
  });
}
