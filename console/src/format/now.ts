import { useEffect, useState } from 'react';

export const MINUTE_MS = 60_000;

/** The time by the clock of the page, as of the last minute that began since it is shown. */
export function useNow(): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), MINUTE_MS);
    return () => clearInterval(timer);
  }, []);
  return now;
}
