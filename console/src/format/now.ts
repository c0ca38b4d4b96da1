import { useEffect, useState } from 'react';

export const MINUTE_MS = 60_000;

/** The time, read when the component is first shown and then once a minute: for "3 minutes ago". */
export function useNow(): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), MINUTE_MS);
    return () => clearInterval(timer);
  }, []);
  return now;
}
