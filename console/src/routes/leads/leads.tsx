import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import { countsQuery, optionsQuery } from '../../api/leads.ts';
import { fieldErrors, sentenceOf } from '../../api/problems.ts';
import { JobIndicators } from '../../leads/bulk/job-indicators.tsx';
import { useWatchedJobs } from '../../leads/bulk/watched-jobs.ts';
import { FilterBar } from '../../leads/filters/filter-bar.tsx';
import { FilterChips } from '../../leads/filters/filter-chips.tsx';
import { usePageTitle } from '../../shell/page-title.ts';
import { useTexts } from '../../texts/texts.tsx';
import { Notice } from '../../ui/notice.tsx';
import { useIsWide } from '../../ui/use-is-wide.ts';
import { useArrivals } from './arrivals.tsx';
import { useChosenColumns } from './chosen-columns.ts';
import { allColumns } from './columns.tsx';
import { LeadCards } from './lead-cards.tsx';
import { LeadTable } from './lead-table.tsx';
import { LeadsHead } from './leads-head.tsx';
import { useListState } from './list-state.ts';
import { NoRows } from './no-rows.tsx';
import { useSelection } from './selection.ts';
import { SelectionBar, useMayWithMany } from './selection-bar.tsx';
import { SortSelect } from './sort-select.tsx';
import { useLeadList } from './use-lead-list.ts';

/** Every lead that the person may see: found, sorted, and changed by the hundred. */
export function Leads() {
  const texts = useTexts();
  usePageTitle(texts.shell.leads);
  const isWide = useIsWide();
  const state = useListState();
  const { filters, sort } = state;
  const options = useSuspenseQuery(optionsQuery).data;
  const all = useMemo(() => allColumns(options, texts), [options, texts]);
  const chosen = useChosenColumns(state.view);
  const columns = useMemo(
    () => all.filter(({ name }) => name === 'name' || chosen.columns.includes(name)),
    [all, chosen.columns],
  );
  const list = useLeadList({ filters, sort }, !state.isPending);
  const counts = useQuery({ ...countsQuery('status', filters), enabled: !state.isPending });
  const total = counts.data === undefined || counts.isPlaceholderData ? null : sumOf(counts.data, 'count');
  const [arrived, forgetArrived] = useArrivals(filters);
  const jobs = useWatchedJobs();
  const [begun, setBegun] = useState<string | null>(null);
  const may = useMayWithMany();
  const whole = useSelection(list.leads, filters, list.query.isPlaceholderData);
  const selection = may.assign || may.move || may.export ? whole : null;
  const errors = filterErrors(list.query.error ?? counts.error);
  useScrollToTop(JSON.stringify([filters, sort]));

  const showNew = () => {
    forgetArrived();
    scrollToTop(); // first, or the end of the shortened list would ask for its next page
    void list.reload();
  };
  const Rows = isWide ? LeadTable : LeadCards;
  return (
    <div className="flex min-h-full flex-col md:h-full">
      <div className="flex flex-col gap-2.5 px-3 pt-3 pb-2.5 md:px-5 md:pt-4">
        <LeadsHead
          list={state}
          columns={chosen}
          all={all}
          isWide={isWide}
          total={total}
          value={counts.data === undefined ? null : sumOf(counts.data, 'estimated_value')}
          arrived={arrived}
          isOld={list.isOld}
          onShowNew={showNew}
        >
          <JobIndicators watched={jobs.watched} opened={begun} onForget={jobs.forget} />
        </LeadsHead>
        {list.query.isRefetchError && (
          <Notice kind="problem">{`${texts.leads.notLoaded}. ${sentenceOf(list.query.error, texts)}`}</Notice>
        )}
        {state.isMissing && <Notice>{texts.leads.views.missing}</Notice>}
        <div className="flex flex-wrap items-start gap-2">
          <FilterBar filters={filters} onChange={state.setFilters} errors={errors} isNarrow={!isWide} />
          {!isWide && <SortSelect sort={sort} onSort={state.setSort} />}
        </div>
        <FilterChips
          filters={filters}
          onChange={state.setFilters}
          errors={errors}
          onClear={() => state.setFilters({})}
        />
      </div>
      {list.leads.length === 0 ? (
        <NoRows
          list={list}
          isPending={state.isPending}
          isFiltered={Object.keys(filters).length > 0}
          onClear={() => state.setFilters({})}
          shownErrors={Object.keys(filters)}
        />
      ) : (
        <Rows list={list} columns={columns} sort={sort} onSort={state.setSort} selection={selection} total={total} />
      )}
      {selection !== null && (
        <SelectionBar
          selection={selection}
          filters={filters}
          sort={sort}
          leads={list.leads}
          columns={columns}
          total={total}
          onStarted={(job) => {
            setBegun(job.id);
            jobs.watch(job);
          }}
        />
      )}
    </div>
  );
}

const sumOf = (groups: readonly { count: number; estimated_value: number }[], what: 'count' | 'estimated_value') =>
  groups.reduce((sum, group) => sum + group[what], 0);

/** What the service found wrong with each filter. */
const filterErrors = (error: unknown): Readonly<Record<string, string[]>> =>
  Object.fromEntries(
    Object.entries(fieldErrors(error)).map(([field, messages]) => [
      /^filter\[(.*)\]$/.exec(field)?.[1] ?? field,
      messages,
    ]),
  );

const scrollToTop = () => {
  document.getElementById('content')?.scrollTo({ top: 0 });
  document.querySelector('#content [data-scrolls]')?.scrollTo({ top: 0 });
};

/** Another list begins at its top; coming back to one does not. */
function useScrollToTop(list: string): void {
  const [shown, setShown] = useState(list);
  useEffect(() => {
    if (shown === list) return;
    setShown(list);
    scrollToTop();
  }, [list, shown]);
}
