import { infiniteQueryOptions, type Query } from '@tanstack/react-query';
import { leadline } from '../../api/client.ts';
import { followLeads, type Lead, type LeadFilter, LISTS } from '../../api/leads.ts';
import { queryClient } from '../../api/query-client.ts';
import { PAGES_READ_AGAIN } from '../../live/rereading.ts';
import {
  type BoardLead,
  type Column,
  type ColumnPages,
  entered,
  findIn,
  followed,
  refreshed,
  staged,
} from './placing.ts';

const PAGE_SIZE = 50;

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
    refetchOnWindowFocus: (query) => !isLong(query) && 'always',
  });

/** So long that it is not read again as a whole. */
const isLong = ({ state }: { state: { data?: unknown } }): boolean =>
  ((state.data as ColumnPages | undefined)?.pages.length ?? 0) > PAGES_READ_AGAIN;

const columnIn = ({ queryKey }: Query): Column | undefined =>
  (queryKey[LISTS.length] as { column?: Column } | undefined)?.column;

const pagesOf = (query: Query): ColumnPages | undefined => query.state.data as ColumnPages | undefined;

const loadedColumns = (): Query[] =>
  queryClient
    .getQueryCache()
    .findAll({ queryKey: LISTS })
    .filter((query) => columnIn(query) !== undefined && query.state.data !== undefined);

/** Columns of one board: those of the same filters and order. */
const boardOf = ({ filters, sort }: Board): string => JSON.stringify([filters, sort]);

/** The lead as a board shows it, wherever it is. */
export function findOnBoard(board: Board, id: string): BoardLead | undefined {
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

type Board = Pick<Column, 'filters' | 'sort'>;

const queryOf = (column: Column): Query | undefined =>
  queryClient.getQueryCache().find({ queryKey: columnQuery(column).queryKey }) as Query | undefined;

export const loadedPages = (column: Column): ColumnPages | undefined =>
  queryClient.getQueryData<ColumnPages>(columnQuery(column).queryKey);

/** Whether the column is read by itself when the window is shown again. */
export const isReadWhenShown = (column: Column): boolean => {
  const query = queryOf(column);
  return query?.isActive() === true && !isLong(query);
};

/** Tells of columns of a board that are out of date, and too long to be read again as a whole. */
export const onLongBehind = (board: Board, tell: (status: string) => void): (() => void) =>
  queryClient.getQueryCache().subscribe((event) => {
    if (event.type !== 'updated' || event.action.type !== 'invalidate') return;
    const column = columnIn(event.query);
    if (column !== undefined && boardOf(column) === boardOf(board) && isLong(event.query)) tell(column.status);
  });

const read = (column: Column, more?: LeadFilter, size?: number) =>
  leadline.leads.list(listOf(column, more, size)).page();

/** What a board knows by events may be newer than an answer. */
const isNews = (column: Column, lead: Lead): boolean =>
  (findOnBoard(column, lead.public_id)?.updated_at ?? '') <= lead.updated_at;

/** A lead that a column does not have yet: the service says whether it matches the filters, and since when it is there. */
export async function bringLead(column: Column, { contact: { phone, email } }: Lead): Promise<void> {
  const { data } = await read(column, phone === null ? { email: email ?? '' } : { phone }, 1);
  queryClient.setQueryData<ColumnPages>(columnQuery(column).queryKey, (kept) => {
    let now = kept;
    for (const lead of data) if (isNews(column, lead)) now = now && entered(now, column.sort, lead, false);
    return now;
  });
}

/** Brings the beginning of a column up to date by one request, however long it is. False while it is being read anyway. */
export async function readFirstPage(column: Column): Promise<boolean> {
  const before = loadedPages(column);
  if (queryOf(column)?.state.fetchStatus === 'fetching') return false;
  if (before === undefined) return true;
  const page = await read(column);
  const data = page.data.filter((lead) => isNews(column, lead));
  queryClient.setQueryData<ColumnPages>(
    columnQuery(column).queryKey,
    (kept) => kept && refreshed(kept, before, column.sort, { ...page, data }),
  );
  return true;
}
