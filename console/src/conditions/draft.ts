import type { components } from '@leadline/client';
import { numberOf } from '../leads/patch-of.ts';
import { type ConditionField, fieldNamed } from './fields.ts';
import { needsNoValue, type Operator, operatorsOf, takesList, valueType } from './operators.ts';

export type When = NonNullable<components['schemas']['DistributionRuleCreate']['when']>;

/** A condition as its controls hold it: numbers as typed. */
export interface DraftCondition {
  field: string;
  op: Operator;
  value: string | boolean | readonly string[] | null;
}

const typed = (value: unknown): DraftCondition['value'] => {
  if (Array.isArray(value)) return value.map(String);
  if (typeof value === 'boolean') return value;
  return value === undefined || value === null ? null : String(value);
};

export const draftOf = (when: When | undefined): readonly DraftCondition[] =>
  (when?.all ?? []).map(({ field, op, value }) => ({ field, op: op as Operator, value: typed(value) }));

/** As the service takes it. */
export function whenOf(draft: readonly DraftCondition[], fields: readonly ConditionField[]): When {
  return {
    all: draft.map(({ field, op, value }) => {
      if (needsNoValue(op)) return { field, op };
      const type = fieldNamed(fields, field)?.type ?? 'text';
      const read = (text: string) => (valueType(type, op) === 'number' ? numberOf(text) : text);
      if (takesList(op)) return { field, op, value: listOf(value).map(read) };
      return { field, op, value: typeof value === 'string' ? read(value) : (value ?? '') };
    }),
  };
}

export const listOf = (value: DraftCondition['value']): readonly string[] =>
  Array.isArray(value) ? value.filter((one) => one.trim() !== '') : [];

/** A value for another field or comparison: kept where it still makes sense. */
export function reshaped(
  draft: DraftCondition,
  to: { field: ConditionField; op: Operator },
  fields: readonly ConditionField[],
): DraftCondition {
  const { field, op } = to;
  const allowed = operatorsOf[field.type];
  const fitting = allowed.includes(op) ? op : (allowed[0] as Operator);
  const before = fieldNamed(fields, draft.field);
  const isSameKind =
    draft.field === field.name &&
    before !== undefined &&
    valueType(before.type, draft.op) === valueType(field.type, fitting);
  return { field: field.name, op: fitting, value: isSameKind ? recast(draft.value, takesList(fitting)) : null };
}

function recast(value: DraftCondition['value'], isList: boolean): DraftCondition['value'] {
  if (isList) return typeof value === 'string' && value !== '' ? [value] : Array.isArray(value) ? value : null;
  return Array.isArray(value) ? (value[0] ?? null) : value;
}
