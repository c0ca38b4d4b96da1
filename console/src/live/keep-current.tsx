import { useEffect, useMemo } from 'react';
import { leadline } from '../api/client.ts';
import { dropLead, isWhole, leadQuery, rememberLead } from '../api/leads.ts';
import { queryClient } from '../api/query-client.ts';
import { useLeadEvents } from './live.tsx';
import { Rereading } from './rereading.ts';

const SOON_MS = 1_000;
/** Sums and whole lists cost the service more, and many people may be looking. */
const SUMS_MS = 5_000;

/** Keeps what is shown of leads up to date by the events, and by answers that a lead is not there. */
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
  useEffect(() => {
    // No event tells of a lead that went out of sight, to somebody else for example.
    const dropping: Parameters<typeof leadline.api.use>[0] = {
      onResponse({ response, schemaPath, params }) {
        if (response.status !== 404 || !schemaPath.startsWith('/api/v1/leads/{public_id}')) return;
        const id = String(params.path?.public_id);
        dropLead(id);
        sums.ask('leads');
        // If it is being read, this may be its answer; to read it for that once more would never end.
        const one = { queryKey: leadQuery(id).queryKey, exact: true };
        if (queryClient.isFetching(one) === 0) void queryClient.invalidateQueries(one);
      },
    };
    leadline.api.use(dropping);
    return () => leadline.api.eject(dropping);
  }, [sums]);
  return null;
}
