import { visibleWords } from '../../../../../src/forms/page/visible-words.ts';
import type { RecordOf } from '../../../api/settings.ts';
import { CUSTOM } from '../../../leads/custom.ts';
import type { Language } from '../../../texts/texts.tsx';

export { visibleWords };

export type Form = RecordOf<'forms'>;
export type CustomField = RecordOf<'custom-fields'>;
export type FieldDraft = Form['fields'][number];

export type PlainName = keyof typeof visibleWords.en.labels;
export const plainNames = Object.keys(visibleWords.en.labels) as PlainName[];
const isPlain = (name: string): name is PlainName => Object.hasOwn(visibleWords.en.labels, name);

export const customOf = (fields: readonly CustomField[], name: string): CustomField | undefined =>
  name.startsWith(CUSTOM) ? fields.find(({ key }) => key === name.slice(CUSTOM.length)) : undefined;

/** A field as the served page asks for it. */
export interface Asked {
  name: string;
  /** As in a form-encoded body. */
  encodedName: string;
  label: string;
  required: boolean;
  /** Required whatever is chosen, and why. */
  always: 'onlyContact' | 'alwaysRequired' | null;
  custom: CustomField | null;
}

interface Known {
  customFields: readonly CustomField[];
  language: Language;
  currency: string;
}

/** What visitors are asked, by the same rules as the service: archived fields are left out. */
export function askedOf(fields: readonly FieldDraft[], known: Known): Asked[] {
  return fields.flatMap(({ field, label, required }): Asked[] => {
    const custom = customOf(known.customFields, field) ?? null;
    if (custom === null ? !isPlain(field) : custom.archived) return [];
    const always = alwaysRequired(fields, field, custom);
    return [
      {
        name: field,
        encodedName: custom === null ? field : `custom_fields[${custom.key}]`,
        label: label?.trim() || defaultLabel(field, known),
        required: required || always !== null,
        always,
        custom,
      },
    ];
  });
}

function alwaysRequired(fields: readonly FieldDraft[], name: string, custom: CustomField | null): Asked['always'] {
  const other = name === 'phone' ? 'email' : name === 'email' ? 'phone' : null;
  if (other !== null && !fields.some(({ field }) => field === other)) return 'onlyContact';
  return custom?.required ? 'alwaysRequired' : null;
}

/** What visitors read where no label is given. */
export function defaultLabel(name: string, { customFields, language, currency }: Known): string {
  if (!isPlain(name)) return customOf(customFields, name)?.label ?? name;
  const label = visibleWords[language].labels[name];
  return name === 'estimated_value' ? `${label} (${currency})` : label;
}

export const asksForContact = (fields: readonly FieldDraft[]): boolean =>
  fields.some(({ field }) => field === 'phone' || field === 'email');

/** Custom fields without which no lead can be made, and which the form does not ask for. */
export const missingIn = (fields: readonly FieldDraft[], customFields: readonly CustomField[]): CustomField[] =>
  customFields.filter(
    ({ key, required, archived }) => required && !archived && !fields.some(({ field }) => field === CUSTOM + key),
  );
