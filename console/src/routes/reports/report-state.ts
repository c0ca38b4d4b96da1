import { useNavigate, useSearch } from '@tanstack/react-router';
import type { Asked, ReportName } from '../../api/reports.ts';
import type { Search } from '../../router.tsx';

export const reportNames = ['funnel', 'velocity', 'conversion', 'distribution'] as const satisfies ReportName[];
export const isReportName = (name: string): name is ReportName => (reportNames as readonly string[]).includes(name);

export const DEFAULT_PERIOD = 'last_30_days';

export const groupings = ['source', 'owner', 'team', 'week', 'month', 'status'] as const;
export type Grouping = (typeof groupings)[number];

export const comparisons = ['none', 'previous', 'same_age'] as const;
export type Comparison = (typeof comparisons)[number];

export const filterNames = ['source', 'owner', 'team'] as const;
export type FilterName = (typeof filterNames)[number];

const oneOf = <Name extends string>(names: readonly Name[], said: string | undefined, unless: Name): Name =>
  names.find((name) => name === said) ?? unless;

/** What the address of a report says. */
export function stateIn(search: Search) {
  const filters = Object.fromEntries(
    filterNames.flatMap((name) => (search[name]?.trim() ? [[name, search[name] as string]] : [])),
  );
  return {
    period: search.created_at?.trim() || DEFAULT_PERIOD,
    filters,
    grouping: oneOf(groupings, search.group_by, 'source'),
    comparison: oneOf(comparisons, search.compare, 'none'),
  };
}

export type ReportState = ReturnType<typeof stateIn>;

/** What the service is asked for. */
export const askedFor = (name: ReportName, { period, filters, grouping }: ReportState): Asked => ({
  created_at: period,
  ...filters,
  ...(name === 'conversion' && { group_by: grouping }),
});

/** What is usual is left out of the address. */
const addressOf = (search: Search): Search => {
  const usual: Search = { created_at: DEFAULT_PERIOD, group_by: 'source', compare: 'none' };
  return Object.fromEntries(Object.entries(search).filter(([name, value]) => value !== '' && usual[name] !== value));
};

/** The report as the address names it, and how to change it. */
export function useReportState(name: ReportName) {
  const search: Search = useSearch({ from: '/signed-in/reports/$report' });
  const navigate = useNavigate();
  return {
    search,
    ...stateIn(search),
    /** `isSameStep`: part of the change before it, so that Back undoes both. */
    change: (changed: Search, isSameStep = false) =>
      void navigate({
        to: '/reports/$report',
        params: { report: name },
        search: addressOf({ ...search, ...changed }),
        replace: isSameStep,
      }),
  };
}
