import { useNavigate, useSearch } from '@tanstack/react-router';
import { useMemo } from 'react';
import type { AuditFilter } from '../../../api/audit.ts';

const names = ['action', 'actor', 'subject', 'kind', 'from', 'to'] as const;
export type FilterName = (typeof names)[number];
export type Filters = Readonly<Partial<Record<FilterName, string>>>;

/** Filters as the address names them. */
export function useFilters() {
  const search = useSearch({ from: '/signed-in/settings/audit' });
  const navigate = useNavigate();
  const filters = useMemo(
    () => Object.fromEntries(names.flatMap((name) => (search[name] ? [[name, search[name]]] : []))) as Filters,
    [search],
  );
  const go = (next: Filters) =>
    void navigate({
      to: '/settings/audit',
      search: Object.fromEntries(Object.entries(next).filter(([, value]) => value !== '')),
      resetScroll: false,
    });
  return {
    filters,
    isFiltered: Object.keys(filters).length > 0,
    set: (part: Filters) => go({ ...filters, ...part }),
    clear: () => go({}),
  };
}

/** As the service takes them. */
export function filterOf({ action, actor, subject, kind, from, to }: Filters): AuditFilter {
  return {
    ...(action && { action }),
    ...(actor && { actor }),
    ...(subject && { subject }),
    ...(kind && { subject_type: kind as NonNullable<AuditFilter['subject_type']> }),
    ...((from || to) && { occurred_at: `${from ?? ''}..${to ?? ''}` }),
  };
}
