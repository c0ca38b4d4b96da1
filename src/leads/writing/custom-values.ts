import { isPresent } from '../../conditions/facts.ts';
import { FaultList, MOST_HINTS, shorten } from '../../fault-list.ts';
import { didYouMean, suggest } from '../../http/did-you-mean.ts';
import { cleanText, isLonger } from '../../http/text.ts';
import type { FieldErrors } from '../../problems.ts';
import { customFieldsByKey, optionOf } from '../../settings/custom-field-index.ts';
import type { CustomFieldSetting, Settings } from '../../settings/snapshot.ts';
import { parseInstant } from '../../time.ts';

const MOST_CHARACTERS = 2_000;

type Values = Readonly<Record<string, unknown>>;

/** What all custom values of one lead together may come to. */
const limits = [
  {
    most: 65_536,
    measure: (values: Values) => Buffer.byteLength(JSON.stringify(values)),
    comma: 1,
    sentence: (most: number) => `must have at most ${most} bytes as JSON, all fields together`,
  },
  {
    most: 500, // each is a row that the lead is found by
    measure: (values: Values) => Object.values(values).reduce<number>((sum, value) => sum + optionsIn(value), 0),
    comma: 0,
    sentence: (most: number) => `must have at most ${most} chosen options, all fields together`,
  },
];

const optionsIn = (value: unknown): number => (Array.isArray(value) ? value.length : 0);

/** Null if the values are within the limits. Those over a limit from before may be made smaller step by step. */
export function tooLarge(values: Values, before: Values = {}): string | null {
  const isOver = ({ most, measure }: (typeof limits)[number]) =>
    measure(values) > most && measure(values) >= measure(before);
  const over = limits.find(isOver);
  return over === undefined ? null : over.sentence(over.most);
}

/** Of values to be added, those that fit into what is left of the limits: all, or else one by one in their order. */
export function valuesThatFit(before: Values, added: Values): Values {
  if (tooLarge({ ...before, ...added }, before) === null) return added;
  const left = limits.map((limit) => ({ ...limit, room: limit.most - limit.measure(before) }));
  let isFirst = Object.keys(before).length === 0;
  const fitting = Object.entries(added).filter(([key, value]) => {
    const costs = left.map(({ measure, comma }) => measure({ [key]: value }) - measure({}) + (isFirst ? 0 : comma));
    if (!left.every(({ room }, n) => (costs[n] ?? 0) <= room)) return false;
    for (const [n, limit] of left.entries()) limit.room -= costs[n] ?? 0;
    isFirst = false;
    return true;
  });
  return Object.fromEntries(fitting);
}

const MOST_SHOWN = 300;

/**
 * Checks values of custom fields and normalizes them in place (texts, dates and options trimmed). Null clears a value, which a
 * required field does not allow.
 */
export function checkCustomValues(settings: Settings, values: Record<string, unknown>): FieldErrors {
  const faults = new FaultList();
  const fields = customFieldsByKey(settings);
  for (const key of Object.keys(values)) {
    const value = values[key];
    const field = fields.get(key);
    const fault =
      field === undefined ? (told: number) => unknownKey(key, settings, told) : checkValue(field, value, values);
    if (fault === null) continue;
    if (!faults.add(`custom_fields.${key}`, typeof fault === 'string' ? () => fault : fault)) break;
  }
  const excess = faults.isEmpty ? tooLarge(values) : null;
  if (excess !== null) faults.add('custom_fields', () => excess);
  return { ...faults.errors };
}

/** Required fields without a value. */
export function missingCustomValues(settings: Settings, values: Readonly<Record<string, unknown>>): FieldErrors {
  const errors: FieldErrors = {};
  for (const { key, required, archived } of settings.customFields) {
    const value = Object.hasOwn(values, key) ? values[key] : undefined;
    if (required && !archived && !isPresent(value)) errors[`custom_fields.${key}`] = ['is required'];
  }
  return errors;
}

function unknownKey(key: string, { customFields }: Settings, told: number): string {
  if (told >= MOST_HINTS) return 'is not a custom field of this organization';
  const known = customFields.filter((field) => !field.archived).map((field) => field.key);
  return `is not a custom field of this organization${suggest(key, known)}`;
}

function checkValue(field: CustomFieldSetting, value: unknown, values: Record<string, unknown>): string | null {
  if (field.archived) return 'is archived';
  if (field.required && !isPresent(value)) return 'is required';
  if (value === null) return null;
  switch (field.type) {
    case 'text':
      return checkText(field, value, values);
    case 'number':
      return typeof value === 'number' && Number.isFinite(value) ? null : 'must be a number';
    case 'boolean':
      return typeof value === 'boolean' ? null : 'must be true or false';
    case 'date':
      return checkDate(field, value, values);
    case 'select':
      return checkOption(field, value, values);
    case 'multi_select':
      return checkOptions(field, value, values);
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
  const clean = cleanText(value, 'many', MOST_CHARACTERS);
  if ('fault' in clean) return clean.fault;
  if (isLonger(clean.text, MOST_CHARACTERS)) return `must have at most ${MOST_CHARACTERS} characters`;
  values[key] = clean.text === '' ? null : clean.text;
  return clean.text === '' && required ? 'is required' : null;
}

function checkDate({ key }: CustomFieldSetting, value: unknown, values: Record<string, unknown>): string | null {
  const day = typeof value === 'string' ? value.trim() : '';
  const isDate = /^\d{4}-\d{2}-\d{2}$/.test(day) && parseInstant(`${day}T00:00:00Z`) !== null;
  if (isDate) values[key] = day;
  return isDate ? null : 'must be a date such as 2026-01-31';
}

function checkOption(field: CustomFieldSetting, value: unknown, values: Record<string, unknown>): string | null {
  const option = optionOf(field, value);
  if (option === null) return optionFault(field, value);
  values[field.key] = option;
  return null;
}

function optionFault({ options }: CustomFieldSetting, value: unknown): string {
  const shown = options.slice(0, 20).join(', ') + (options.length > 20 ? ', …' : '');
  const hint = typeof value === 'string' ? didYouMean(value, options) : '';
  return `must be one of ${shorten(shown, MOST_SHOWN)}${hint}`;
}

function checkOptions(field: CustomFieldSetting, value: unknown, values: Record<string, unknown>): string | null {
  if (!Array.isArray(value)) return 'must be a list';
  if (value.length > field.options.length) return `must have at most ${field.options.length} entries`;
  const options = value.map((one) => optionOf(field, one));
  const wrong = options.indexOf(null);
  if (wrong !== -1) return optionFault(field, value[wrong]);
  values[field.key] = options;
  return new Set(options).size === value.length ? null : 'must not hold the same entry twice';
}
