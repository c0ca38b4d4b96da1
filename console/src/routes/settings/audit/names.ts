import { useQuery } from '@tanstack/react-query';
import { useMay, useMe } from '../../../api/me.ts';
import { personNameQuery } from '../../../api/people.ts';
import { queryClient } from '../../../api/query-client.ts';
import { type CollectionName, recordsQuery } from '../../../api/settings.ts';

type Listed = Exclude<CollectionName, 'memberships'>;

/** Records that are named by one list of them all. */
const listed: Readonly<Record<string, Listed>> = {
  sts: 'statuses',
  src: 'sources',
  team: 'teams',
  fld: 'custom-fields',
  rule: 'distribution-rules',
  form: 'forms',
  whk: 'webhooks',
};

const MINUTES = 60_000;

const prefixOf = (id: string): string => /^([a-z]+)_[0-9a-hjkmnp-tv-z]{26}$/.exec(id)?.[1] ?? '';

export const isNamed = (value: unknown): value is string => {
  if (typeof value !== 'string') return false;
  const prefix = prefixOf(value);
  return prefix === 'mem' || Object.hasOwn(listed, prefix);
};

const titleOf = (record: object): string =>
  'label' in record
    ? String(record.label)
    : 'name' in record
      ? String(record.name)
      : 'url' in record
        ? String(record.url)
        : '';

/** What a record is called: undefined while it is not known, its id if it cannot be read, null if it is not there any more. */
export function useName(id: string): string | null | undefined {
  const may = useMay();
  const isAdmin = useMe().role === 'admin';
  const prefix = prefixOf(id);
  const collection = Object.hasOwn(listed, prefix) ? listed[prefix] : undefined;
  const isListed = collection !== undefined && may('settings:read') && (collection !== 'webhooks' || isAdmin);
  const records = useQuery({ ...recordsQuery(collection ?? 'teams'), enabled: isListed, staleTime: 5 * MINUTES });
  const person = useQuery({ ...personNameQuery(id), enabled: prefix === 'mem' && may('settings:read') });
  if (prefix === 'mem') return person.isError || !may('settings:read') ? id : person.data;
  if (collection === undefined) return null; // of a kind without names, such as a token
  if (!isListed || records.isError) return id;
  return records.data === undefined ? undefined : nameIn(records.data, id);
}

function nameIn(records: readonly { public_id: string }[], id: string): string | null {
  const record = records.find(({ public_id }) => public_id === id);
  return record === undefined ? null : titleOf(record);
}

/** The same of what has been read already, for a file. */
export function knownName(id: string): string {
  const prefix = prefixOf(id);
  if (prefix === 'mem') return queryClient.getQueryData(personNameQuery(id).queryKey) ?? id;
  const collection = Object.hasOwn(listed, prefix) ? listed[prefix] : undefined;
  const records = collection && queryClient.getQueryData(recordsQuery(collection).queryKey);
  return (records && nameIn(records, id)) ?? id;
}
