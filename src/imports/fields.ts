import { CUSTOM } from '../conditions/facts.ts';
import { customFieldsByKey } from '../settings/custom-field-index.ts';
import type { CustomFieldSetting, Settings } from '../settings/snapshot.ts';

/** The fields of a create that a column can go to, besides `custom_fields.<key>`. */
export const plainFields = ['first_name', 'last_name', 'phone', 'email', 'source', 'estimated_value'] as const;
export type PlainField = (typeof plainFields)[number];

export const isPlainField = (name: string): name is PlainField => (plainFields as readonly string[]).includes(name);

export const customFieldOf = (settings: Settings, field: string): CustomFieldSetting | undefined =>
  field.startsWith(CUSTOM) ? customFieldsByKey(settings).get(field.slice(CUSTOM.length)) : undefined;

const inUse = ({ customFields }: Settings) => customFields.filter(({ archived }) => !archived);

/** Every field that a column can go to. */
export const fieldNames = (settings: Settings): string[] => [
  ...plainFields,
  ...inUse(settings).map(({ key }) => CUSTOM + key),
];

/** How names are compared. So the label of a field, "First name", is the same as its name. */
export const folded = (name: string): string => name.toLowerCase().replaceAll(/[\s_-]+/g, '');

/** The fields that a column of this name may mean: by their names, else by the labels of custom fields. */
export function fieldsNamed(settings: Settings, column: string): string[] {
  const name = folded(column);
  const byName = fieldNames(settings).filter((field) => folded(field) === name);
  if (byName.length > 0) return byName;
  const custom = inUse(settings);
  const byKey = custom.filter(({ key }) => folded(key) === name);
  const named = byKey.length > 0 ? byKey : custom.filter(({ label }) => folded(label) === name);
  return named.map(({ key }) => CUSTOM + key);
}
