import { hashKey, keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { type EndlessLeads, type Lead, type LeadPages, leadsQuery } from '../../api/leads.ts';
import { queryClient } from '../../api/query-client.ts';
import type { ListState } from './list-state.ts';

/** A longer list is not read again by itself: it would take a request a page. */
const MOST_READ_AGAIN = 3;

/** The leads of the list, page after page. */
export const useLeadList = (state: ListState, enabled: boolean) => useEndlessLeads(leadsQuery(state), enabled);

export function useEndlessLeads(options: EndlessLeads, enabled = true) {
  const query = useInfiniteQuery({
    ...options,
    enabled,
    placeholderData: keepPreviousData,
    staleTime: ({ state: { data } }) => (pagesOf(data) > MOST_READ_AGAIN ? 'static' : 30_000),
    // A change that events bring makes the list look new, though leads may be missing in it.
    refetchOnMount: 'always',
    // Events tell of changes; rows must not move under the pointer of who comes back to the window.
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });
  const leads = useLeadsOf(query.data);
  const hash = hashKey(options.queryKey);
  const [isOld, setOld] = useIsOld(hash);

  /** Reads the list anew from its first page. */
  const reload = () => {
    setOld(false);
    queryClient.setQueryData<LeadPages>(options.queryKey, (kept) => kept && onlyFirst(kept));
    return query.refetch();
  };
  const { hasNextPage, isFetchNextPageError, isPlaceholderData } = query;
  return {
    query,
    queryKey: options.queryKey,
    /** Tells lists apart. */
    hash,
    leads,
    reload,
    /** Reads the next page, if there is one and it did not fail before. */
    readMore: () => {
      if (!hasNextPage || isFetchNextPageError || isPlaceholderData) return;
      // Asked of the cache: a screen that follows `isFetching` is drawn once more for each page.
      if (queryClient.isFetching({ queryKey: options.queryKey, exact: true }) > 0) return;
      void query.fetchNextPage({ cancelRefetch: false });
    },
    isOld: isOld && pagesOf(query.data) > MOST_READ_AGAIN,
  };
}

export type LeadList = ReturnType<typeof useEndlessLeads>;

const pagesOf = (data: { pages: unknown[] } | undefined): number => data?.pages.length ?? 0;

const onlyFirst = ({ pages, pageParams }: LeadPages): LeadPages => ({
  pages: pages.slice(0, 1),
  pageParams: pageParams.slice(0, 1),
});

/** When lists were last on the screen: events of new leads are not heard behind another screen. */
const leftAt = new Map<string, number>();
const LONG_AWAY_MS = 10_000;

/** Whether leads may be missing in a list that is not read again by itself. */
function useIsOld(hash: string): [boolean, (isOld: boolean) => void] {
  const [isOld, setOld] = useState(false);
  useEffect(() => {
    setOld(Date.now() - (leftAt.get(hash) ?? Date.now()) > LONG_AWAY_MS);
    const stop = queryClient.getQueryCache().subscribe(({ type, query }) => {
      if (type === 'updated' && query.queryHash === hash && query.state.isInvalidated) setOld(true);
    });
    return () => {
      leftAt.clear(); // the list before is the one to which people come back
      leftAt.set(hash, Date.now());
      stop();
    };
  }, [hash]);
  return [isOld, setOld];
}

interface Gathered {
  pages: LeadPages['pages'];
  leads: Lead[];
  seen: Set<string>;
}

/** The pages as one list. A lead that moved in the order between two pages is shown once. */
function useLeadsOf(data: { pages: LeadPages['pages'] } | undefined): readonly Lead[] {
  const gathered = useRef<Gathered>({ pages: [], leads: [], seen: new Set() });
  const pages = data?.pages ?? [];
  const { current } = gathered;
  const isSame = pages.length === current.pages.length && pages.every((page, n) => page === current.pages[n]);
  if (!isSame) gathered.current = gather(pages, current);
  return gathered.current.leads;
}

/** Goes on from what was gathered before where pages were only added. */
function gather(pages: LeadPages['pages'], before: Gathered): Gathered {
  const isLonger = before.pages.length > 0 && before.pages.every((page, n) => page === pages[n]);
  const seen = isLonger ? before.seen : new Set<string>();
  const leads = isLonger ? before.leads.slice() : [];
  for (const { data } of pages.slice(isLonger ? before.pages.length : 0)) {
    for (const lead of data) {
      if (seen.has(lead.public_id)) continue;
      seen.add(lead.public_id);
      leads.push(lead);
    }
  }
  return { pages, leads, seen };
}
