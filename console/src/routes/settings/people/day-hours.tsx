import { Plus, X } from 'lucide-react';
import { useId, useRef } from 'react';
import { flushSync } from 'react-dom';
import { usePeopleTexts } from '../../../texts/people.ts';
import { Button, IconButton } from '../../../ui/button.tsx';
import { faultOf, nextRange, type Range, readEnd, shownEnd, type Weekday } from './working-hours.ts';

interface DayHoursProps {
  day: Weekday;
  ranges: readonly Range[];
  onChange: (ranges: Range[]) => void;
  errors: readonly string[];
}

const MOST_RANGES = 10;

/** The ranges of one day of the week. What is wrong with them is said at once. */
export function DayHours({ day, ranges, onChange, errors }: DayHoursProps) {
  const { hours: texts } = usePeopleTexts();
  const id = useId();
  const row = useRef<HTMLLIElement>(null);
  const name = texts.days[day];
  const fault = faultOf(ranges);
  const message = fault === null ? errors.join(' ') : texts.faults[fault];
  const set = (n: number, range: Range) => onChange(ranges.map((one, at) => (at === n ? range : one)));
  const field = (label: string, value: string, onTime: (time: string) => void) => (
    <input
      type="time"
      aria-label={label}
      aria-invalid={message !== '' || undefined}
      aria-describedby={message === '' ? undefined : `${id}-errors`}
      value={value}
      onChange={(event) => onTime(event.target.value)}
      className="field-box min-w-0 px-2! max-sm:[&::-webkit-calendar-picker-indicator]:hidden sm:w-auto!"
    />
  );
  /** Drawn at once, so that the next key finds the focus where it belongs. */
  const changeAndFocus = (changed: Range[], selector: string) => {
    flushSync(() => onChange(changed));
    [...(row.current?.querySelectorAll<HTMLElement>(selector) ?? [])].at(-1)?.focus();
  };
  return (
    <li ref={row} className="flex flex-wrap items-start gap-x-3 gap-y-2 px-3 py-2">
      <span className="w-24 shrink-0 pt-1.5 font-medium">{name}</span>
      <div className="flex min-w-0 grow flex-col gap-2">
        {ranges.length === 0 && <span className="pt-1.5 text-ink-soft">{texts.off}</span>}
        {ranges.map(([from, to], n) => (
          <div key={n} data-range className="flex items-center gap-1.5">
            {field(texts.from(name, n + 1), from, (time) => set(n, [time, to]))}
            <span className="text-ink-soft" aria-hidden="true">
              –
            </span>
            {field(texts.to(name, n + 1), shownEnd(to), (time) => set(n, [from, readEnd(time)]))}
            <IconButton
              label={texts.remove(name, n + 1)}
              icon={<X className="size-4" aria-hidden="true" />}
              onClick={() =>
                changeAndFocus(
                  ranges.filter((_, at) => at !== n),
                  '[data-add]',
                )
              }
            />
          </div>
        ))}
        {message !== '' && (
          <p id={`${id}-errors`} className="text-xs text-danger">
            {message}
          </p>
        )}
      </div>
      <Button
        data-add
        look="quiet"
        disabled={ranges.length >= MOST_RANGES}
        aria-label={texts.addTo(name)}
        icon={<Plus className="size-4" aria-hidden="true" />}
        onClick={() => changeAndFocus([...ranges, nextRange(ranges)], '[data-range] input:first-of-type')}
      >
        {texts.add}
      </Button>
    </li>
  );
}
