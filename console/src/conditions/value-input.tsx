import { ChevronDown } from 'lucide-react';
import { useState } from 'react';
import { useConditionTexts } from '../texts/conditions.ts';
import { useTexts } from '../texts/texts.tsx';
import { Choices } from '../ui/choices.tsx';
import { DateField } from '../ui/date-field.tsx';
import { SelectField, TextArea, TextField } from '../ui/field.tsx';
import { Popover } from '../ui/popover.tsx';
import { type DraftCondition, listOf } from './draft.ts';
import type { ConditionField } from './fields.ts';
import { takesList, valueType } from './operators.ts';

interface ValueInputProps {
  label: string;
  field: ConditionField;
  condition: DraftCondition;
  onChange: (value: DraftCondition['value']) => void;
  errors: readonly string[];
}

/** The control for what a field is compared with. */
export function ValueInput(props: ValueInputProps) {
  const { label, field, condition, onChange, errors } = props;
  const texts = useConditionTexts();
  const { common } = useTexts();
  const type = valueType(field.type, condition.op);
  const hasChoices = type === 'source' || type === 'select' || type === 'multi_select';
  if (takesList(condition.op)) return hasChoices ? <ManyInput {...props} /> : <LinesInput {...props} />;
  const shared = { label, hideLabel: true, errors, className: 'grow' };
  const text = condition.value === null || Array.isArray(condition.value) ? '' : String(condition.value);
  const pick = (value: string) => onChange(value === '' ? null : value);
  if (hasChoices) {
    const offered = field.choices.filter((one) => !one.isArchived || one.value === text);
    const known = text === '' || offered.some(({ value }) => value === text);
    const options = [
      { value: '', label: texts.choose },
      ...(known ? [] : [{ value: text, label: type === 'source' ? texts.unknown : text }]),
      ...offered,
    ];
    return <SelectField {...shared} options={options} value={text} onChange={(event) => pick(event.target.value)} />;
  }
  switch (type) {
    case 'boolean': {
      const options = [
        { value: '', label: texts.choose },
        { value: 'true', label: common.yes },
        { value: 'false', label: common.no },
      ];
      const choose = (value: string) => onChange(value === '' ? null : value === 'true');
      return (
        <SelectField {...shared} options={options} value={text} onChange={(event) => choose(event.target.value)} />
      );
    }
    case 'date':
      return <DateField {...shared} value={text} onChange={pick} />;
    default:
      return (
        <TextField
          {...shared}
          type={type === 'phone' ? 'tel' : 'text'}
          {...(type === 'number' && { inputMode: 'decimal' as const })}
          value={text}
          onChange={(event) => pick(event.target.value)}
        />
      );
  }
}

/** Several of those that there are, behind a button that names them. */
function ManyInput({ label, field, condition, onChange, errors }: ValueInputProps) {
  const texts = useConditionTexts();
  const chosen = listOf(condition.value);
  const nameOf = (value: string) => field.choices.find((one) => one.value === value)?.label ?? texts.unknown;
  const offered = field.choices.filter((one) => !one.isArchived || chosen.includes(one.value));
  const lost = chosen
    .filter((value) => !offered.some((one) => one.value === value))
    .map((value) => ({ value, label: nameOf(value) }));
  const said = chosen.map(nameOf).join(', ');
  return (
    <div className="min-w-0 grow">
      <Popover
        title={label}
        trigger={
          <button
            type="button"
            data-invalid={errors.length > 0 || undefined}
            aria-label={said === '' ? label : `${label}: ${said}`}
            className="field-box flex items-center gap-2 text-left"
          >
            <span className={`min-w-0 grow truncate ${said === '' ? 'text-ink-soft' : ''}`}>
              {said === '' ? texts.chooseSome : said}
            </span>
            <ChevronDown className="size-4 shrink-0" aria-hidden="true" />
          </button>
        }
      >
        <Choices
          label={label}
          choices={[...offered, ...lost]}
          chosen={chosen}
          onChange={(values) => onChange(values)}
          find={texts.find}
        />
      </Popover>
      {errors.length > 0 && (
        <p role="alert" className="pt-1 text-xs text-danger first-letter:uppercase">
          {errors.join(' ')}
        </p>
      )}
    </div>
  );
}

/** Several that are typed, one a line. What is typed stays as it is until the entries change elsewhere. */
function LinesInput({ label, field, condition, onChange, errors }: ValueInputProps) {
  const texts = useConditionTexts();
  const entries = Array.isArray(condition.value) ? (condition.value as readonly string[]) : [];
  const [lines, setLines] = useState(entries.join('\n'));
  const isSame = lines.split('\n').map(trimmed).filter(Boolean).join('\n') === entries.join('\n');
  return (
    <TextArea
      label={label}
      hideLabel
      errors={errors}
      hint={field.type === 'date' ? texts.dateListHint : texts.listHint}
      className="grow"
      rows={3}
      value={isSame ? lines : entries.join('\n')}
      onChange={(event) => {
        setLines(event.target.value);
        onChange(event.target.value.split('\n').map(trimmed).filter(Boolean));
      }}
    />
  );
}

const trimmed = (line: string) => line.trim();
