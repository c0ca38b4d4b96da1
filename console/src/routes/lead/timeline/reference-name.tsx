import { answerOf } from '@leadline/client';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { leadline } from '../../../api/client.ts';
import { optionsQuery } from '../../../api/leads.ts';
import { useMay } from '../../../api/me.ts';
import { useTexts } from '../../../texts/texts.tsx';

const HOUR = 3_600_000;

const paths = {
  status: '/api/v1/statuses/{public_id}',
  source: '/api/v1/sources/{public_id}',
  owner: '/api/v1/memberships/{public_id}',
} as const;

export type Referring = keyof typeof paths;
export const isReferring = (field: string): field is Referring => Object.hasOwn(paths, field);

/** Once for each person, status or source, however many entries name it. */
const nameQuery = (field: Referring, public_id: string) =>
  queryOptions({
    queryKey: ['name', field, public_id],
    queryFn: async ({ signal }) => {
      const params = { path: { public_id } };
      return (await answerOf(leadline.api.GET(paths[field], { params, signal }))).data.data.name;
    },
    staleTime: HOUR,
  });

/** The audit trail names statuses, sources and people by id; this shows what people call them. */
export function ReferenceName({ field, id }: { field: Referring; id: string }) {
  const { lead } = useTexts();
  const mayRead = useMay()('settings:read');
  const { data: options } = useQuery(optionsQuery);
  const listed =
    field === 'owner'
      ? undefined
      : (field === 'status' ? options?.statuses : options?.sources)?.find(({ public_id }) => public_id === id)?.name;
  const { data: read, isLoading } = useQuery({ ...nameQuery(field, id), enabled: listed === undefined && mayRead });
  return listed ?? read ?? (isLoading ? '…' : lead.timeline.unknown);
}
