import { infiniteQueryOptions, type Query } from '@tanstack/react-query';
import { leadline } from '../../api/client.ts';
import { followLeads, type Lead, type LeadFilter, LISTS } from '../../api/leads.ts';
import { queryClient } from '../../api/query-client.ts';
import { type BoardLead, type Column, type ColumnPages, entered, findIn, followed, staged } from './placing.ts';

const PAGE_SIZE = 50;
const PAGES_READ_AGAIN = 4;

const listOf = ({ filters, status, sort }: Column, more: LeadFilter = {}, size = PAGE_SIZE) => ({
  filter: { ...(filters as LeadFilter), status, ...more },
  sort,
  size,
  include: 'stage' as const,
});

/** The leads of one status, endless. */
export const columnQuery = (column: Column) =>
  infiniteQueryOptions({
    queryKey: [...LISTS, { column }],
    queryFn: ({ signal, pageParam }) => leadline.leads.list(listOf(column), { signal }).page(pageParam),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (last) => last.next ?? undefined,
    // Events keep a column up to date; to read all pages of a long one again would be a burden.
    refetchOnWindowFocus: ({ state }) => (state.data?.pages.length ?? 0) <= PAGES_READ_AGAIN && 'always',
  });

const columnIn = ({ queryKey }: Query): Column | undefined =>
  (queryKey[LISTS.length] as { column?: Column } | undefined)?.column;

const pagesOf = (query: Query): ColumnPages | undefined => query.state.data as ColumnPages | undefined;

const loadedColumns = (): Query[] =>
  queryClient
    .getQueryCache()
    .findAll({ queryKey: LISTS })
    .filter((query) => columnIn(query) !== undefined && query.state.data !== undefined);

/** Columns of one board: those of the same filters and order. */
const boardOf = ({ filters, sort }: Pick<Column, 'filters' | 'sort'>): string => JSON.stringify([filters, sort]);

/** The lead as a board shows it, wherever it is. */
export function findOnBoard(board: Pick<Column, 'filters' | 'sort'>, id: string): BoardLead | undefined {
  for (const query of loadedColumns()) {
    const column = columnIn(query);
    if (column === undefined || boardOf(column) !== boardOf(board)) continue;
    const found = findIn(pagesOf(query), id);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Moves a lead that a board shows to the column and the place where it belongs now. */
function placeLead(lead: Lead): void {
  const known = new Map<string, BoardLead>();
  const columns = loadedColumns().map((query) => ({ query, column: columnIn(query) as Column }));
  for (const { query, column } of columns) {
    const found = findIn(pagesOf(query), lead.public_id);
    if (found !== undefined) known.set(boardOf(column), found);
  }
  for (const { query, column } of columns) {
    const before = known.get(boardOf(column));
    if (before === undefined || before.updated_at > lead.updated_at) continue;
    const now = staged(before, lead);
    queryClient.setQueryData<ColumnPages>(query.queryKey, (kept) => kept && followed(kept, column, now));
    // An answer that is under way may be older than the lead.
    const isOf = [before.status.public_id, now.status.public_id].includes(column.status);
    if (isOf && before.status.public_id !== now.status.public_id && query.state.fetchStatus === 'fetching')
      void queryClient.invalidateQueries({ queryKey: query.queryKey, exact: true });
  }
}

followLeads(placeLead);

const ASKED_SINGLY = 5;

/** Leads that a column does not have yet: the service says which of them match its filters, and since when they are there. */
export async function bringLeads(column: Column, leads: readonly Lead[]): Promise<void> {
  const { queryKey } = columnQuery(column);
  if (queryClient.getQueryData(queryKey) === undefined) return;
  const read = (more: LeadFilter, size?: number) => leadline.leads.list(listOf(column, more, size)).page();
  const singly = leads.map(({ contact: { phone, email } }) =>
    read(phone === null ? { email: email ?? '' } : { phone }, 1),
  );
  const found = await Promise.all(leads.length > ASKED_SINGLY ? [read({})] : singly);
  queryClient.setQueryData<ColumnPages>(queryKey, (kept) => {
    let now = kept;
    for (const { data } of found) for (const lead of data) now = now && entered(now, column.sort, lead, false);
    return now;
  });
}
