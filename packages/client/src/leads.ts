import { answerOf } from './answer.ts';
import type { Api } from './api.ts';
import { at, type CallOptions, type ChangeOptions, keyed, matching, type PostOptions, within } from './call-options.ts';
import { type ListQuery, list } from './list.ts';
import type {
  HiddenLead,
  Lead,
  LeadCreate,
  LeadPatch,
  LeadWithTimeline,
  Move,
  PartialLead,
  PartialTransition,
  Transition,
} from './models.ts';

/** `custom_fields.city`, for the types of custom fields that can be filtered by. */
interface CustomFieldFilters {
  [name: `custom_fields.${string}`]: string | readonly string[] | undefined;
}

export type LeadFilter = NonNullable<ListQuery<'/api/v1/leads'>['filter']> & CustomFieldFilters;

export type LeadQuery = Omit<ListQuery<'/api/v1/leads'>, 'filter'> & { filter?: LeadFilter | undefined };

/** Leads that match, page by page. */
export const listLeads = (api: Api, query: LeadQuery = {}, options: CallOptions = {}) =>
  list(api, '/api/v1/leads', query, options);

export type Created =
  | { duplicate: false; lead: Lead; etag: string | null }
  | { duplicate: true; lead: Lead | HiddenLead; matched_on: ('phone' | 'email')[]; warning: string | null };

/** Creates a lead, or returns the lead that has the phone or email already. */
export async function createLead(
  api: Api,
  body: LeadCreate,
  { idempotencyKey, ...options }: PostOptions = {},
): Promise<Created> {
  const params = { header: keyed(idempotencyKey) };
  const { data, headers } = await answerOf(api.POST('/api/v1/leads', { params, body, ...within(options) }));
  if ('meta' in data) {
    const { matched_on, warning = null } = data.meta;
    return { duplicate: true, lead: data.data, matched_on, warning };
  }
  return { duplicate: false, lead: data.data, etag: headers.get('etag') };
}

export interface Read {
  lead: LeadWithTimeline;
  etag: string | null;
}

export interface GetOptions extends CallOptions {
  /** The newest 50 of each come with the lead. */
  include?: readonly ('activities' | 'notes')[] | undefined;
}

export async function getLead(api: Api, id: string, { include, ...options }: GetOptions = {}): Promise<Read> {
  const params = { ...at(id), query: include === undefined ? {} : { include: include.join(',') } };
  const call = api.GET('/api/v1/leads/{public_id}', { params, ...within(options) });
  const { data, headers } = await answerOf(call);
  return { lead: data.data, etag: headers.get('etag') };
}

export interface Changed {
  lead: Lead | PartialLead;
  etag: string | null;
  warning: string | null;
}

/** Changes the fields that are given; null clears one. */
export async function updateLead(
  api: Api,
  id: string,
  body: LeadPatch,
  { ifMatch, ...options }: ChangeOptions = {},
): Promise<Changed> {
  const params = { ...at(id), header: matching(ifMatch) };
  const call = api.PATCH('/api/v1/leads/{public_id}', { params, body, ...within(options) });
  const { data, headers } = await answerOf(call);
  return { lead: data.data, etag: headers.get('etag'), warning: data.meta?.warning ?? null };
}

export interface Moved extends Changed {
  /** Null if the lead was in that status already. */
  transition: Transition | PartialTransition | null;
}

/** Moves a lead to a status, and records the transition. */
export async function moveLead(
  api: Api,
  id: string,
  body: Move,
  { ifMatch, idempotencyKey, ...options }: ChangeOptions & PostOptions = {},
): Promise<Moved> {
  const params = { ...at(id), header: { ...matching(ifMatch), ...keyed(idempotencyKey) } };
  const call = api.POST('/api/v1/leads/{public_id}/status', { params, body, ...within(options) });
  const { data, headers } = await answerOf(call);
  const warning = data.meta?.warning ?? null;
  return { lead: data.data, etag: headers.get('etag'), warning, transition: data.transition };
}

export interface EraseOptions extends ChangeOptions {
  /** Kept in the audit trail; put nothing personal into it. */
  reason?: string | undefined;
  /** Keeps keyed hashes of phone and email, so that they are not captured again. */
  suppress?: boolean | undefined;
}

/** Erases everything personal of a lead, for good. Not repeated after a lost answer: then `not_found` says it is done. */
export async function eraseLead(
  api: Api,
  id: string,
  { reason, suppress, ifMatch, ...options }: EraseOptions = {},
): Promise<void> {
  const query = { ...(reason !== undefined && { reason }), ...(suppress !== undefined && { suppress }) };
  const params = { ...at(id), query, header: matching(ifMatch) };
  await answerOf(api.DELETE('/api/v1/leads/{public_id}', { params, ...within(options) }));
}
