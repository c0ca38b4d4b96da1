import { oncePerSettings } from './once.ts';
import type { CustomFieldSetting, Settings } from './snapshot.ts';

const byKey = oncePerSettings(
  (fields: Settings['customFields']): ReadonlyMap<string, CustomFieldSetting> =>
    new Map(fields.map((field) => [field.key, field])),
);

/** The organization's custom fields by key, archived ones too. */
export const customFieldsByKey = ({ customFields }: Pick<Settings, 'customFields'>) => byKey(customFields);

const optionsOf = oncePerSettings(({ options }: CustomFieldSetting) => new Set<unknown>(options));

/** Whether a value is one of the field's options. */
export const isOption = (field: CustomFieldSetting, value: unknown): value is string => optionsOf(field).has(value);
