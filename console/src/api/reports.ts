import { answerOf, type components, type Page } from '@leadline/client';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { leadline } from './client.ts';
import { endlessLeads, type Lead } from './leads.ts';

type Schemas = components['schemas'];

export type Funnel = Schemas['Funnel'];
export type Velocity = Schemas['Velocity'];
export type Conversion = Schemas['Conversion'];
export type Distribution = Schemas['DistributionReport'];
export type ReportMeta = Schemas['ReportMeta'];
export type DistributionMeta = Omit<ReportMeta, 'as_of' | 'unrecorded_changes'> & { waiting: number };

/** The reports, by their path: what is answered. */
export interface Reports {
  funnel: { data: Funnel; meta: ReportMeta };
  velocity: { data: Velocity; meta: ReportMeta };
  conversion: { data: Conversion; meta: ReportMeta };
  distribution: { data: Distribution; meta: DistributionMeta };
}
export type ReportName = keyof Reports;

/** What a report is asked for, as it stands in addresses: filters by their names alone. */
export type Asked = Readonly<Record<string, string>>;

const filterNames = ['created_at', 'source', 'owner', 'team'];

const queryOf = (asked: Asked): Record<string, string> =>
  Object.fromEntries(
    Object.entries(asked).map(([name, value]) => [filterNames.includes(name) ? `filter[${name}]` : name, value]),
  );

/** A service computes a report for up to half a minute, and longer where others wait before it. */
const TIMEOUT_MS = 60_000;

/** Paths that are made here: types cannot follow them. */
const get = leadline.api.GET as unknown as (path: string, options: object) => Promise<never>;

export const reportQuery = <Name extends ReportName>(name: Name, asked: Asked) =>
  queryOptions({
    queryKey: ['reports', name, asked],
    queryFn: async ({ signal }) =>
      (
        await answerOf<Reports[Name]>(
          get(`/api/v1/reports/${name}`, {
            params: { query: queryOf(asked) },
            signal,
            timeoutMs: TIMEOUT_MS,
          }),
        )
      ).data,
    staleTime: 60_000,
    refetchOnWindowFocus: false,
    placeholderData: keepPreviousData,
  });

interface LeadsAnswer {
  data: Lead[];
  links: { next: string | null };
}

const PAGE_SIZE = 100;

/** The leads behind a figure, page after page. */
export const reportLeadsQuery = (asked: Asked) =>
  endlessLeads({ report: asked }, async (signal, after): Promise<Page<Lead>> => {
    const paging = { 'page[size]': String(PAGE_SIZE), ...(after !== undefined && { 'page[after]': after }) };
    const query = { ...queryOf(asked), ...paging };
    const { data } = await answerOf<LeadsAnswer>(get('/api/v1/reports/leads', { params: { query }, signal }));
    const next = data.links.next;
    return { data: data.data, next: next && new URL(next, location.origin).searchParams.get('page[after]') };
  });

/** Where the console shows what an address of the API lists: the same, with filters by their names alone. */
export function askedBy(link: string): Asked {
  const parameters = new URL(link, location.origin).searchParams;
  return Object.fromEntries(
    [...parameters].map(([name, value]) => [/^filter\[(.*)\]$/.exec(name)?.[1] ?? name, value]),
  );
}
