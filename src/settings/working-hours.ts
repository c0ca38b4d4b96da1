import type { Static } from 'typebox';
import { Nullable } from '../http/schema.ts';
import { Type } from '../http/type.ts';
import type { FieldErrors } from '../problems.ts';

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
      title: 'WorkingHours',
      description: 'When it takes leads, in the organization’s time zone; a day left out is a day off; null: always',
      examples: [{ mon: ['09:30-18:30'], sat: ['10:00-13:00', '14:00-16:00'] }],
    },
  ),
);
export type WorkingHours = Static<typeof WorkingHours>;

const isRange = (range: unknown) => typeof range === 'string' && /^\d\d:\d\d-\d\d:\d\d$/.test(range);

/** Days whose ranges end before they begin, or overlap. Days of another form are the schema's to refuse. */
export function faultyDays(hours: WorkingHours): Weekday[] {
  return weekdays.filter((day) => {
    const list = hours?.[day];
    if (!Array.isArray(list) || !list.every(isRange)) return false;
    const ranges = list.map((range) => range.split('-') as [string, string]).sort();
    return ranges.some(([from, to], n) => from >= to || (n > 0 && from < (ranges[n - 1]?.[1] ?? '')));
  });
}

export function checkWorkingHours({ working_hours = null }: { working_hours?: WorkingHours }): FieldErrors {
  const message = 'must have ranges that end after they begin and do not overlap';
  return Object.fromEntries(faultyDays(working_hours).map((day) => [`working_hours.${day}`, [message]]));
}
