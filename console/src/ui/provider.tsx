import { CSPProvider } from '@base-ui/react/csp-provider';
import { type ReactNode, Suspense } from 'react';
import { ToastArea } from './toast.tsx';

/** The page's policy allows no style elements, which the widget library would write. */
export const UiProvider = ({ children }: { children: ReactNode }) => (
  <CSPProvider disableStyleElements>
    {children}
    <Suspense>
      <ToastArea />
    </Suspense>
  </CSPProvider>
);
