import { useQuery } from '@tanstack/react-query';
import type { Filters, LeadOptions } from '../../api/leads.ts';
import { useMay } from '../../api/me.ts';
import { recordsQuery } from '../../api/settings.ts';
import { CUSTOM } from '../custom.ts';
import { customFieldOf } from '../field-input.tsx';
import { splitValues } from './filters.ts';

type Named = readonly { public_id: string; name: string }[];

const isKnown = (ids: string | undefined, all: Named) =>
  splitValues(ids).every((id) => all.some(({ public_id }) => public_id === id));

type Labelled = readonly { key: string; label: string }[];

/** What filters can name: what is archived is not among the options, and is read only if it is named. */
export function useNameable(
  filters: Filters,
  options: LeadOptions,
): { statuses: Named; sources: Named; fields: Labelled } {
  const mayRead = useMay()('settings:read');
  const asks = (ids: string | undefined, all: Named) => ({ enabled: mayRead && !isKnown(ids, all) });
  const statuses = useQuery({ ...recordsQuery('statuses'), ...asks(filters.status, options.statuses) }).data;
  const sources = useQuery({ ...recordsQuery('sources'), ...asks(filters.source, options.sources) }).data;
  const areFieldsKnown = Object.keys(filters).every(
    (name) => !name.startsWith(CUSTOM) || customFieldOf(options, name) !== undefined,
  );
  const fields = useQuery({ ...recordsQuery('custom-fields'), enabled: mayRead && !areFieldsKnown }).data;
  return {
    statuses: statuses ?? options.statuses,
    sources: sources ?? options.sources,
    fields: fields ?? options.custom_fields,
  };
}
