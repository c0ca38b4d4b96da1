import { answerOf, type components } from '@leadline/client';
import { queryOptions } from '@tanstack/react-query';
import { leadline } from './client.ts';
import { queryClient } from './query-client.ts';

type Schemas = components['schemas'];

export type Job = Schemas['Job'];
export type BulkRequest = Schemas['BulkRequest'];

/** So many leads can be named one by one. */
export const MOST_IDS = 1_000;

const EVERY_MS = 1_000;
const at = (public_id: string) => ({ path: { public_id } });

export const isOver = ({ state }: Job): boolean => state === 'done' || state === 'stopped';

/** A bulk change, read every second until it is over. */
export const jobQuery = (id: string) =>
  queryOptions({
    queryKey: ['job', id],
    queryFn: async ({ signal }) =>
      (await answerOf(leadline.api.GET('/api/v1/jobs/{public_id}', { params: at(id), signal }))).data.data,
    refetchInterval: ({ state: { data } }) => (data !== undefined && isOver(data) ? false : EVERY_MS),
    staleTime: EVERY_MS,
  });

/** Begins to change many leads. */
export async function changeLeads(body: BulkRequest): Promise<Job> {
  const job = (await answerOf(leadline.api.POST('/api/v1/leads/bulk', { body }))).data.data;
  queryClient.setQueryData(jobQuery(job.public_id).queryKey, job);
  return job;
}

/** Leads that are changed stay so. */
export async function stopJob(id: string): Promise<void> {
  await answerOf(leadline.api.DELETE('/api/v1/jobs/{public_id}', { params: at(id) }));
  await queryClient.invalidateQueries({ queryKey: jobQuery(id).queryKey });
}
