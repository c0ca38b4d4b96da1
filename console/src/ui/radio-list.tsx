import { useId } from 'react';

interface RadioListProps<Value extends string> {
  label: string;
  options: readonly { value: Value; label: string; hint: string }[];
  value: Value;
  onChange: (value: Value) => void;
  errors?: readonly string[];
}

/** One of a few, each with what it means. */
export function RadioList<Value extends string>({
  label,
  options,
  value,
  onChange,
  errors = [],
}: RadioListProps<Value>) {
  const id = useId();
  return (
    <fieldset
      aria-describedby={errors.length > 0 ? `${id}-errors` : undefined}
      className="grid min-w-0 gap-2 sm:grid-cols-2"
    >
      <legend className="sr-only">{label}</legend>
      {options.map((one) => (
        <label
          key={one.value}
          className="flex items-start gap-2 rounded-md border border-line p-3 hover:bg-hover has-checked:border-accent has-checked:bg-accent-soft"
        >
          <input
            type="radio"
            name={id}
            checked={one.value === value}
            onChange={() => onChange(one.value)}
            aria-labelledby={`${id}-${one.value}-name`}
            aria-describedby={`${id}-${one.value}`}
            className="mt-0.5 size-4 shrink-0 accent-accent"
          />
          <span className="min-w-0">
            <span id={`${id}-${one.value}-name`} className="block font-medium">
              {one.label}
            </span>
            <span id={`${id}-${one.value}`} className="block text-xs text-ink-soft">
              {one.hint}
            </span>
          </span>
        </label>
      ))}
      {errors.length > 0 && (
        <p id={`${id}-errors`} className="text-xs text-danger">
          {errors.join(' ')}
        </p>
      )}
    </fieldset>
  );
}
