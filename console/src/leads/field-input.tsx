import type { CustomFieldOption, LeadOptions } from '../api/leads.ts';
import type { Texts } from '../texts/texts.tsx';
import { useTexts } from '../texts/texts.tsx';
import { Checkbox, Field, SelectField, TextArea, TextField } from '../ui/field.tsx';
import { CUSTOM } from './custom.ts';

export const customFieldOf = (options: LeadOptions, name: string): CustomFieldOption | undefined =>
  name.startsWith(CUSTOM) ? options.custom_fields.find(({ key }) => key === name.slice(CUSTOM.length)) : undefined;

/** What a field of a lead is called, also a custom one. */
export const labelOf = (name: string, options: LeadOptions, { common }: Texts): string =>
  customFieldOf(options, name)?.label ?? common.fields[name as keyof typeof common.fields] ?? name;

interface FieldInputProps {
  name: string;
  options: LeadOptions;
  value: unknown;
  onChange: (value: unknown) => void;
  errors?: readonly string[] | undefined;
  required?: boolean;
  /** Beside a value in place, where the label stands already. */
  hideLabel?: boolean;
}

const typeOfPlain: Record<string, string> = { phone: 'tel', email: 'email' };

/** The control for one field of a lead. Null is what clears the field; numbers stay as typed until `patchOf`. */
export function FieldInput({ name, options, value, onChange, ...rest }: FieldInputProps) {
  const texts = useTexts();
  const label = labelOf(name, options, texts);
  const custom = customFieldOf(options, name);
  const text = value === null || value === undefined ? '' : String(value);
  const change = (typed: string) => onChange(typed === '' ? null : typed);
  const choices = (values: readonly string[]) => [
    { value: '', label: '–' },
    ...values.map((one) => ({ value: one, label: one })),
  ];
  if (name === 'source') {
    const sources = options.sources.map(({ public_id, name }) => ({ value: public_id, label: name }));
    const all = [{ value: '', label: '–' }, ...sources];
    return <SelectField label={label} {...rest} options={all} value={text} onChange={(e) => change(e.target.value)} />;
  }
  if (name === 'estimated_value' || custom?.type === 'number') {
    return (
      <TextField
        label={label}
        {...rest}
        inputMode="decimal"
        value={text}
        onChange={(event) => change(event.target.value)}
      />
    );
  }
  switch (custom?.type) {
    case 'boolean': {
      const all = [
        { value: '', label: '–' },
        { value: 'true', label: texts.common.yes },
        { value: 'false', label: texts.common.no },
      ];
      const pick = (chosen: string) => onChange(chosen === '' ? null : chosen === 'true');
      return <SelectField label={label} {...rest} options={all} value={text} onChange={(e) => pick(e.target.value)} />;
    }
    case 'date':
      return (
        <TextField label={label} {...rest} type="date" value={text} onChange={(event) => change(event.target.value)} />
      );
    case 'select':
      return (
        <SelectField
          label={label}
          {...rest}
          options={choices(custom.options ?? [])}
          value={text}
          onChange={(event) => change(event.target.value)}
        />
      );
    case 'multi_select': {
      const chosen = Array.isArray(value) ? (value as string[]) : [];
      const toggle = (one: string, isOn: boolean) => {
        const left = isOn ? [...chosen, one] : chosen.filter((other) => other !== one);
        onChange(left.length === 0 ? null : left);
      };
      return (
        <Field label={label} {...rest}>
          {({ 'aria-required': _, ...control }) => (
            <fieldset {...control} aria-label={label} className="flex flex-wrap gap-x-4 gap-y-1.5 py-1">
              {(custom.options ?? []).map((one) => (
                <Checkbox
                  key={one}
                  label={one}
                  checked={chosen.includes(one)}
                  onChange={(event) => toggle(one, event.target.checked)}
                />
              ))}
            </fieldset>
          )}
        </Field>
      );
    }
    case 'text':
      return (
        <TextArea
          label={label}
          {...rest}
          className="sm:col-span-2"
          rows={2}
          value={text}
          onChange={(event) => change(event.target.value)}
        />
      );
    default:
      return (
        <TextField
          label={label}
          {...rest}
          type={typeOfPlain[name] ?? 'text'}
          value={text}
          onChange={(event) => change(event.target.value)}
        />
      );
  }
}
