import { answerOf, type components } from '@leadline/client';
import { infiniteQueryOptions, keepPreviousData } from '@tanstack/react-query';
import { leadline } from './client.ts';
import { settingsChanged } from './settings.ts';

type Schemas = components['schemas'];
export type Token = Schemas['Token'];
export type IssuedToken = Schemas['IssuedToken'];
export type TokenCreate = Schemas['TokenCreate'];
export type TokenKind = Token['kind'];

export interface TokenFilter {
  kind?: TokenKind;
  membership?: string;
}

/** Newest first; each page brings the cursor of the next. */
export const tokensQuery = (filter: TokenFilter) =>
  infiniteQueryOptions({
    queryKey: ['settings', 'tokens', filter],
    queryFn: ({ signal, pageParam }) =>
      leadline.list('/api/v1/tokens', { filter, size: 50 }, { signal }).page(pageParam),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (last) => last.next ?? undefined,
    placeholderData: keepPreviousData,
    refetchOnWindowFocus: false,
  });

/** `key` names the request: pressed again after a lost answer, it has no second effect. */
export async function issueToken(body: TokenCreate, key: string): Promise<IssuedToken> {
  const params = { header: { 'Idempotency-Key': key } };
  const { data } = await answerOf(leadline.api.POST('/api/v1/tokens', { params, body }));
  void settingsChanged('tokens');
  return data.data;
}

export async function revokeToken(public_id: string): Promise<void> {
  await answerOf(leadline.api.DELETE('/api/v1/tokens/{public_id}', { params: { path: { public_id } } }));
  void settingsChanged('tokens');
}
