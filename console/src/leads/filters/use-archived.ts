import { useQuery } from '@tanstack/react-query';
import type { Filters, LeadOptions } from '../../api/leads.ts';
import { useMay } from '../../api/me.ts';
import { recordsQuery } from '../../api/settings.ts';
import { splitValues } from './filters.ts';

type Named = readonly { public_id: string; name: string }[];

const isKnown = (ids: string | undefined, all: Named) =>
  splitValues(ids).every((id) => all.some(({ public_id }) => public_id === id));

/** Statuses and sources that a filter can name: archived ones are not among the options, and are read only if one is named. */
export function useNameable(filters: Filters, options: LeadOptions): { statuses: Named; sources: Named } {
  const mayRead = useMay()('settings:read');
  const asks = (ids: string | undefined, all: Named) => ({ enabled: mayRead && !isKnown(ids, all) });
  const statuses = useQuery({ ...recordsQuery('statuses'), ...asks(filters.status, options.statuses) }).data;
  const sources = useQuery({ ...recordsQuery('sources'), ...asks(filters.source, options.sources) }).data;
  return { statuses: statuses ?? options.statuses, sources: sources ?? options.sources };
}
