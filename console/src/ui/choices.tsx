import { useId, useState } from 'react';
import { useTexts } from '../texts/texts.tsx';
import type { Choice } from './combobox.tsx';

interface ChoicesProps {
  label: string;
  choices: readonly Choice[];
  chosen: readonly string[];
  onChange: (chosen: string[]) => void;
  /** One alone can be chosen. */
  single?: boolean;
  /** Side by side, for short labels. */
  twoColumns?: boolean;
  /** Lets a long list be searched. */
  find?: string;
  errors?: readonly string[] | undefined;
}

const LONG = 10;

/** A list from which one or several are chosen, each with its box. */
export function Choices({
  label,
  choices,
  chosen,
  onChange,
  single = false,
  twoColumns = false,
  find,
  errors = [],
}: ChoicesProps) {
  const { common } = useTexts();
  const id = useId();
  const [typed, setTyped] = useState('');
  const isLong = find !== undefined && choices.length > LONG;
  const wanted = typed.trim().toLocaleLowerCase();
  const shown = isLong ? choices.filter((one) => one.label.toLocaleLowerCase().includes(wanted)) : choices;
  const toggle = (value: string, isOn: boolean) => {
    if (single) return onChange([value]);
    onChange(isOn ? [...chosen, value] : chosen.filter((other) => other !== value));
  };
  return (
    <fieldset aria-describedby={errors.length > 0 ? `${id}-errors` : undefined} className="min-w-0">
      <legend className="sr-only">{label}</legend>
      {isLong && (
        <input
          type="search"
          aria-label={find}
          placeholder={find}
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
          className="field-box mb-2"
        />
      )}
      <div className={`grid max-h-80 overflow-y-auto ${twoColumns ? 'grid-cols-2' : ''}`}>
        {shown.map(({ value, label, note }) => (
          <label key={value} className="tap flex items-center gap-2 rounded-sm px-1 py-1 hover:bg-hover">
            <input
              type={single ? 'radio' : 'checkbox'}
              name={id}
              checked={chosen.includes(value)}
              onChange={(event) => toggle(value, event.target.checked)}
              className="size-4 shrink-0 accent-accent"
            />
            <span className="min-w-0 grow">
              <span className="block truncate">{label}</span>
              {note && <span className="block truncate text-xs text-ink-soft">{note}</span>}
            </span>
          </label>
        ))}
        {shown.length === 0 && <p className="px-1 py-1 text-ink-soft">{common.noMatch}</p>}
      </div>
      {errors.length > 0 && (
        <p id={`${id}-errors`} className="pt-1 text-xs text-danger first-letter:uppercase">
          {errors.join(' ')}
        </p>
      )}
    </fieldset>
  );
}
