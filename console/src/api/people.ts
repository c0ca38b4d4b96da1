import { answerOf, type components, type Page } from '@leadline/client';
import { type InfiniteData, infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import { leadline } from './client.ts';
import { hasCode } from './problems.ts';
import { queryClient } from './query-client.ts';
import { changeRecord, createRecord, type PatchOf, SETTINGS } from './settings.ts';

type Schemas = components['schemas'];
export type Person = Schemas['Membership'];
export type Role = Person['role'];
export type Invitation = Schemas['Invitation'];

export interface PeopleFilter {
  search?: string;
  role?: Role;
  team?: string;
  active?: boolean;
}

const MINUTE = 60_000;
const PAGE = 100;
const LISTS = ['people', 'list'] as const;
type PeoplePages = InfiniteData<Page<Person>, string | undefined>;

/** A list of many pages is not read again by itself: it would take a request a page. */
const MOST_READ_AGAIN = 3;

/** By name; each page brings the cursor of the next. */
export const peopleQuery = (filter: PeopleFilter) =>
  infiniteQueryOptions({
    queryKey: [...LISTS, filter],
    queryFn: ({ signal, pageParam }) =>
      leadline.list('/api/v1/memberships', { filter, sort: 'name', size: PAGE }, { signal }).page(pageParam),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (last) => last.next ?? undefined,
    placeholderData: keepPreviousData,
    staleTime: ({ state: { data } }) => ((data?.pages.length ?? 0) > MOST_READ_AGAIN ? 'static' : 0),
    refetchOnWindowFocus: false,
  });

const FOUND = 20;

/** A few people, to choose one of them. */
export const foundPeopleQuery = (search: string) =>
  queryOptions({
    queryKey: ['people', 'found', search],
    queryFn: async ({ signal }) => {
      const filter = search.trim() === '' ? {} : { search: search.trim() };
      const query = { filter, sort: 'name', size: FOUND } as const;
      return (await leadline.list('/api/v1/memberships', query, { signal }).page()).data;
    },
    staleTime: MINUTE,
    placeholderData: keepPreviousData,
  });

/** What one person is called; null: there is none any more. Old as soon as any person is changed here. */
export const personNameQuery = (public_id: string) =>
  queryOptions({
    queryKey: [SETTINGS, 'memberships', 'name', public_id],
    queryFn: async ({ signal }) => {
      const params = { path: { public_id } };
      try {
        return (await answerOf(leadline.api.GET('/api/v1/memberships/{public_id}', { params, signal }))).data.data.name;
      } catch (problem) {
        if (hasCode(problem, 'not_found')) return null;
        throw problem;
      }
    },
    staleTime: 60 * MINUTE,
  });

/** How many people there are in each team or role. */
export const peopleCountsQuery = (group_by: 'team' | 'role', active?: boolean) =>
  queryOptions({
    queryKey: ['people', 'counts', group_by, active],
    queryFn: async ({ signal }) => {
      const query = { group_by, ...(active !== undefined && { 'filter[active]': active }) };
      return (await answerOf(leadline.api.GET('/api/v1/memberships/counts', { params: { query }, signal }))).data.data;
    },
  });

/** How many leads these people have, by their ids. Apart from the counts of leads, which each event makes old. */
export const ownedQuery = (owners: readonly string[], kind?: 'open') =>
  queryOptions({
    queryKey: ['people', 'owned', kind, owners],
    queryFn: async ({ signal }) => {
      const filter = { owner: owners.join(','), ...(kind && { kind }) };
      const counts = await leadline.leads.counts({ group_by: 'owner', filter }, { signal });
      return new Map(counts.map(({ group, count }) => [group?.public_id, count]));
    },
    enabled: owners.length > 0,
    staleTime: MINUTE / 2,
  });

export async function changePerson(id: string, patch: PatchOf<'memberships'>, etag: string | null) {
  const seen = await changeRecord('memberships', id, patch, etag);
  queryClient.setQueriesData<PeoplePages>({ queryKey: LISTS }, (kept) => kept && withPerson(kept, seen.record));
  othersChanged();
  return seen;
}

export async function addPerson(...[body, key]: [Schemas['MembershipCreate'], string]): Promise<Person> {
  const person = await createRecord('memberships', body, key);
  queryClient.removeQueries({ queryKey: LISTS });
  othersChanged();
  return person;
}

function othersChanged(): void {
  for (const what of ['counts', 'found', 'owned']) void queryClient.invalidateQueries({ queryKey: ['people', what] });
}

const withPerson = ({ pages, pageParams }: PeoplePages, person: Person): PeoplePages => ({
  pageParams,
  pages: pages.map((page) =>
    page.data.some(({ public_id }) => public_id === person.public_id)
      ? { ...page, data: page.data.map((one) => (one.public_id === person.public_id ? person : one)) }
      : page,
  ),
});

/** A link that the person signs in by, once. It ends an older one. */
export async function invite(public_id: string): Promise<Invitation> {
  const params = { path: { public_id } };
  return (await answerOf(leadline.api.POST('/api/v1/memberships/{public_id}/invitation', { params }))).data.data;
}
