import type { Entry } from '../../audit/audit.ts';
import type { Settings } from '../../settings/snapshot.ts';
import { isPersonal, NOT_KEPT } from '../listing/named-filter.ts';
import type { Format } from './formats.ts';

interface Exported {
  readonly settings: Settings;
  readonly query: Readonly<Record<string, string | number | undefined>>;
}

/** What the trail says of an export: what was asked for, how many leads were sent, and whether they were all. */
export function entryOf(
  { settings, query }: Exported,
  { extension }: Format,
  { rows, isComplete }: { rows: number; isComplete: boolean },
): Entry {
  const filter = Object.fromEntries(
    Object.entries(query).map(([name, value]) => [name, isPersonal(settings, name) ? NOT_KEPT : value]),
  );
  const facts = { format: extension, filter, rows, complete: isComplete };
  return {
    action: 'leads.exported',
    subject: { type: 'organization', publicId: settings.organization.publicId },
    changes: Object.entries(facts).map(([field, to]) => ({ field, from: null, to })),
  };
}
