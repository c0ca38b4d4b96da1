import type { ItemOf, ListQuery, Page } from '@leadline/client';
import { type InfiniteData, infiniteQueryOptions } from '@tanstack/react-query';
import { leadline } from './client.ts';

export type AuditEntry = ItemOf<'/api/v1/audit'>;
export type AuditFilter = NonNullable<ListQuery<'/api/v1/audit'>['filter']>;
export type AuditPages = InfiniteData<Page<AuditEntry>, string | undefined>;

const SIZE = 50;

/** Newest first. A page may be short, or empty, though there is more. */
export const auditQuery = (filter: AuditFilter) =>
  infiniteQueryOptions({
    queryKey: ['audit', filter],
    queryFn: ({ signal, pageParam }) =>
      leadline.list('/api/v1/audit', { filter, size: SIZE }, { signal }).page(pageParam),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (last) => last.next ?? undefined,
    staleTime: 0, // a change elsewhere adds to it
    refetchOnWindowFocus: false, // a long trail would be read again page by page
  });
