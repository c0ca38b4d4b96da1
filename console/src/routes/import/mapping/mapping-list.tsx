import { memo, useRef } from 'react';
import type { LeadOptions } from '../../../api/leads.ts';
import { useFormat } from '../../../format/format.ts';
import { useImportTexts } from '../../../texts/imports.ts';
import { Button } from '../../../ui/button.tsx';
import { SelectField } from '../../../ui/field.tsx';
import type { FileStart } from '../reading/file-start.ts';
import { IGNORE, type Mistakes, UNDECIDED } from './mapping.ts';
import { fieldNames, type ImportChoices } from './use-choices.ts';
import { useColumnWords } from './use-column-words.ts';
import { useFieldLabels } from './use-field-labels.ts';

interface MappingListProps {
  start: FileStart;
  mistakes: Mistakes;
  options: LeadOptions;
  choices: ImportChoices;
  disabled: boolean;
}

const EXAMPLES = 3;

/** Each column with examples of its values, and the field that it goes to. */
export function MappingList({ start: { columns, rows }, mistakes, options, choices, disabled }: MappingListProps) {
  const { mapping: texts } = useImportTexts();
  const format = useFormat();
  const label = useFieldLabels(options);
  const { called, fieldFor } = useColumnWords();
  const list = useRef<HTMLUListElement>(null);
  const fields = [
    { value: UNDECIDED, label: texts.undecided },
    { value: IGNORE, label: texts.ignore },
    ...fieldNames(options).map((value) => ({ value, label: label(value) })),
  ];
  const errorOf = (column: string): string => {
    const { mistakes: words } = texts;
    if (mistakes.repeated.has(column)) return words.repeated;
    const meant = mistakes.undecided.get(column);
    if (meant !== undefined) return meant.length > 1 ? words.ambiguous(meant.map(label).join(', ')) : words.undecided;
    const other = mistakes.taken.get(column);
    return other === undefined ? '' : words.taken(label(choices.mapping.get(column) ?? ''), called(other));
  };
  const names = [...new Set(columns)];
  const undecided = mistakes.undecided.size;
  const leaveOut = () => {
    // The button is gone then: the focus goes to the first column that it decided on.
    const first = names.findIndex((column) => mistakes.undecided.has(column));
    list.current?.querySelectorAll('select')[first]?.focus();
    choices.leaveOutUndecided();
  };
  return (
    <>
      {undecided > 0 && (
        <Button className="self-start" disabled={disabled} onClick={leaveOut}>
          {texts.leaveOut(format.number(undecided), undecided === 1)}
        </Button>
      )}
      <ul ref={list} className="divide-y divide-line border-y border-line">
        {names.map((column) => (
          <ColumnRow
            key={column}
            column={column}
            called={called(column)}
            label={fieldFor(column)}
            examples={examplesOf(rows, columns.indexOf(column))}
            fields={fields}
            fieldsKey={JSON.stringify(fields)}
            field={choices.mapping.get(column) ?? UNDECIDED}
            error={errorOf(column)}
            isGuess={choices.guesses.has(column) && choices.guesses.get(column) === choices.mapping.get(column)}
            disabled={disabled}
            onField={choices.setField}
          />
        ))}
      </ul>
    </>
  );
}

const examplesOf = (rows: readonly string[][], index: number): string =>
  rows
    .map((row) => row[index]?.trim() ?? '')
    .filter((cell) => cell !== '')
    .slice(0, EXAMPLES)
    .join(' · ');

interface ColumnRowProps {
  column: string;
  called: string;
  /** Of the choice of its field. */
  label: string;
  examples: string;
  fields: readonly { value: string; label: string }[];
  /** Stands for `fields` when rows are compared. */
  fieldsKey: string;
  field: string;
  error: string;
  /** The field was guessed from the column's name. */
  isGuess: boolean;
  disabled: boolean;
  onField: (column: string, field: string) => void;
}

function ShownColumn({
  column,
  called,
  label,
  examples,
  fields,
  field,
  error,
  isGuess,
  disabled,
  onField,
}: ColumnRowProps) {
  const { mapping: texts } = useImportTexts();
  return (
    <li className="grid items-start gap-x-4 gap-y-1 py-2.5 md:grid-cols-[minmax(0,1fr)_18rem]">
      <div className="min-w-0">
        <p className="font-medium break-words">{called}</p>
        <p className="truncate text-ink-soft">
          {examples === '' ? texts.noExample : `${texts.example} ${examples.slice(0, 200)}`}
        </p>
      </div>
      <SelectField
        label={label}
        hideLabel
        options={fields}
        value={field}
        hint={isGuess ? texts.guessed : undefined}
        disabled={disabled}
        errors={error === '' ? [] : [error]}
        onChange={(event) => onField(column, event.target.value)}
      />
    </li>
  );
}

/** A file can have 250 columns, an organization 200 fields: only rows that change are drawn again. */
const ColumnRow = memo(
  ShownColumn,
  (one, other) =>
    one.label === other.label &&
    one.field === other.field &&
    one.error === other.error &&
    one.isGuess === other.isGuess &&
    one.disabled === other.disabled &&
    one.fieldsKey === other.fieldsKey &&
    one.onField === other.onField,
);
