import type { List } from '@leadline/client';
import { infiniteQueryOptions, useInfiniteQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { leadline } from '../../../api/client.ts';
import { useMay } from '../../../api/me.ts';
import { entriesOf, mergeEntries, type Source, sourcesOf, type View } from './entries.ts';

const SIZE = 50;

const pagesOf = <Item>(id: string, source: Source, list: (signal: AbortSignal) => List<Item>) =>
  infiniteQueryOptions({
    queryKey: ['lead', id, source],
    queryFn: ({ signal, pageParam }) => list(signal).page(pageParam),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (last) => last.next ?? undefined,
  });

const size = { size: SIZE };
export const activitiesQuery = (id: string) =>
  pagesOf(id, 'activities', (signal) => leadline.leads.activities(id, size, { signal }));
export const notesQuery = (id: string) => pagesOf(id, 'notes', (signal) => leadline.leads.notes(id, size, { signal }));
export const transitionsQuery = (id: string) =>
  pagesOf(id, 'transitions', (signal) => leadline.leads.transitions(id, size, { signal }));
export const auditQuery = (id: string) =>
  pagesOf(id, 'audit', (signal) =>
    leadline.list('/api/v1/leads/{public_id}/audit', size, { signal, path: { public_id: id } }),
  );

/** The stream of everything that happened to a lead, read page by page from up to four lists. */
export function useTimeline(id: string, view: View) {
  const mayAudit = useMay()('audit:read');
  const wanted = useMemo(() => sourcesOf(view, mayAudit), [view, mayAudit]);
  const enabled = (source: Source) => ({ enabled: wanted.includes(source) });
  const activities = useInfiniteQuery({ ...activitiesQuery(id), ...enabled('activities') });
  const notes = useInfiniteQuery({ ...notesQuery(id), ...enabled('notes') });
  const transitions = useInfiniteQuery({ ...transitionsQuery(id), ...enabled('transitions') });
  const audit = useInfiniteQuery({ ...auditQuery(id), ...enabled('audit') });
  const queries = { activities, notes, transitions, audit };
  const shown = wanted.map((source) => queries[source]);

  const read = useMemo(
    () => ({
      activities: activities.data?.pages.flatMap(({ data }) => data) ?? [],
      notes: notes.data?.pages.flatMap(({ data }) => data) ?? [],
      transitions: transitions.data?.pages.flatMap(({ data }) => data) ?? [],
      audit: audit.data?.pages.flatMap(({ data }) => data) ?? [],
    }),
    [activities.data, notes.data, transitions.data, audit.data],
  );
  const more = wanted.map((source) => queries[source].hasNextPage).join();
  const { entries, behind } = useMemo(() => {
    const hasMore = more.split(',');
    const loaded = wanted.map((source, place) => {
      const last = read[source].at(-1);
      const oldest = last === undefined ? null : 'created_at' in last ? last.created_at : last.occurred_at;
      return {
        source,
        entries: entriesOf(source, read, view, mayAudit),
        oldest,
        hasMore: hasMore[place] === 'true',
      };
    });
    return mergeEntries(loaded);
  }, [read, wanted, more, view, mayAudit]);

  const failed = shown.find(({ error }) => error !== null);
  return {
    entries,
    isLoading: shown.some(({ isPending }) => isPending) && failed === undefined,
    isFetchingMore: shown.some(({ isFetchingNextPage }) => isFetchingNextPage),
    error: failed?.error ?? null,
    hasMore: behind.length > 0,
    loadMore: () => {
      for (const source of behind) void queries[source].fetchNextPage({ cancelRefetch: false });
    },
    retry: () => {
      for (const one of shown) {
        if (one.error !== null) void (one.isFetchNextPageError ? one.fetchNextPage() : one.refetch());
      }
    },
  };
}
