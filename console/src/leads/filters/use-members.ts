import { answerOf } from '@leadline/client';
import { useQueries, useQuery } from '@tanstack/react-query';
import { leadline } from '../../api/client.ts';
import { ownersQuery } from '../../api/leads.ts';
import { useMay, useMe } from '../../api/me.ts';
import { recordsQuery } from '../../api/settings.ts';

const MINUTES = 60_000;

/** Names of the members that a filter names, also of those to whom no lead can be given any more. */
export function useMemberNames(ids: readonly string[]): (id: string) => string | undefined {
  const { membership } = useMe();
  const may = useMay();
  const owners = useQuery({ ...ownersQuery(''), enabled: ids.length > 0 });
  const known = new Map((owners.data ?? []).map(({ public_id, name }) => [public_id, name]));
  known.set(membership.public_id, membership.name);
  const others = owners.isPending ? [] : ids.filter((id) => !known.has(id));
  const read = useQueries({
    queries: others.map((id) => ({
      queryKey: ['member', id],
      queryFn: async ({ signal }: { signal: AbortSignal }) => {
        const params = { path: { public_id: id } };
        return (await answerOf(leadline.api.GET('/api/v1/memberships/{public_id}', { params, signal }))).data.data;
      },
      enabled: may('settings:read'),
      staleTime: 5 * MINUTES,
    })),
  });
  for (const { data } of read) if (data) known.set(data.public_id, data.name);
  return (id) => known.get(id);
}

/** The teams, for those who may read them. */
export function useTeams() {
  const may = useMay();
  const { data } = useQuery({ ...recordsQuery('teams'), enabled: may('settings:read'), staleTime: 5 * MINUTES });
  return data ?? [];
}
