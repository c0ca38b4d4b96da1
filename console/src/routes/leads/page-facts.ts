import { useEffect, useState } from 'react';

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
