import { CUSTOM } from '../conditions/facts.ts';
import { customFieldsByKey } from '../settings/custom-field-index.ts';
import type { CustomFieldSetting, Settings } from '../settings/snapshot.ts';
import * as header from './header.ts';

export const isPlainField = (name: string): name is header.PlainField =>
  (header.plainFields as readonly string[]).includes(name);

export const customFieldOf = (settings: Settings, field: string): CustomFieldSetting | undefined =>
  field.startsWith(CUSTOM) ? customFieldsByKey(settings).get(field.slice(CUSTOM.length)) : undefined;

const inUse = ({ customFields }: Settings) => customFields.filter(({ archived }) => !archived);

/** Every field that a column can go to. */
export const fieldNames = (settings: Settings): string[] => [
  ...header.plainFields,
  ...inUse(settings).map(({ key }) => CUSTOM + key),
];

/** The fields that a column of this name may mean. */
export const fieldsNamed = (settings: Settings, column: string): string[] =>
  header.fieldsNamed(inUse(settings), column);
