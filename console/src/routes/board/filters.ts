import { useNavigate, useSearch } from '@tanstack/react-router';
import { useCallback, useMemo } from 'react';
import type { Filters, Sort } from '../../api/leads.ts';
import { useMe } from '../../api/me.ts';
import type { Search } from '../../router.tsx';

export const filterNames = ['search', 'owner', 'source', 'created_at', 'score_band'] as const;
export type FilterName = (typeof filterNames)[number];
export const boardSorts = ['-last_activity_at', '-score', '-created_at'] as const satisfies readonly Sort[];

/** In addresses: whoever is signed in. */
export const ME = 'me';

export type Shown = Partial<Record<FilterName | 'sort' | 'column', string>>;

/** What the address says of the board. */
export function useBoardSearch() {
  const search = useSearch({ strict: false }) as Search;
  const navigate = useNavigate();
  const { membership } = useMe();
  const change = useCallback(
    (changed: Shown) => {
      const search = (before: Readonly<Record<string, string | undefined>>): Search =>
        Object.fromEntries(Object.entries({ ...before, ...changed }).flatMap(([name, is]) => (is ? [[name, is]] : [])));
      void navigate({ to: '/board', search, replace: true });
    },
    [navigate],
  );
  const filters = useMemo<Filters>(() => {
    const given = filterNames.flatMap((name) => (search[name] ? [[name, search[name]] as const] : []));
    return Object.fromEntries(given.map(([name, value]) => [name, value === ME ? membership.public_id : value]));
  }, [search, membership.public_id]);
  const sort = boardSorts.find((one) => one === search.sort) ?? '-last_activity_at';
  return { search, filters, sort, change };
}
