import { useInfiniteQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useRef, useState } from 'react';
import { type AuditFilter, auditQuery } from '../../../api/audit.ts';

/** So many pages without an entry are read by themselves; then the person is asked. */
const MOST_EMPTY = 40;

/** The trail, page after page: more is read when its end comes into sight, and while pages are empty. */
export function useTrail(filter: AuditFilter) {
  const query = useInfiniteQuery(auditQuery(filter));
  const { data, hasNextPage, isFetching, isError, fetchNextPage } = query;
  const entries = useMemo(() => data?.pages.flatMap((page) => page.data) ?? [], [data]);
  const emptyPages = countEmpty(data?.pages ?? []);
  const key = JSON.stringify(filter);
  const [allowed, setAllowed] = useState({ key, pages: MOST_EMPTY });
  const most = allowed.key === key ? allowed.pages : MOST_EMPTY;
  const isLooking = hasNextPage && !isError && emptyPages > 0 && emptyPages < most;
  useEffect(() => {
    if (isLooking && !isFetching) void fetchNextPage({ cancelRefetch: false });
  }, [isLooking, isFetching, fetchNextPage]);

  const end = useRef<HTMLDivElement>(null);
  const isReady = hasNextPage && !isFetching && !isError && emptyPages === 0;
  useEffect(() => {
    const element = end.current;
    if (!isReady || element === null) return;
    const observer = new IntersectionObserver(
      (seen) => {
        if (seen.some((one) => one.isIntersecting)) void fetchNextPage({ cancelRefetch: false });
      },
      { rootMargin: '400px' },
    );
    observer.observe(element);
    return () => observer.disconnect();
  }, [isReady, fetchNextPage]);
  return {
    query,
    entries,
    end,
    isLooking,
    hasGivenUp: hasNextPage && emptyPages >= most,
    lookOn: () => {
      if (emptyPages >= most) setAllowed({ key, pages: emptyPages + MOST_EMPTY });
      void fetchNextPage({ cancelRefetch: false });
    },
    retry: () => void (query.isFetchNextPageError ? fetchNextPage() : query.refetch()),
  };
}

/** At the end of the list. */
function countEmpty(pages: readonly { data: readonly unknown[] }[]): number {
  const last = pages.findLastIndex(({ data }) => data.length > 0);
  return pages.length - 1 - last;
}
