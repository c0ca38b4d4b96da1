import { type Format, useFormat } from '../format/format.ts';
import { useConditionTexts } from '../texts/conditions.ts';
import { type Texts, useTexts } from '../texts/texts.tsx';
import { type DraftCondition, listOf } from './draft.ts';
import { type ConditionField, fieldNamed } from './fields.ts';
import { needsNoValue, takesList, valueType, wordsOf } from './operators.ts';

type Words = ReturnType<typeof useConditionTexts>;

/** A list is told in full up to so many entries. */
const TOLD = 5;

/** Says conditions as a sentence: "source is Website and estimated value is at least ₹1,00,000". */
export function useConditionWords(fields: readonly ConditionField[]) {
  const [words, texts, format] = [useConditionTexts(), useTexts(), useFormat()];
  return (draft: readonly DraftCondition[]): string =>
    draft.length === 0
      ? words.always
      : draft.map((one) => sentenceOf(one, fields, words, texts, format)).join(` ${words.and} `);
}

function sentenceOf(
  { field: name, op, value }: DraftCondition,
  fields: readonly ConditionField[],
  words: Words,
  texts: Texts,
  format: Format,
): string {
  const field = fieldNamed(fields, name);
  if (field === undefined) return `${name} (${words.unknown})`;
  const operator = words.operators[wordsOf(field.type)][op] ?? op;
  if (needsNoValue(op)) return `${field.label} ${operator}`;
  const tell = (one: string | boolean | null) =>
    toldValue(one, field, valueType(field.type, op), { words, texts, format });
  const told = takesList(op)
    ? toldList(listOf(value).map(tell), words, format)
    : tell(typeof value === 'string' || typeof value === 'boolean' ? value : null);
  return operator.includes('…')
    ? `${field.label} ${operator.replace('…', () => told)}`
    : `${field.label} ${operator} ${told}`;
}

function toldValue(
  value: string | boolean | null,
  field: ConditionField,
  type: ConditionField['type'],
  { words, texts, format }: { words: Words; texts: Texts; format: Format },
): string {
  if (value === null || value === '') return words.missing;
  if (typeof value === 'boolean') return value ? texts.common.yes : texts.common.no;
  if (type === 'source') return field.choices.find((one) => one.value === value)?.label ?? words.unknown;
  if (type === 'date') return format.day(value);
  if (type === 'phone') return format.phone(value);
  if (type !== 'number') return value;
  const number = Number(value.replaceAll(/[,\s₹]/g, ''));
  if (Number.isNaN(number)) return value;
  return field.name === 'estimated_value' ? format.money(number) : format.value(number);
}

function toldList(entries: readonly string[], words: Words, format: Format): string {
  if (entries.length === 0) return words.missing;
  const shown = entries.slice(0, TOLD);
  const rest = entries.length - shown.length;
  const parts = rest > 0 ? [...shown, words.more(format.number(rest))] : shown;
  return parts.length === 1 ? String(parts[0]) : `${parts.slice(0, -1).join(', ')} ${words.or} ${parts.at(-1)}`;
}
