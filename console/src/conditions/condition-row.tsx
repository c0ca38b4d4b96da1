import { X } from 'lucide-react';
import { useConditionTexts } from '../texts/conditions.ts';
import { IconButton } from '../ui/button.tsx';
import { SelectField } from '../ui/field.tsx';
import { type DraftCondition, reshaped } from './draft.ts';
import { type ConditionField, fieldNamed } from './fields.ts';
import { needsNoValue, type Operator, operatorsOf, wordsOf } from './operators.ts';
import { ValueInput } from './value-input.tsx';

interface ConditionRowProps {
  number: number;
  condition: DraftCondition;
  fields: readonly ConditionField[];
  onChange: (condition: DraftCondition) => void;
  onRemove: () => void;
  errorsOf: (part: 'field' | 'op' | 'value') => readonly string[];
}

/** One condition: which field, how it is compared, and with what. */
export function ConditionRow({ number, condition, fields, onChange, onRemove, errorsOf }: ConditionRowProps) {
  const texts = useConditionTexts();
  const field = fieldNamed(fields, condition.field);
  const offered = fields.filter((one) => !one.isArchived || one.name === condition.field);
  const fieldOptions = [
    ...(field === undefined ? [{ value: condition.field, label: `${condition.field} (${texts.unknown})` }] : []),
    ...offered.map(({ name, label }) => ({ value: name, label })),
  ];
  const words = field && texts.operators[wordsOf(field.type)];
  const operators = field === undefined ? [condition.op] : operatorsOf[field.type];
  return (
    <fieldset className="flex min-w-0 items-start gap-2 rounded-md bg-sunken p-2">
      <legend className="sr-only">{texts.row(number)}</legend>
      <div className="grid min-w-0 grow gap-2 sm:grid-cols-[minmax(0,1fr)_minmax(0,1fr)_minmax(0,1.4fr)]">
        <SelectField
          label={texts.field}
          hideLabel
          options={fieldOptions}
          value={condition.field}
          errors={errorsOf('field')}
          onChange={(event) => {
            const next = fieldNamed(fields, event.target.value);
            if (next !== undefined) onChange(reshaped(condition, { field: next, op: condition.op }, fields));
          }}
        />
        <SelectField
          label={texts.operator}
          hideLabel
          options={operators.map((op) => ({ value: op, label: words?.[op] ?? op }))}
          value={condition.op}
          errors={errorsOf('op')}
          onChange={(event) => {
            if (field !== undefined)
              onChange(reshaped(condition, { field, op: event.target.value as Operator }, fields));
          }}
        />
        {field !== undefined && !needsNoValue(condition.op) && (
          <ValueInput
            key={`${condition.field} ${condition.op}`}
            label={texts.value}
            field={field}
            condition={condition}
            onChange={(value) => onChange({ ...condition, value })}
            errors={errorsOf('value')}
          />
        )}
      </div>
      <IconButton label={texts.remove(number)} icon={<X className="size-4" aria-hidden="true" />} onClick={onRemove} />
    </fieldset>
  );
}
