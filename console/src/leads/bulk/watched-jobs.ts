import { useState } from 'react';

/** What a bulk change does, to tell of it afterwards. */
export interface Watched {
  id: string;
  kind: 'assign' | 'move';
  /** The new owner, or the status; null where the leads have no owner any more. */
  target: string | null;
}

const KEY = 'leadline.jobs';
/** As many as an organization can have at a time. */
const MOST = 10;

function readKept(): Watched[] {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(KEY) ?? '[]');
    return Array.isArray(kept) ? kept.filter((one) => typeof one?.id === 'string') : [];
  } catch {
    return [];
  }
}

/** The bulk changes begun in this tab, until their outcome was seen. They are still known after a reload. */
export function useWatchedJobs() {
  const [watched, setWatched] = useState(readKept);
  const keep = (next: Watched[]) => {
    sessionStorage.setItem(KEY, JSON.stringify(next));
    setWatched(next);
  };
  return {
    watched,
    watch: (job: Watched) => keep([...readKept(), job].slice(-MOST)),
    forget: (id: string) => keep(readKept().filter((one) => one.id !== id)),
  };
}
