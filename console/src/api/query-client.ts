import { QueryClient } from '@tanstack/react-query';

export const queryClient = new QueryClient({
  defaultOptions: {
    // The client repeats what is safe to repeat by itself. Live events keep what is shown up to date.
    queries: { retry: false, staleTime: 30_000, refetchOnWindowFocus: 'always' },
    mutations: { retry: false },
  },
});
