import { type ComponentProps, type ReactNode, useId } from 'react';
import { classNames } from './class-names.ts';

interface FieldProps {
  label: string;
  /** What the service found wrong with it. */
  errors?: readonly string[] | undefined;
  hint?: ReactNode;
  required?: boolean;
  hideLabel?: boolean;
  className?: string;
  /** The control, given what ties it to label, hint and errors. */
  children: (control: ControlProps) => ReactNode;
}

export interface ControlProps {
  id: string;
  'aria-describedby': string | undefined;
  'aria-invalid': true | undefined;
  'aria-required': true | undefined;
}

/** A control with its label, its hint, and the messages of a refused request next to it. */
export function Field({ label, errors = [], hint, required, hideLabel, className, children }: FieldProps) {
  const id = useId();
  const isWrong = errors.length > 0;
  const described = [hint ? `${id}-hint` : '', isWrong ? `${id}-errors` : ''].filter(Boolean).join(' ');
  return (
    <div className={classNames('flex flex-col gap-1', className)}>
      <label htmlFor={id} className={hideLabel ? 'sr-only' : 'text-sm font-medium wrap-anywhere'}>
        {label}
        {required && (
          <span className="text-danger" aria-hidden="true">
            {' *'}
          </span>
        )}
      </label>
      {children({
        id,
        'aria-describedby': described || undefined,
        'aria-invalid': isWrong || undefined,
        'aria-required': required || undefined,
      })}
      {hint && (
        <p id={`${id}-hint`} className="text-xs text-ink-soft">
          {hint}
        </p>
      )}
      {isWrong && (
        <p id={`${id}-errors`} className="text-xs text-danger first-letter:uppercase">
          {errors.join(' ')}
        </p>
      )}
    </div>
  );
}

type Labelled = Omit<FieldProps, 'children'>;

const split = <Rest extends object>({ label, errors, hint, required, hideLabel, ...rest }: Labelled & Rest) => ({
  field: {
    label,
    errors,
    hint,
    ...(required !== undefined && { required }),
    ...(hideLabel !== undefined && { hideLabel }),
  },
  rest,
});

export function TextField(props: Labelled & Omit<ComponentProps<'input'>, 'required'>) {
  const { field, rest } = split(props);
  const { className, ...input } = rest;
  return (
    <Field {...field} {...(className !== undefined && { className })}>
      {(control) => <input type="text" {...input} {...control} className="field-box" />}
    </Field>
  );
}

export function TextArea(props: Labelled & Omit<ComponentProps<'textarea'>, 'required'>) {
  const { field, rest } = split(props);
  const { className, ...area } = rest;
  return (
    <Field {...field} {...(className !== undefined && { className })}>
      {(control) => <textarea rows={3} {...area} {...control} className="field-box resize-y" />}
    </Field>
  );
}

interface Option {
  value: string;
  label: string;
  disabled?: boolean;
}

/** The browser's own list: it fits every screen and every keyboard. */
export function SelectField(
  props: Labelled & Omit<ComponentProps<'select'>, 'required' | 'children'> & { options: readonly Option[] },
) {
  const { field, rest } = split(props);
  const { className, options, ...select } = rest;
  return (
    <Field {...field} {...(className !== undefined && { className })}>
      {(control) => (
        <select {...select} {...control} className="field-box text-ellipsis">
          {options.map(({ value, label, disabled }) => (
            <option key={value} value={value} disabled={disabled}>
              {label}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}

interface CheckboxProps extends Omit<ComponentProps<'input'>, 'type'> {
  label: string;
  hideLabel?: boolean;
  /** Some of what it stands for is chosen. */
  mixed?: boolean;
}

export function Checkbox({ label, hideLabel, mixed = false, className, ...rest }: CheckboxProps) {
  return (
    <label className={classNames('inline-flex items-center gap-2', className)}>
      <input
        type="checkbox"
        {...rest}
        ref={(box) => {
          if (box !== null) box.indeterminate = mixed;
        }}
        className="size-4 shrink-0 accent-accent"
      />
      <span className={hideLabel ? 'sr-only' : ''}>{label}</span>
    </label>
  );
}

/** A checkbox with what it means below it. */
export function CheckboxField({ hint, ...box }: CheckboxProps & { hint: string }) {
  const id = useId();
  return (
    <div className="flex flex-col gap-1">
      <Checkbox {...box} aria-describedby={id} />
      <p id={id} className="text-xs text-ink-soft">
        {hint}
      </p>
    </div>
  );
}
