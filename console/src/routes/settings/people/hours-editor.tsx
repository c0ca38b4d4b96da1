import { useRef, useState } from 'react';
import { useMe } from '../../../api/me.ts';
import { usePeopleTexts } from '../../../texts/people.ts';
import { Button } from '../../../ui/button.tsx';
import { DayHours } from './day-hours.tsx';
import { rangesOf, usualHours, type WorkingHours, weekdays, withDay, withMondayEverywhere } from './working-hours.ts';

interface HoursEditorProps {
  value: WorkingHours;
  onChange: (hours: WorkingHours) => void;
  /** What the service refused of a day. */
  errorsOf: (day: string) => readonly string[];
}

/** When a person takes leads: always, or per day of the week in one range or several. */
export function HoursEditor({ value, onChange, errorsOf }: HoursEditorProps) {
  const { person, hours: words } = usePeopleTexts();
  const { organization } = useMe();
  /** Comes back where somebody goes to "always" and returns. */
  const kept = useRef(value ?? usualHours);
  const [said, setSaid] = useState('');
  const set = (hours: NonNullable<WorkingHours>) => {
    kept.current = hours;
    onChange(hours);
  };
  return (
    <div className="flex flex-col gap-3">
      <fieldset className="flex flex-wrap gap-x-6 gap-y-1">
        <legend className="sr-only">{person.hours}</legend>
        {[null, kept.current].map((to) => (
          <label key={to === null ? 'always' : 'hours'} className="tap inline-flex items-center gap-2 py-1">
            <input
              type="radio"
              name="working-hours"
              checked={(value === null) === (to === null)}
              onChange={() => onChange(to)}
              className="size-4 shrink-0 accent-accent"
            />
            {to === null ? person.always : person.atHours}
          </label>
        ))}
      </fieldset>
      {value !== null && (
        <>
          <p className="text-ink-soft">{person.hoursHint(organization.time_zone)}</p>
          <ul className="divide-y divide-line rounded-md border border-line">
            {weekdays.map((day) => (
              <DayHours
                key={day}
                day={day}
                ranges={rangesOf(value, day)}
                onChange={(ranges) => set(withDay(value, day, ranges))}
                errors={errorsOf(day)}
              />
            ))}
          </ul>
          <div className="flex flex-wrap items-center gap-3">
            <Button
              disabled={value.mon === undefined}
              onClick={() => {
                set(withMondayEverywhere(value));
                setSaid(words.copied);
              }}
            >
              {words.copy}
            </Button>
            <span role="status" className="text-xs text-ink-soft">
              {said}
            </span>
          </div>
          <p className="text-xs text-ink-soft">{words.midnight}</p>
        </>
      )}
    </div>
  );
}
