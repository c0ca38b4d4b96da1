import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { hasCode } from './problems.ts';

/** Told when the service no longer knows the caller. */
let signedOut: () => void = () => {};
export const onSignedOut = (listener: () => void): void => {
  signedOut = listener;
};

const onError = (error: unknown) => {
  if (hasCode(error, 'unauthenticated')) signedOut();
};

export const queryClient = new QueryClient({
  queryCache: new QueryCache({ onError }),
  mutationCache: new MutationCache({ onError }),
  defaultOptions: {
    // The client repeats what is safe to repeat by itself. Live events keep what is shown up to date.
    queries: { retry: false, staleTime: 30_000, refetchOnWindowFocus: 'always' },
    mutations: { retry: false },
  },
});
