import { type ReactNode, useId } from 'react';
import { classNames } from './class-names.ts';

interface RadioListProps<Value extends string> {
  label: string;
  options: readonly { value: Value; label: ReactNode; hint?: ReactNode; disabled?: boolean }[];
  value: Value;
  onChange: (value: Value) => void;
  hint?: ReactNode;
  errors?: readonly string[];
  twoColumns?: boolean;
  /** A heading above says it already. */
  hideLabel?: boolean;
}

/** A few ways to choose from, each explained. */
export function RadioList<Value extends string>(props: RadioListProps<Value>) {
  const { label, options, value, onChange, hint, errors = [], twoColumns = false, hideLabel = false } = props;
  const id = useId();
  const described = [hint ? `${id}-hint` : '', errors.length > 0 ? `${id}-errors` : ''].filter(Boolean).join(' ');
  return (
    <fieldset aria-describedby={described || undefined} className="flex min-w-0 flex-col gap-1">
      <legend className={hideLabel ? 'sr-only' : 'pb-1 text-sm font-medium'}>{label}</legend>
      <div className={classNames('grid gap-1.5', twoColumns && 'sm:grid-cols-2')}>
        {options.map((one) => (
          <label
            key={one.value}
            className={classNames(
              'tap flex items-start gap-2.5 rounded-md border px-3 py-2',
              one.value === value ? 'border-accent bg-accent-soft' : 'border-line hover:bg-hover',
            )}
          >
            <input
              type="radio"
              name={id}
              value={one.value}
              checked={one.value === value}
              disabled={one.disabled}
              aria-labelledby={`${id}-${one.value}-label`}
              aria-describedby={one.hint ? `${id}-${one.value}` : undefined}
              onChange={() => onChange(one.value)}
              className="mt-0.5 size-4 shrink-0 accent-accent"
            />
            <span className="min-w-0">
              <span id={`${id}-${one.value}-label`} className="block">
                {one.label}
              </span>
              {one.hint && (
                <span id={`${id}-${one.value}`} className="block text-xs text-ink-soft">
                  {one.hint}
                </span>
              )}
            </span>
          </label>
        ))}
      </div>
      {hint && (
        <p id={`${id}-hint`} className="text-xs text-ink-soft">
          {hint}
        </p>
      )}
      {errors.length > 0 && (
        <p id={`${id}-errors`} className="text-xs text-danger first-letter:uppercase">
          {errors.join(' ')}
        </p>
      )}
    </fieldset>
  );
}
