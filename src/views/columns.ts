import { CUSTOM } from '../conditions/facts.ts';
import { suggest } from '../http/did-you-mean.ts';
import { csvColumns } from '../leads/export/formats.ts';
import type { FieldErrors } from '../problems.ts';
import { customFieldsByKey } from '../settings/custom-field-index.ts';
import type { Settings } from '../settings/snapshot.ts';
import { MOST_COLUMNS } from './schemas.ts';

/** Columns that no lead has; what is not text is the schema's to refuse. */
export function columnFaults(settings: Settings, columns: unknown): FieldErrors {
  if (!Array.isArray(columns) || columns.length > MOST_COLUMNS) return {};
  const faults = columns
    .filter((name) => typeof name === 'string')
    .flatMap((name) => columnFault(settings, name) ?? []);
  return faults.length === 0 ? {} : { columns: faults };
}

function columnFault(settings: Settings, name: string): string | null {
  const custom = customFieldsByKey(settings);
  if (csvColumns.includes(name)) return null;
  if (!name.startsWith(CUSTOM)) return `${name} is not a field of a lead${suggest(name, csvColumns)}`;
  const key = name.slice(CUSTOM.length);
  return custom.has(key)
    ? null
    : `${name} is not a custom field of this organization${suggest(key, [...custom.keys()])}`;
}
