import { answerOf, type components } from '@leadline/client';
import { queryOptions } from '@tanstack/react-query';
import { leadline } from './client.ts';
import { queryClient } from './query-client.ts';
import { SETTINGS, type Seen, settingsChanged } from './settings.ts';

type Schemas = components['schemas'];
export type Scoring = Schemas['Scoring'];
export type ScoringReplacement = Schemas['ScoringReplacement'];
export type ScoringSimulation = Schemas['ScoringSimulation'];

const LOOK_AGAIN_MS = 1_000;

/** While leads are scored anew, it is read again and again. */
export const isRescoring = ({ rescoring }: Scoring): boolean =>
  rescoring !== null && rescoring.finished_at === null && rescoring.rescored !== rescoring.leads;

export const scoringQuery = queryOptions({
  queryKey: [SETTINGS, 'scoring'],
  queryFn: async ({ signal }): Promise<Seen<Scoring>> => {
    const { data, headers } = await answerOf(leadline.api.GET('/api/v1/scoring', { signal }));
    return { record: data.data, etag: headers.get('etag') };
  },
  staleTime: 0,
  refetchInterval: ({ state }) => (state.data !== undefined && isRescoring(state.data.record) ? LOOK_AGAIN_MS : false),
});

export async function replaceScoring(body: ScoringReplacement, etag: string | null): Promise<Seen<Scoring>> {
  const params = { header: etag === null ? {} : { 'If-Match': etag } };
  const { data, headers } = await answerOf(leadline.api.PUT('/api/v1/scoring', { body, params }));
  const seen = { record: data.data, etag: headers.get('etag') };
  queryClient.setQueryData(scoringQuery.queryKey, seen);
  await settingsChanged('scoring');
  return seen;
}

export const tryScoring = async (body: ScoringReplacement, signal: AbortSignal): Promise<ScoringSimulation> =>
  (await answerOf(leadline.api.POST('/api/v1/scoring/simulate', { body, signal }))).data.data;
