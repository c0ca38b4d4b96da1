import './styles.css';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { queryClient } from './api/query-client.ts';
import { router } from './router.tsx';
import { applyTheme } from './shell/theme.ts';
import { loadTexts, TextsProvider } from './texts/texts.tsx';
import { UiProvider } from './ui/provider.tsx';

applyTheme();
const place = document.getElementById('console');
if (place === null) throw new Error('the page has no place for the console');
const root = createRoot(place);

loadTexts().then((initial) => {
  root.render(
    <StrictMode>
      <TextsProvider initial={initial}>
        <UiProvider>
          <QueryClientProvider client={queryClient}>
            <RouterProvider router={router} />
          </QueryClientProvider>
        </UiProvider>
      </TextsProvider>
    </StrictMode>,
  );
});
