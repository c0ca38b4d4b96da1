import { answerOf, type components, type Lead, type LeadFilter, type LeadQuery, type Page } from '@leadline/client';
import { type InfiniteData, infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import { leadline } from './client.ts';
import { queryClient } from './query-client.ts';

type Schemas = components['schemas'];

export type { Lead, LeadFilter } from '@leadline/client';
export type LeadOptions = Schemas['LeadOptions'];
export type StatusOption = Schemas['StatusOption'];
export type CustomFieldOption = Schemas['CustomFieldOption'];
export type PossibleOwner = Schemas['PossibleOwner'];
export type Sort = NonNullable<LeadQuery['sort']>;

const MINUTES = 60_000;

/** What the fields of a lead can be: pipeline, sources, custom fields, score bands. */
export const optionsQuery = queryOptions({
  queryKey: ['options'],
  queryFn: async ({ signal }) => (await answerOf(leadline.api.GET('/api/v1/leads/options', { signal }))).data.data,
  staleTime: 5 * MINUTES,
});

const OWNERS_SHOWN = 50;

/** To whom the caller may give leads. */
export const ownersQuery = (search: string) =>
  queryOptions({
    queryKey: ['owners', search],
    queryFn: async ({ signal }) => {
      const filter = search.trim() === '' ? {} : { search: search.trim() };
      return (await leadline.list('/api/v1/leads/owners', { filter, size: OWNERS_SHOWN }, { signal }).page()).data;
    },
    staleTime: MINUTES,
    placeholderData: keepPreviousData,
  });

/** Filters as in the list's `filter[…]`, each a text: so they stand in addresses and in saved views. */
export type Filters = Readonly<Record<string, string>>;

export interface ListOf {
  filters: Filters;
  sort: Sort;
  size?: number;
}

export type LeadPages = InfiniteData<Page<Lead>, string | undefined>;

export const LISTS = ['leads', 'list'] as const;

/** Endless: each page brings the cursor of the next. `of` tells lists apart. */
export const endlessLeads = (of: object, page: (signal: AbortSignal, after?: string) => Promise<Page<Lead>>) =>
  infiniteQueryOptions({
    queryKey: [...LISTS, of],
    queryFn: ({ signal, pageParam }) => page(signal, pageParam),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (last) => last.next ?? undefined,
  });

export type EndlessLeads = ReturnType<typeof endlessLeads>;

export const leadsQuery = ({ filters, sort, size = 100 }: ListOf): EndlessLeads =>
  endlessLeads({ filters, sort, size }, (signal, after) =>
    leadline.leads.list({ filter: filters as LeadFilter, sort, size }, { signal }).page(after),
  );

export type CountGroup = 'status' | 'owner' | 'team' | 'source' | 'score_band';

export const countsQuery = (group_by: CountGroup, filters: Filters) =>
  queryOptions({
    queryKey: ['leads', 'counts', group_by, filters],
    queryFn: ({ signal }) => leadline.leads.counts({ group_by, filter: filters as LeadFilter }, { signal }),
    placeholderData: keepPreviousData,
  });

/** Whether there is any lead at all. */
export const anyLeadQuery = queryOptions({
  queryKey: ['leads', 'any'],
  queryFn: async ({ signal }) => (await leadline.leads.list({ size: 1 }, { signal }).page()).data.length > 0,
});

/** One lead, with the ETag that changes need. */
export const leadQuery = (id: string) =>
  queryOptions({
    queryKey: ['lead', id],
    queryFn: ({ signal }) => leadline.leads.get(id, { signal }),
  });

const followers = new Set<(lead: Lead) => void>();

/** Tells of each lead that is known anew, before the lists show it: for lists that leads enter and leave. */
export const followLeads = (follower: (lead: Lead) => void): void => void followers.add(follower);

/** Puts a lead that is newer than what is kept into every list that shows it. */
export function rememberLead(lead: Lead): void {
  for (const follower of followers) follower(lead);
  queryClient.setQueriesData<LeadPages>({ queryKey: LISTS }, (kept) => kept && withLead(kept, lead));
}

function withLead(kept: LeadPages, lead: Lead): LeadPages {
  const isKept = (one: Lead) => one.public_id === lead.public_id && one.updated_at <= lead.updated_at;
  if (!kept.pages.some(({ data }) => data.some(isKept))) return kept;
  // A list may have asked for more of a lead than answers and events bring.
  const pages = kept.pages.map((page) =>
    page.data.some(isKept)
      ? { ...page, data: page.data.map((one) => (isKept(one) ? { ...one, ...lead } : one)) }
      : page,
  );
  return { ...kept, pages };
}

/** Takes an erased lead, or one that went out of sight, out of every list. */
export function dropLead(id: string): void {
  queryClient.setQueriesData<LeadPages>({ queryKey: LISTS }, (kept) => {
    if (!kept?.pages.some(({ data }) => data.some((one) => one.public_id === id))) return kept;
    return {
      ...kept,
      pages: kept.pages.map((page) => ({ ...page, data: page.data.filter((one) => one.public_id !== id) })),
    };
  });
}

/** After a change: what counts, sums up or tells of the lead is read again where it is shown. */
export function leadChanged(id: string): void {
  void queryClient.invalidateQueries({ queryKey: ['lead', id] });
  void queryClient.invalidateQueries({ queryKey: ['leads', 'counts'] });
}

export const isWhole = (lead: object): lead is Lead => 'contact' in lead && 'score' in lead;
