import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useMemo } from 'react';
import type { Filters, Sort } from '../../api/leads.ts';
import { type View, viewsQuery } from '../../api/views.ts';
import { filtersIn, sameFilters } from '../../leads/filters/filters.ts';
import type { Search } from '../../router.tsx';

/** What is listed, and in which order. */
export interface ListState {
  filters: Filters;
  sort: Sort;
}

export const sorts = ['-created_at', '-last_activity_at', '-score', 'score'] as const satisfies readonly Sort[];
export const DEFAULT_SORT: Sort = '-created_at';
const everything: ListState = { filters: {}, sort: DEFAULT_SORT };

/** What the address says itself; null where it names a view and nothing else. */
function stateIn(search: Search): ListState | null {
  const filters = filtersIn(search);
  const sort = sorts.find((one) => one === search.sort);
  if (search.view !== undefined && sort === undefined && Object.keys(filters).length === 0) return null;
  return { filters, sort: sort ?? DEFAULT_SORT };
}

const sameState = (one: ListState, other: ListState): boolean =>
  one.sort === other.sort && sameFilters(one.filters, other.filters);

/** A view that is changed always names the sort beside it, so that it is told from the view as it was saved. */
function addressOf({ filters, sort }: ListState, view: View | null): Search {
  if (view === null) return { ...filters, ...(sort !== DEFAULT_SORT && { sort }) };
  return sameState({ filters, sort }, view) ? { view: view.public_id } : { view: view.public_id, ...filters, sort };
}

/** The list as the address names it. */
export function useListState() {
  const search = useSearch({ from: '/signed-in/leads' });
  const navigate = useNavigate();
  const views = useQuery(viewsQuery);
  const id = search.view;
  const view = views.data?.find(({ public_id }) => public_id === id) ?? null;
  const state = useMemo(() => stateIn(search) ?? view ?? everything, [search, view]);
  const go = (next: ListState, to: View | null, replace: boolean) =>
    void navigate({ to: '/leads', search: addressOf(next, to), replace });
  return {
    ...state,
    view,
    views,
    /** What is listed is not known before the views are. */
    isPending: id !== undefined && views.isPending,
    isMissing: id !== undefined && view === null && !views.isPending,
    isChanged: view !== null && !sameState(state, view),
    setFilters: (filters: Filters, isSameStep = false) => go({ filters, sort: state.sort }, view, isSameStep),
    setSort: (sort: Sort) => go({ filters: state.filters, sort }, view, false),
    openView: (to: View | null, replace = false) => go(to ?? everything, to, replace),
  };
}

export type ListControl = ReturnType<typeof useListState>;
