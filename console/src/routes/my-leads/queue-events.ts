import { useEffect, useMemo } from 'react';
import { isWhole, type Lead, LISTS } from '../../api/leads.ts';
import { useMe } from '../../api/me.ts';
import { useLeadEvents } from '../../live/live.tsx';
import { Rereading } from '../../live/rereading.ts';

const SOON_MS = 500;
/** The queue is up to five pages long. */
const EVERY_MS = 5_000;

/** Reads the queue again when a lead enters or leaves it. */
export function useQueueEvents(leads: readonly Lead[]): void {
  const { membership } = useMe();
  const queue = useMemo(() => new Rereading({ soonMs: SOON_MS, everyMs: EVERY_MS }), []);
  useEffect(() => () => queue.stop(), [queue]);
  useLeadEvents(({ lead }) => {
    if (lead === null) return queue.ask(...LISTS); // erased; the event does not say which lead it was
    const isMine = isWhole(lead) && lead.owner?.public_id === membership.public_id && lead.status.kind === 'open';
    const isKept = leads.some(({ public_id }) => public_id === lead.public_id);
    if (isMine !== isKept) queue.ask(...LISTS);
  });
}
