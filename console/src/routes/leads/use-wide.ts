import { useEffect, useState, useSyncExternalStore } from 'react';

const wide = matchMedia('(min-width: 48rem)');

const listen = (changed: () => void) => {
  wide.addEventListener('change', changed);
  return () => wide.removeEventListener('change', changed);
};

/** Whether there is room for a table; on phones, leads are cards. */
export const useIsWide = (): boolean => useSyncExternalStore(listen, () => wide.matches);

/** Sizes in rem, so that rows grow with the browser's text. */
export const remPixels = (): number => Number.parseFloat(getComputedStyle(document.documentElement).fontSize);

const MINUTE = 60_000;

/** The time, to the minute: for "3 minutes ago". */
export function useNow(): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), MINUTE);
    return () => clearInterval(timer);
  }, []);
  return now;
}
