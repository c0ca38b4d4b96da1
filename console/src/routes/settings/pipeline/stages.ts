import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { countsQuery } from '../../../api/leads.ts';
import { useMay } from '../../../api/me.ts';
import { type RecordOf, recordsQuery } from '../../../api/settings.ts';
import { useFormat } from '../../../format/format.ts';
import { CUSTOM } from '../../../leads/custom.ts';
import { usePipelineTexts } from '../../../texts/pipeline.ts';
import { useTexts } from '../../../texts/texts.tsx';

export type Stage = RecordOf<'statuses'>;

/** As `src/pipeline/statuses/schemas.ts` lists them. */
export const plainFields = ['first_name', 'last_name', 'phone', 'email', 'source', 'estimated_value'] as const;

export const useStages = (): readonly Stage[] => useSuspenseQuery(recordsQuery('statuses')).data;

/** Leads now in each stage and what they are worth, by its id; undefined while unknown. */
export function useStageCounts() {
  const enabled = useMay()('leads:read');
  const { data } = useQuery({ ...countsQuery('status', {}), enabled });
  return (
    data && new Map(data.map(({ group, count, estimated_value }) => [group?.public_id, { count, estimated_value }]))
  );
}

/** "120 leads". */
export function useLeadsText(): (count: number) => string {
  const { leads } = usePipelineTexts();
  const format = useFormat();
  return (count) => leads(count, format.number(count));
}

/** Names of fields, and which of the custom ones are archived. */
export function useFields() {
  const { common } = useTexts();
  const custom = useSuspenseQuery(recordsQuery('custom-fields')).data;
  const find = (name: string) =>
    name.startsWith(CUSTOM) ? custom.find(({ key }) => key === name.slice(CUSTOM.length)) : undefined;
  return {
    custom,
    labelOf: (name: string) => find(name)?.label ?? common.fields[name as keyof typeof common.fields] ?? name,
    isArchived: (name: string) => find(name)?.archived === true,
  };
}
