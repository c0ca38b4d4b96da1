import { cleanText } from '../http/text.ts';
import { MOST_OPTION_CHARACTERS } from './custom-fields/schemas.ts';
import { oncePerSettings } from './once.ts';
import type { CustomFieldSetting, Settings } from './snapshot.ts';

const byKey = oncePerSettings(
  (fields: Settings['customFields']): ReadonlyMap<string, CustomFieldSetting> =>
    new Map(fields.map((field) => [field.key, field])),
);

/** The organization's custom fields by key, archived ones too. */
export const customFieldsByKey = ({ customFields }: Pick<Settings, 'customFields'>) => byKey(customFields);

const optionsOf = oncePerSettings(({ options }: CustomFieldSetting) => new Set(options));

/** The field's option that a value names, spaces around it and the way its accents are encoded left aside; null: none. */
export function optionOf(field: CustomFieldSetting, value: unknown): string | null {
  if (typeof value !== 'string') return null;
  const options = optionsOf(field);
  if (options.has(value)) return value;
  const clean = cleanText(value, 'one', MOST_OPTION_CHARACTERS);
  return 'text' in clean && options.has(clean.text) ? clean.text : null;
}
