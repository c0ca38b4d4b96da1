import { CUSTOM } from '../conditions/facts.ts';
import { suggest } from '../http/did-you-mean.ts';
import type { FieldErrors } from '../problems.ts';
import { customFieldsByKey } from '../settings/custom-field-index.ts';
import type { CustomFieldSetting, Settings } from '../settings/snapshot.ts';
import { originsFault } from './origins.ts';
import { type FormField, MOST_FIELDS, MOST_ORIGINS } from './schemas.ts';

/** What a form can ask for, besides `custom_fields.<key>`. */
export const plainFields = ['first_name', 'last_name', 'phone', 'email', 'estimated_value'] as const;
export type PlainField = (typeof plainFields)[number];

const isPlain = (name: string): name is PlainField => (plainFields as readonly string[]).includes(name);
const customOf = (settings: Settings, name: string) =>
  name.startsWith(CUSTOM) ? customFieldsByKey(settings).get(name.slice(CUSTOM.length)) : undefined;

export interface AskedField {
  /** As in errors and in the settings: `phone`, `custom_fields.<key>`. */
  readonly name: string;
  /** As in a form-encoded body: `phone`, `custom_fields[<key>]`. */
  readonly encodedName: string;
  readonly label: string | null;
  readonly required: boolean;
  readonly custom: CustomFieldSetting | null;
}

/** Without custom fields that were archived since the form was saved. */
export function askedFields(settings: Settings, fields: readonly FormField[]): AskedField[] {
  const names = new Set(fields.map(({ field }) => field));
  const isOnlyContact = (name: string) =>
    (name === 'phone' && !names.has('email')) || (name === 'email' && !names.has('phone'));
  return fields.flatMap(({ field, label, required }): AskedField[] => {
    if (isPlain(field)) {
      const isNeeded = required || isOnlyContact(field);
      return [{ name: field, encodedName: field, label, required: isNeeded, custom: null }];
    }
    const custom = customOf(settings, field);
    if (custom === undefined || custom.archived) return [];
    const encodedName = `custom_fields[${custom.key}]`;
    return [{ name: field, encodedName, label: label ?? custom.label, required: required || custom.required, custom }];
  });
}

type Input = Readonly<Record<string, unknown>>;

/** Faults of the form by itself; the schema refuses values of another type. */
export function checkForm(input: Input): FieldErrors {
  const errors: FieldErrors = {};
  const origins = Array.isArray(input.allowed_origins)
    ? originsFault(input.allowed_origins.slice(0, MOST_ORIGINS))
    : null;
  if (origins !== null) errors.allowed_origins = [origins];
  const names = namesOf(input);
  const seen = new Set<string>();
  for (const [n, name] of names) {
    if (seen.has(name)) errors[`fields.${n}.field`] = [`must not be ${name} again: each field once`];
    seen.add(name);
  }
  if (names.length > 0 && !seen.has('phone') && !seen.has('email')) {
    errors.fields = ['must have phone or email among them, since a lead needs one of the two'];
  }
  return errors;
}

/** Faults of what the form refers to: its source and its fields. */
export function checkReferences(input: Input, settings: Settings): FieldErrors {
  const errors: FieldErrors = {};
  if (typeof input.source === 'string') {
    const source = settings.sources.byPublicId.get(input.source);
    if (source === undefined) errors.source = ['is not a source of this organization'];
    else if (source.archived) errors.source = ['is archived'];
  }
  for (const [n, name] of namesOf(input)) {
    const fault = fieldFault(settings, name);
    if (fault !== null) errors[`fields.${n}.field`] = [fault];
  }
  return errors;
}

/** The schema refuses names that are no text, and those past the limit. */
function namesOf({ fields }: Input): [number, string][] {
  if (!Array.isArray(fields)) return [];
  return fields.slice(0, MOST_FIELDS).flatMap((one, n): [number, string][] => {
    const name = (one as { field?: unknown } | null)?.field;
    return typeof name === 'string' ? [[n, name]] : [];
  });
}

function fieldFault(settings: Settings, name: string): string | null {
  if (isPlain(name)) return null;
  if (name === 'source') return 'is not asked of visitors: every lead of the form gets the form’s own source';
  const custom = customOf(settings, name);
  if (custom !== undefined) return custom.archived ? 'is archived' : null;
  const inUse = settings.customFields.filter(({ archived }) => !archived).map(({ key }) => CUSTOM + key);
  const hint = inUse.includes(CUSTOM + name)
    ? `; did you mean ${CUSTOM}${name}?`
    : suggest(name, [...plainFields, ...inUse]);
  return `is not a field that a form can ask for${hint}`;
}

/** Settings that have changed since the form was saved, and keep it from working as meant. */
export function warningsOf(
  settings: Settings,
  fields: readonly FormField[],
  source: { name: string; archived: boolean } | null,
): string[] {
  const warnings: string[] = [];
  if (source?.archived) {
    warnings.push(`The source ${source.name} is archived: leads come in without a source.`);
  }
  for (const { field } of fields) {
    if (customOf(settings, field)?.archived) warnings.push(`${field} is archived: visitors are not asked for it.`);
  }
  const asked = new Set(fields.map(({ field }) => field));
  for (const { key, required, archived } of settings.customFields) {
    if (required && !archived && !asked.has(CUSTOM + key)) {
      warnings.push(`${CUSTOM}${key} is required and not asked for: every submission will be refused.`);
    }
  }
  return warnings;
}
