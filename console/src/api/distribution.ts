import { answerOf, type components } from '@leadline/client';
import { queryOptions } from '@tanstack/react-query';
import { leadline } from './client.ts';
import { personNameQuery } from './people.ts';
import { queryClient } from './query-client.ts';
import {
  changeRecord,
  deleteRecord,
  recordQuery,
  recordsQuery,
  SETTINGS,
  type Seen,
  settingsChanged,
} from './settings.ts';

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

/** False: the rule is no longer what was seen. The list brings no ETags, so for a rule of the list it is asked for. */
export async function deleteSeenRule({ record, etag }: Seen<DistributionRule>): Promise<boolean> {
  const query = recordQuery('distribution-rules', record.public_id);
  const now = etag === null ? await queryClient.fetchQuery(query) : { record, etag };
  const isDone =
    JSON.stringify(now.record) === JSON.stringify(record) &&
    (await deleteRecord('distribution-rules', record.public_id, now.etag));
  if (isDone) queryClient.removeQueries({ queryKey: query.queryKey });
  await settingsChanged('distribution-rules');
  return isDone;
}

/** Turns a rule of the list on or off. False: it is no longer as it was seen there. */
export async function turnSeenRule({ public_id, active }: DistributionRule): Promise<boolean> {
  const { record, etag } = await queryClient.fetchQuery(recordQuery('distribution-rules', public_id));
  if (record.active !== active) return false;
  await changeRecord('distribution-rules', public_id, { active: !active }, etag);
  return true;
}

/** So many are named at once; a pool may hold many more. */
const MOST_NAMED = 150;

/** Names of the first of these members, read one by one: there may be thousands of others. */
export const memberNamesQuery = (ids: readonly string[]) => {
  const named = ids.slice(0, MOST_NAMED);
  return queryOptions({
    queryKey: [SETTINGS, 'memberships', 'names', named],
    queryFn: async () => {
      const read = named.map(async (id) => [id, await queryClient.fetchQuery(personNameQuery(id))] as const);
      const names: Record<string, string> = {};
      for (const [id, name] of await Promise.all(read)) if (name !== null) names[id] = name;
      return names;
    },
  });
};
