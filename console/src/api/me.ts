import { answerOf } from '@leadline/client';
import { queryOptions, useSuspenseQuery } from '@tanstack/react-query';
import { leadline } from './client.ts';

export const meQuery = queryOptions({
  queryKey: ['me'],
  queryFn: async ({ signal }) => (await answerOf(leadline.api.GET('/api/v1/me', { signal }))).data.data,
  staleTime: 60_000,
});

export type Me = Awaited<ReturnType<NonNullable<typeof meQuery.queryFn>>>;
export type Ability = Me['abilities'][number];

/** Who is signed in. Within the signed-in part of the console it is always known. */
export const useMe = () => useSuspenseQuery(meQuery).data;

export const useMay = (): ((ability: Ability) => boolean) => {
  const { abilities } = useMe();
  return (ability) => abilities.includes(ability);
};
