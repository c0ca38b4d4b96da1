import { didYouMean } from '../http/did-you-mean.ts';
import { cleanText } from '../http/text.ts';
import type { FieldErrors } from '../problems.ts';
import type { CustomFieldSetting, Settings } from '../settings/snapshot.ts';
import { parseInstant } from '../time.ts';

const MOST_CHARACTERS = 2_000;
/** Of all values of one lead, as JSON. */
const MOST_BYTES = 65_536;
export const TOO_LARGE = `must have at most ${MOST_BYTES} bytes as JSON, all fields together`;

export const sizeOf = (values: Readonly<Record<string, unknown>>): number => Buffer.byteLength(JSON.stringify(values));
export const isTooLarge = (values: Readonly<Record<string, unknown>>): boolean => sizeOf(values) > MOST_BYTES;

/**
 * Checks values of custom fields and puts them into the form that is stored (text trimmed and normalized, in place).
 * Null clears a value, which a required field does not allow.
 */
export function checkCustomValues(settings: Settings, values: Record<string, unknown>): FieldErrors {
  const errors: FieldErrors = {};
  const fields = new Map(settings.customFields.map((field) => [field.key, field]));
  for (const [key, value] of Object.entries(values)) {
    const field = fields.get(key);
    const fault = field === undefined ? unknownKey(key, settings) : checkValue(field, value, values);
    if (fault !== null) errors[`custom_fields.${key}`] = [fault];
  }
  if (Object.keys(errors).length === 0 && isTooLarge(values)) errors.custom_fields = [TOO_LARGE];
  return errors;
}

/** Required fields without a value. */
export function missingCustomValues(settings: Settings, values: Readonly<Record<string, unknown>>): FieldErrors {
  const errors: FieldErrors = {};
  for (const { key, required, archived } of settings.customFields) {
    const value = Object.hasOwn(values, key) ? values[key] : undefined;
    if (required && !archived && (value === undefined || value === null))
      errors[`custom_fields.${key}`] = ['is required'];
  }
  return errors;
}

function unknownKey(key: string, { customFields }: Settings): string {
  const known = customFields.filter((field) => !field.archived).map((field) => field.key);
  return `is not a custom field of this organization${didYouMean(key, known)}`;
}

function checkValue(field: CustomFieldSetting, value: unknown, values: Record<string, unknown>): string | null {
  if (field.archived) return 'is archived';
  if (value === null) return field.required ? 'is required' : null;
  switch (field.type) {
    case 'text':
      return checkText(field, value, values);
    case 'number':
      return typeof value === 'number' && Number.isFinite(value) ? null : 'must be a number';
    case 'boolean':
      return typeof value === 'boolean' ? null : 'must be true or false';
    case 'date':
      return isDate(value) ? null : 'must be a date such as 2026-01-31';
    case 'select':
      return isOption(field, value) ? null : optionFault(field, value);
    case 'multi_select':
      return checkOptions(field, value);
    default:
      return 'has an unknown type';
  }
}

/** Blank text is no value. */
function checkText(
  { key, required }: CustomFieldSetting,
  value: unknown,
  values: Record<string, unknown>,
): string | null {
  if (typeof value !== 'string') return 'must be text';
  const clean = cleanText(value, 'many');
  if ('fault' in clean) return clean.fault;
  if ([...clean.text].length > MOST_CHARACTERS) return `must have at most ${MOST_CHARACTERS} characters`;
  values[key] = clean.text === '' ? null : clean.text;
  return clean.text === '' && required ? 'is required' : null;
}

const isDate = (value: unknown) =>
  typeof value === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(value) && parseInstant(`${value}T00:00:00Z`) !== null;

const isOption = ({ options }: CustomFieldSetting, value: unknown) =>
  typeof value === 'string' && options.includes(value);

function optionFault({ options }: CustomFieldSetting, value: unknown): string {
  const shown = options.slice(0, 20).join(', ') + (options.length > 20 ? ', …' : '');
  return `must be one of ${shown}${typeof value === 'string' ? didYouMean(value, options) : ''}`;
}

function checkOptions(field: CustomFieldSetting, value: unknown): string | null {
  if (!Array.isArray(value)) return 'must be a list';
  const wrong = value.find((one) => !isOption(field, one));
  if (wrong !== undefined || value.includes(undefined)) return optionFault(field, wrong);
  return new Set(value).size === value.length ? null : 'must not hold the same entry twice';
}
