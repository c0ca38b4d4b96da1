import { useInfiniteQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import { type Lead, leadsQuery } from '../../api/leads.ts';
import { useMe } from '../../api/me.ts';

const PAGE = 100;
/** Nobody works through more in a day; the rest follows when these are done. */
const MOST_PAGES = 5;

/** No event tells a person of a lead that was given to somebody else: it is out of sight then. */
const LOST_SIGHT_MS = 60_000;

const warmth = { hot: 0, warm: 1, cold: 2 } as const;

/** The hottest first and, among leads of one band, the one that has waited longest. */
const byUrgency = (one: Lead, other: Lead): number =>
  warmth[one.score_band] - warmth[other.score_band] || one.last_activity_at.localeCompare(other.last_activity_at);

/** The person's open leads in the order of work. It is kept while leads change, until `sortAgain`. */
export function useQueue() {
  const { membership } = useMe();
  const query = useInfiniteQuery({
    ...leadsQuery({ filters: { owner: membership.public_id, kind: 'open' }, sort: '-score', size: PAGE }),
    refetchInterval: LOST_SIGHT_MS,
  });
  const { data, hasNextPage, isFetchingNextPage, fetchNextPage, refetch } = query;
  const pages = data?.pages.length ?? 0;
  useEffect(() => {
    if (hasNextPage && !isFetchingNextPage && pages < MOST_PAGES) void fetchNextPage();
  }, [hasNextPage, isFetchingNextPage, fetchNextPage, pages]);
  const [order, setOrder] = useState<readonly string[]>([]);
  const leads = useMemo(() => {
    // A lead whose score changed between two pages is on both.
    const all = data?.pages.flatMap((page) => page.data) ?? [];
    return [...new Map(all.map((lead) => [lead.public_id, lead])).values()];
  }, [data]);
  const sorted = useMemo(() => inOrder(leads, order), [leads, order]);
  useEffect(() => {
    // What was sorted stays where it is; new leads join at their place among the rest.
    setOrder((kept) => (sorted.length === kept.length ? kept : sorted.map(({ public_id }) => public_id)));
  }, [sorted]);
  const sortAgain = async () => {
    await refetch();
    setOrder([]);
  };
  return { ...query, leads: sorted, isCut: hasNextPage && pages >= MOST_PAGES, sortAgain };
}

function inOrder(leads: readonly Lead[], order: readonly string[]): Lead[] {
  const places = new Map(order.map((id, place) => [id, place]));
  const known = leads
    .filter(({ public_id }) => places.has(public_id))
    .sort((one, other) => (places.get(one.public_id) ?? 0) - (places.get(other.public_id) ?? 0));
  const fresh = leads.filter(({ public_id }) => !places.has(public_id)).sort(byUrgency);
  if (known.length === 0) return fresh;
  for (const lead of fresh) {
    const place = known.findIndex((one) => byUrgency(lead, one) < 0);
    known.splice(place === -1 ? known.length : place, 0, lead);
  }
  return known;
}
