import { QueryClient } from '@tanstack/react-query';

export const queryClient = new QueryClient({
  defaultOptions: {
    // The client repeats what is safe to repeat by itself. Live events keep what is shown up to date.
    // Offline, requests fail and say so: held back, they would wait without a word, and be lost with the tab.
    queries: {
      retry: false,
      staleTime: 30_000,
      refetchOnWindowFocus: 'always',
      networkMode: 'always',
      refetchOnReconnect: true,
    },
    mutations: { retry: false, networkMode: 'always' },
  },
});
