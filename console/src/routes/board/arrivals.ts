import { useEffect, useRef } from 'react';
import { isWhole, type Lead } from '../../api/leads.ts';
import { queryClient } from '../../api/query-client.ts';
import { useLeadEvents } from '../../live/live.tsx';
import { bringLeads, columnQuery, findOnBoard } from './columns.ts';
import { type Column, matches } from './placing.ts';

/** Leads that come within this time are asked for together. */
const COLLECT_MS = 500;

/** Brings leads to the board that it did not show before: new ones, and those that were given to somebody or woke up. */
export function useArrivals({ filters, sort }: Pick<Column, 'filters' | 'sort'>): void {
  const waiting = useRef(new Map<string, Lead>());
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  useLeadEvents(({ lead }) => {
    if (lead === null || !isWhole(lead) || !matches(filters, lead)) return;
    if (findOnBoard({ filters, sort }, lead.public_id) !== undefined) return;
    waiting.current.set(lead.public_id, lead);
    timer.current ??= setTimeout(() => {
      timer.current = undefined;
      const arrived = [...waiting.current.values()];
      waiting.current.clear();
      for (const status of new Set(arrived.map((one) => one.status.public_id))) {
        const column = { status, filters, sort };
        const own = arrived.filter((one) => one.status.public_id === status);
        bringLeads(column, own).catch(() => queryClient.invalidateQueries({ queryKey: columnQuery(column).queryKey }));
      }
    }, COLLECT_MS);
  });
}
