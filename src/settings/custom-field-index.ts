import type { CustomFieldSetting, Settings } from './snapshot.ts';

type Fields = Settings['customFields'];

const byKey = new WeakMap<Fields, ReadonlyMap<string, CustomFieldSetting>>();
const optionSets = new WeakMap<CustomFieldSetting, ReadonlySet<string>>();

/** The organization's custom fields by key, archived ones too. Made once a snapshot: a request may name thousands. */
export function customFieldsByKey({ customFields }: Pick<Settings, 'customFields'>) {
  let index = byKey.get(customFields);
  if (index === undefined) {
    index = new Map(customFields.map((field) => [field.key, field]));
    byKey.set(customFields, index);
  }
  return index;
}

/** Whether a value is one of the field's options. */
export function isOption(field: CustomFieldSetting, value: unknown): value is string {
  let options = optionSets.get(field);
  if (options === undefined) {
    options = new Set(field.options);
    optionSets.set(field, options);
  }
  return options.has(value as string);
}
