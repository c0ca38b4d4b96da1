import { useState } from 'react';
import type { Filters, Lead } from '../../api/leads.ts';
import { isWhole } from '../../api/leads.ts';
import { splitValues } from '../../leads/filters/filters.ts';
import { useLeadEvents } from '../../live/live.tsx';

/** More are not told apart. */
const MOST = 999;

/** How many leads came in since the list was read that could be in it. */
export function useArrivals(filters: Filters): [number, () => void] {
  const of = JSON.stringify(filters);
  const [arrived, setArrived] = useState<{ of: string; ids: readonly string[] }>({ of, ids: [] });
  const ids = arrived.of === of ? arrived.ids : [];
  useLeadEvents(({ type, lead }) => {
    if (type !== 'lead.created' || lead === null || !isWhole(lead) || !couldMatch(lead, filters)) return;
    setArrived((before) => {
      const known = before.of === of ? before.ids : [];
      if (known.length >= MOST || known.includes(lead.public_id)) return before;
      return { of, ids: [...known, lead.public_id] };
    });
  });
  return [ids.length, () => setArrived({ of, ids: [] })];
}

/** False only for what surely does not match: the service knows the rest. */
export function couldMatch(lead: Lead, filters: Filters): boolean {
  const isAmong = (name: string, value: string | undefined) =>
    filters[name] === undefined || splitValues(filters[name]).includes(value ?? 'none');
  return (
    isAmong('status', lead.status.public_id) &&
    isAmong('kind', lead.status.kind) &&
    isAmong('owner', lead.owner?.public_id) &&
    isAmong('source', lead.source?.public_id) &&
    isAmong('score_band', lead.score_band)
  );
}
