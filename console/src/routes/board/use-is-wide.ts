import { useSyncExternalStore } from 'react';

const wide = window.matchMedia('(min-width: 48rem)');

const listen = (changed: () => void) => {
  wide.addEventListener('change', changed);
  return () => wide.removeEventListener('change', changed);
};

/** Whether several columns fit beside each other. */
export const useIsWide = (): boolean => useSyncExternalStore(listen, () => wide.matches);
