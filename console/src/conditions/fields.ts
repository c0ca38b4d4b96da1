import { useSuspenseQueries } from '@tanstack/react-query';
import { recordsQuery } from '../api/settings.ts';
import { CUSTOM } from '../leads/custom.ts';
import { useConditionTexts } from '../texts/conditions.ts';
import type { FieldType } from './operators.ts';

export interface ConditionField {
  /** As conditions name it. */
  name: string;
  label: string;
  type: FieldType;
  isArchived: boolean;
  /** What can be chosen: sources by public id, options by their text. */
  choices: readonly { value: string; label: string; isArchived: boolean }[];
}

const plainTypes: Readonly<Record<string, FieldType>> = {
  source: 'source',
  estimated_value: 'number',
  email: 'text',
  phone: 'phone',
  first_name: 'text',
  last_name: 'text',
};

/** Everything that conditions can be about, archived fields and sources included: old conditions may name them. */
export function useConditionFields(): readonly ConditionField[] {
  const texts = useConditionTexts();
  const [{ data: sources }, { data: custom }] = useSuspenseQueries({
    queries: [recordsQuery('sources'), recordsQuery('custom-fields')],
  });
  const sourceChoices = sources.map(({ public_id, name, archived }) => ({
    value: public_id,
    label: archived ? texts.archived(name) : name,
    isArchived: archived,
  }));
  const plain = Object.entries(plainTypes).map(([name, type]) => ({
    name,
    label: texts.fields[name] ?? name,
    type,
    isArchived: false,
    choices: type === 'source' ? sourceChoices : [],
  }));
  const own = custom.map(({ key, label, type, options, archived }) => ({
    name: `${CUSTOM}${key}`,
    label: archived ? texts.archived(label) : label,
    type: type as FieldType,
    isArchived: archived,
    choices: (options ?? []).map((one) => ({ value: one, label: one, isArchived: false })),
  }));
  return [...plain, ...own];
}

export const fieldNamed = (fields: readonly ConditionField[], name: string): ConditionField | undefined =>
  fields.find((one) => one.name === name);
