import { answerOf } from './answer.ts';
import type { Api } from './api.ts';
import { at, type CallOptions, keyed, type PostOptions, within } from './call-options.ts';
import { type ListQuery, list } from './list.ts';
import type { Activity, ActivityCreate, Assignment, LeadScore, Note } from './models.ts';

type PageQuery = Pick<ListQuery<'/api/v1/leads'>, 'size' | 'after'>;

export const listNotes = (api: Api, id: string, query: PageQuery = {}, options: CallOptions = {}) =>
  list(api, '/api/v1/leads/{public_id}/notes', query, { ...options, ...at(id) });

export const listActivities = (api: Api, id: string, query: PageQuery = {}, options: CallOptions = {}) =>
  list(api, '/api/v1/leads/{public_id}/activities', query, { ...options, ...at(id) });

export const listTransitions = (api: Api, id: string, query: PageQuery = {}, options: CallOptions = {}) =>
  list(api, '/api/v1/leads/{public_id}/transitions', query, { ...options, ...at(id) });

export async function addNote(
  api: Api,
  id: string,
  body: string,
  { idempotencyKey, ...options }: PostOptions = {},
): Promise<Note> {
  const params = { ...at(id), header: keyed(idempotencyKey) };
  const call = api.POST('/api/v1/leads/{public_id}/notes', { params, body: { body }, ...within(options) });
  return (await answerOf(call)).data.data;
}

export async function addActivity(
  api: Api,
  id: string,
  body: ActivityCreate,
  { idempotencyKey, ...options }: PostOptions = {},
): Promise<Activity> {
  const params = { ...at(id), header: keyed(idempotencyKey) };
  const call = api.POST('/api/v1/leads/{public_id}/activities', { params, body, ...within(options) });
  return (await answerOf(call)).data.data;
}

/** Why the lead has its owner. */
export async function explainAssignment(api: Api, id: string, options: CallOptions = {}): Promise<Assignment> {
  const call = api.GET('/api/v1/leads/{public_id}/assignment', { params: at(id), ...within(options) });
  return (await answerOf(call)).data.data;
}

/** What the lead's score is made of. */
export async function explainScore(api: Api, id: string, options: CallOptions = {}): Promise<LeadScore> {
  const call = api.GET('/api/v1/leads/{public_id}/score', { params: at(id), ...within(options) });
  return (await answerOf(call)).data.data;
}
