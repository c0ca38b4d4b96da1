import { useLayoutEffect, useMemo, useRef, useState } from 'react';
import type { Filters, Lead } from '../../api/leads.ts';

interface Chosen {
  /** Of which list. */
  of: string;
  /** All that match the filters, also those that are not loaded. */
  isAll: boolean;
  ids: ReadonlySet<string>;
}

const none: ReadonlySet<string> = new Set();

/**
 * Which leads of the list are chosen. Other filters list other leads, so they begin anew. `isOld`: those of the filters before are
 * still shown; none of them can be chosen.
 */
export function useSelection(leads: readonly Lead[], filters: Filters, isOld: boolean) {
  const of = JSON.stringify(filters);
  const [kept, setKept] = useState<Chosen>({ of, isAll: false, ids: none });
  const { isAll, ids } = kept.of === of ? kept : { isAll: false, ids: none };
  const now = useRef({ leads, of, isOld, isAll, ids });
  useLayoutEffect(() => {
    now.current = { leads, of, isOld, isAll, ids };
  });
  // The same for as long as the list is shown: each row is drawn anew where what it is given is another.
  const [actions] = useState(() => actionsOn(now, setKept));
  return useMemo(
    () => ({ isOld, isAll, ids, has: (id: string) => isAll || ids.has(id), ...actions }),
    [isOld, isAll, ids, actions],
  );
}

interface Listed extends Chosen {
  leads: readonly Lead[];
  isOld: boolean;
}

function actionsOn(now: { readonly current: Listed }, setKept: (chosen: Chosen) => void) {
  /** From where a range is chosen. */
  let anchor: string | null = null;
  const set = (ids: ReadonlySet<string>, isAll = false) => setKept({ of: now.current.of, isAll, ids });
  const allIds = () => new Set(now.current.leads.map(({ public_id }) => public_id));
  return {
    /** Chooses a lead or no longer; with `isRange` also those between it and the last one that was pressed. */
    toggle(index: number, isRange = false) {
      const { leads, isOld, isAll, ids } = now.current;
      const id = leads[index]?.public_id;
      if (id === undefined || isOld) return;
      const next = isAll ? allIds() : new Set(ids);
      const isOn = !next.has(id);
      const from = isRange ? leads.findIndex(({ public_id }) => public_id === anchor) : -1;
      const [first, last] = from === -1 ? [index, index] : [Math.min(from, index), Math.max(from, index)];
      for (const { public_id } of leads.slice(first, last + 1)) {
        if (isOn) next.add(public_id);
        else next.delete(public_id);
      }
      anchor = id;
      set(next);
    },
    chooseShown() {
      if (!now.current.isOld) set(allIds());
    },
    chooseAll: () => set(none, true),
    clear() {
      anchor = null;
      set(none);
    },
  };
}

export type Selection = ReturnType<typeof useSelection>;
