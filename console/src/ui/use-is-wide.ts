import { useSyncExternalStore } from 'react';

const wide = matchMedia('(min-width: 48rem)');

const listen = (changed: () => void) => {
  wide.addEventListener('change', changed);
  return () => wide.removeEventListener('change', changed);
};

/** Whether there is more room than on a phone: for a table, or columns side by side. */
export const useIsWide = (): boolean => useSyncExternalStore(listen, () => wide.matches);
