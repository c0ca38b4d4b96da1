import { useEffect, useMemo } from 'react';
import { isWhole, rememberLead } from '../api/leads.ts';
import { useLeadEvents } from './live.tsx';
import { Rereading } from './rereading.ts';

const SOON_MS = 1_000;
/** Sums and whole lists cost the service more, and many people may be looking. */
const SUMS_MS = 5_000;

/** Keeps what is shown of leads up to date by the events. */
export function KeepCurrent() {
  const leads = useMemo(() => new Rereading({ soonMs: SOON_MS, everyMs: SOON_MS }), []);
  const sums = useMemo(() => new Rereading({ soonMs: SOON_MS, everyMs: SUMS_MS }), []);
  useEffect(
    () => () => {
      leads.stop();
      sums.stop();
    },
    [leads, sums],
  );
  useLeadEvents(({ lead }) => {
    sums.ask('leads', 'counts');
    if (lead === null) return sums.ask('leads'); // erased; the event does not say which lead it was
    if (isWhole(lead)) rememberLead(lead);
    leads.ask('lead', lead.public_id);
  });
  return null;
}
