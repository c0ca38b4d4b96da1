import { useState } from 'react';
import { useTexts } from '../../texts/texts.tsx';
import { Choices } from '../../ui/choices.tsx';
import { DateField } from '../../ui/date-field.tsx';
import { daysOf, isInstant, rangeOf, rangeText } from './filters.ts';

interface PeriodEditorProps {
  label: string;
  value: string;
  onChange: (value: string) => void;
  errors?: readonly string[] | undefined;
  /** Some time must be chosen. */
  isRequired?: boolean;
}

const keywords = ['today', 'yesterday', 'this_week', 'last_week', 'last_7_days', 'last_30_days', 'last_90_days'];
const longer = ['this_month', 'last_month', 'this_quarter', 'this_year'];
const RANGE = 'range';

/** A time by a keyword, or between two days. */
export function PeriodEditor({ label, value, onChange, errors, isRequired = false }: PeriodEditorProps) {
  const { filters } = useTexts().leads;
  const isKeyword = daysOf(value) !== null || Object.hasOwn(filters.times, value);
  const [isRange, setRange] = useState(value !== '' && !isKeyword);
  const [{ from, to }, setEnds] = useState(isKeyword ? { from: '', to: '' } : daysIn(value));
  const known = [...keywords, ...longer];
  const all = isKeyword && !known.includes(value) ? [value, ...known] : known;
  const labelOf = (keyword: string): string => {
    const days = daysOf(keyword);
    return days === null ? filters.times[keyword as keyof typeof filters.times] : filters.lastDays(days);
  };
  const choose = ([chosen = '']: string[]) => {
    setRange(chosen === RANGE);
    if (chosen !== RANGE) onChange(chosen);
  };
  const setEnd = (ends: { from: string; to: string }) => {
    setEnds(ends);
    onChange(rangeText(ends.from, ends.to));
  };
  return (
    <div className="flex flex-col gap-2">
      <Choices
        single
        twoColumns
        label={label}
        choices={[
          ...(isRequired ? [] : [{ value: '', label: filters.any }]),
          ...all.map((keyword) => ({ value: keyword, label: labelOf(keyword) })),
          { value: RANGE, label: filters.range },
        ]}
        chosen={[isRange ? RANGE : value]}
        onChange={choose}
        errors={isRange ? [] : errors}
      />
      {isRange && (
        <>
          <DateField
            label={filters.from}
            max={to || '9999-12-31'}
            value={from}
            errors={errors}
            onChange={(day) => setEnd({ from: day, to })}
          />
          <DateField
            label={filters.to}
            min={from}
            max="9999-12-31"
            value={to}
            onChange={(day) => setEnd({ from, to: day })}
          />
        </>
      )}
    </div>
  );
}

/** Two days. A link may name moments, which the controls do not take: then their days. */
function daysIn(value: string): { from: string; to: string } {
  const day = (end: string) => (isInstant(end) ? end.slice(0, 10) : end);
  const { from, to } = rangeOf(value);
  return { from: day(from), to: day(to) };
}
