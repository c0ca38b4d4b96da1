import { answerOf } from './answer.ts';
import type { Api } from './api.ts';
import { type CallOptions, keyed, type PostOptions, within } from './call-options.ts';
import type { operations } from './generated/api.ts';
import type { LeadFilter, LeadQuery } from './leads.ts';
import { filtersOf } from './list.ts';
import type { BatchOutcome, LeadCount, LeadCreate } from './models.ts';

export interface Batch {
  /** In the order of the leads that were sent. */
  outcomes: BatchOutcome[];
  created: number;
  duplicates: number;
  failed: number;
}

/** Creates up to 100 leads in one call, each as if it were sent alone. */
export async function createLeads(
  api: Api,
  leads: LeadCreate[],
  { idempotencyKey, ...options }: PostOptions = {},
): Promise<Batch> {
  const params = { header: keyed(idempotencyKey) };
  const { data } = await answerOf(api.POST('/api/v1/leads/batch', { params, body: { leads }, ...within(options) }));
  return { outcomes: data.data, ...data.meta };
}

export interface CountQuery {
  group_by: operations['countLeads']['parameters']['query']['group_by'];
  filter?: LeadFilter | undefined;
}

/** How many leads match, and their estimated value, by group. */
export async function countLeads(
  api: Api,
  { group_by, filter = {} }: CountQuery,
  options: CallOptions = {},
): Promise<LeadCount[]> {
  const params = { query: { group_by, ...filtersOf(filter) } };
  return (await answerOf(api.GET('/api/v1/leads/counts', { params, ...within(options) }))).data.data;
}

export interface ExportQuery extends Pick<LeadQuery, 'filter' | 'sort'> {
  format: 'csv' | 'jsonl';
}

/** All leads that match, as a file that is read while it comes. */
export async function exportLeads(
  api: Api,
  { format, filter = {}, ...query }: ExportQuery,
  options: CallOptions = {},
): Promise<ReadableStream<Uint8Array>> {
  const call = api.GET('/api/v1/leads', {
    params: { query: { ...(query as object), ...filtersOf(filter) } },
    headers: { accept: format === 'csv' ? 'text/csv' : 'application/x-ndjson' },
    parseAs: 'stream',
    ...within(options),
  });
  return (await answerOf(call)).data as ReadableStream<Uint8Array>;
}
