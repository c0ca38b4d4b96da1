import { didYouMean, suggest } from '../../http/did-you-mean.ts';
import { customFieldsByKey, optionOf } from '../../settings/custom-field-index.ts';
import type { CustomFieldSetting, Settings } from '../../settings/snapshot.ts';
import { parseDay } from '../../time-zone.ts';
import { isFilterable } from '../finding/terms.ts';
import { splitValues } from './split-values.ts';

/** How names of such filters begin. */
export const CUSTOM_START = 'filter[custom_fields.';

/** All of a name. A key that no organization can have is refused as unknown. */
export const CUSTOM_PREFIX = '^filter\\[custom_fields\\.[a-z][a-z0-9_]{0,62}\\]$';

const MOST_VALUES = 100;

/** The values that a custom field may have, or what is wrong with them. Commas separate values. */
export function readCustomFilter(settings: Settings, name: string, text: string) {
  const key = name.slice(CUSTOM_START.length, -1);
  const field = customFieldsByKey(settings).get(key);
  if (field === undefined) {
    const known = settings.customFields.filter(isFilterable).map((one) => one.key);
    return `is not a custom field of this organization${suggest(key, known)}`;
  }
  if (!isFilterable(field))
    return 'is a text field: only select, multi_select, boolean, number and date can be filtered';
  const parts = splitValues(text, field.options, (part) => optionOf(field, part) !== null, MOST_VALUES);
  if (parts.length > MOST_VALUES) return `must have at most ${MOST_VALUES} values`;
  const values = parts.map((part) => readValue(field, part));
  const fault = values.find((value) => 'fault' in value);
  if (fault !== undefined && 'fault' in fault) return fault.fault;
  return { field, values: [...new Set(values.map((value) => ('value' in value ? value.value : null)))] };
}

/** Numbers as JSON writes them, with as many digits as the API prints. */
const NUMBER = /^-?\d{1,21}(?:\.\d{1,22})?(?:e[+-]?\d{1,3})?$/i;

type Read = { value: string | number | boolean } | { fault: string };

function readValue(field: CustomFieldSetting, text: string): Read {
  switch (field.type) {
    case 'number':
      return NUMBER.test(text) && Number.isFinite(Number(text))
        ? { value: Number(text) }
        : { fault: 'must be a number, or several separated by commas' };
    case 'boolean':
      return text === 'true' || text === 'false' ? { value: text === 'true' } : { fault: 'must be true or false' };
    case 'date':
      return parseDay(text) === null
        ? { fault: 'must be a date such as 2026-01-31, or several separated by commas' }
        : { value: text };
    default: {
      const option = optionOf(field, text);
      return option === null
        ? { fault: `must be an option of the field${didYouMean(text, field.options)}` }
        : { value: option };
    }
  }
}
