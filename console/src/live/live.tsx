import { useQueryClient } from '@tanstack/react-query';
import { createContext, type ReactNode, useContext, useEffect, useMemo, useRef, useState } from 'react';
import { isByToken } from '../api/client.ts';
import { meQuery, useMe } from '../api/me.ts';
import { newKey } from '../api/new-key.ts';
import { followEvents } from './follow.ts';
import type { LeadEvent } from './stream.ts';

type Hearing = (event: LeadEvent) => void;

interface Live {
  isLive: boolean;
  listen: (hearing: Hearing) => () => void;
}

const Current = createContext<Live | null>(null);

/** Follows the events while somebody is signed in. Screens listen with `useLeadEvents`. */
export function LiveProvider({ children }: { children: ReactNode }) {
  const { membership, abilities } = useMe();
  const queries = useQueryClient();
  const [isLive, setLive] = useState(true);
  const hearings = useRef(new Set<Hearing>());
  const mayFollow = abilities.includes('events:read');
  useEffect(() => {
    if (!mayFollow) return;
    const ending = new AbortController();
    // A pasted token may see other leads than the session of the other tabs.
    const session = isByToken ? newKey() : membership.public_id;
    const listener = {
      onEvent: (event: LeadEvent) => {
        for (const hearing of hearings.current) hearing(event);
      },
      onGap: () => void queries.invalidateQueries(),
      onState: setLive,
      onRefused: () => void queries.invalidateQueries({ queryKey: meQuery.queryKey }),
    };
    followEvents(session, listener, ending.signal);
    return () => ending.abort();
  }, [membership.public_id, mayFollow, queries]);
  const live = useMemo(
    () => ({
      isLive: isLive || !mayFollow,
      listen: (hearing: Hearing) => {
        hearings.current.add(hearing);
        return () => void hearings.current.delete(hearing);
      },
    }),
    [isLive, mayFollow],
  );
  return <Current value={live}>{children}</Current>;
}

function useLive(): Live {
  const live = useContext(Current);
  if (live === null) throw new Error('nothing is followed here');
  return live;
}

export const useIsLive = (): boolean => useLive().isLive;

/** Calls `hearing` for each event of a lead that the caller may see. */
export function useLeadEvents(hearing: Hearing): void {
  const { listen } = useLive();
  const latest = useRef(hearing);
  useEffect(() => {
    latest.current = hearing;
  });
  useEffect(() => listen((event) => latest.current(event)), [listen]);
}
