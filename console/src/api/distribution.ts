import { answerOf, type components } from '@leadline/client';
import { queryOptions } from '@tanstack/react-query';
import { leadline } from './client.ts';
import { queryClient } from './query-client.ts';
import { changeRecord, recordQuery, recordsQuery, SETTINGS, settingsChanged } from './settings.ts';

type Schemas = components['schemas'];
export type DistributionRule = Schemas['DistributionRule'];
export type DraftRule = Schemas['DraftRule'];
export type Replay = Schemas['Replay'];
export type SimulatedAssignment = Schemas['SimulatedAssignment'];

export const rulesQuery = recordsQuery('distribution-rules');

const simulate = async (body: Schemas['Simulation'], signal: AbortSignal) =>
  (await answerOf(leadline.api.POST('/api/v1/distribution-rules/simulate', { body, signal }))).data.data;

/** The leads of a range, given out once more. */
export const tryOnRange = async (rules: DraftRule[], created_at: string, signal: AbortSignal) =>
  (await simulate({ filter: { created_at }, rules }, signal)) as Replay;

/** Who would get this lead now. */
export const tryOnLead = async (rules: DraftRule[], lead: Schemas['LeadCreate'], signal: AbortSignal) =>
  (await simulate({ lead, rules }, signal)) as SimulatedAssignment;

export async function deleteRule(id: string): Promise<void> {
  await answerOf(
    leadline.api.DELETE('/api/v1/distribution-rules/{public_id}', { params: { path: { public_id: id } } }),
  );
  queryClient.removeQueries({ queryKey: recordQuery('distribution-rules', id).queryKey });
  await settingsChanged('distribution-rules');
}

/** Changes a rule that was seen in the list. False: it is no longer as it was seen there. */
export async function changeSeenRule(
  seen: DistributionRule,
  field: 'position' | 'active',
  value: number | boolean,
): Promise<boolean> {
  const { record, etag } = await queryClient.fetchQuery(recordQuery('distribution-rules', seen.public_id));
  if (record[field] !== seen[field]) return false;
  await changeRecord('distribution-rules', seen.public_id, { [field]: value }, etag);
  return true;
}

/** Names of these members; read page by page until all are found, as there may be thousands of others. */
export const memberNamesQuery = (ids: readonly string[]) =>
  queryOptions({
    queryKey: [SETTINGS, 'memberships', 'names', [...ids].sort()],
    queryFn: async ({ signal }) => {
      const wanted = new Set(ids);
      const names: Record<string, string> = {};
      if (wanted.size === 0) return names;
      for await (const { public_id, name } of leadline.list('/api/v1/memberships', { size: 200 }, { signal })) {
        if (wanted.delete(public_id)) names[public_id] = name;
        if (wanted.size === 0) break;
      }
      return names;
    },
  });
