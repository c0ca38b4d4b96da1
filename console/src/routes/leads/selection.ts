import { useMemo, useRef, useState } from 'react';
import type { Filters, Lead } from '../../api/leads.ts';

interface Chosen {
  /** Of which list. */
  of: string;
  /** All that match the filters, also those that are not loaded. */
  isAll: boolean;
  ids: ReadonlySet<string>;
}

const none: ReadonlySet<string> = new Set();

/** Which leads of the list are chosen. Other filters list other leads, so they begin anew. */
export function useSelection(leads: readonly Lead[], filters: Filters) {
  const of = JSON.stringify(filters);
  const [kept, setKept] = useState<Chosen>({ of, isAll: false, ids: none });
  /** From where a range is chosen. */
  const anchor = useRef<string | null>(null);
  const { isAll, ids } = kept.of === of ? kept : { isAll: false, ids: none };
  return useMemo(() => {
    const set = (next: ReadonlySet<string>, isAll = false) => setKept({ of, isAll, ids: next });
    const allIds = () => new Set(leads.map(({ public_id }) => public_id));
    const has = (id: string): boolean => isAll || ids.has(id);
    return {
      isAll,
      ids,
      has,
      /** Chooses a lead or no longer; with `isRange` also those between it and the last one that was pressed. */
      toggle(index: number, isRange = false) {
        const id = leads[index]?.public_id;
        if (id === undefined) return;
        const next = isAll ? allIds() : new Set(ids);
        const isOn = !has(id);
        const from = isRange ? leads.findIndex(({ public_id }) => public_id === anchor.current) : -1;
        const [first, last] = from === -1 ? [index, index] : [Math.min(from, index), Math.max(from, index)];
        for (const { public_id } of leads.slice(first, last + 1)) {
          if (isOn) next.add(public_id);
          else next.delete(public_id);
        }
        anchor.current = id;
        set(next);
      },
      chooseShown: () => set(allIds()),
      chooseAll: () => set(none, true),
      clear() {
        anchor.current = null;
        set(none);
      },
    };
  }, [leads, of, isAll, ids]);
}

export type Selection = ReturnType<typeof useSelection>;
