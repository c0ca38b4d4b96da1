import { useEffect, useRef } from 'react';
import { dropLead, isWhole, rememberLead } from '../api/leads.ts';
import { queryClient } from '../api/query-client.ts';
import { useLeadEvents } from './live.tsx';

/** At most so often are sums and timelines read again, however many events come. */
const EVERY_MS = 1_000;

/** Keeps what is shown of leads up to date by the events. */
export function KeepCurrent() {
  const changed = useRef(new Set<string>());
  const isErased = useRef(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  useLeadEvents(({ type, lead }) => {
    if (lead === null)
      isErased.current = true; // it does not say which lead it was
    else {
      if (isWhole(lead)) rememberLead(lead);
      if (type === 'lead.erased') dropLead(lead.public_id);
      changed.current.add(lead.public_id);
    }
    timer.current ??= setTimeout(() => {
      timer.current = undefined;
      const ids = changed.current;
      changed.current = new Set();
      for (const id of ids) void queryClient.invalidateQueries({ queryKey: ['lead', id] });
      void queryClient.invalidateQueries({ queryKey: isErased.current ? ['leads'] : ['leads', 'counts'] });
      isErased.current = false;
    }, EVERY_MS);
  });
  return null;
}
