import { useEffect, useMemo } from 'react';
import { isWhole, rememberLead } from '../api/leads.ts';
import { queryClient } from '../api/query-client.ts';
import { useLeadEvents } from './live.tsx';

const SOON_MS = 1_000;
/** Sums cost the service more, and many people may be looking. */
const SUMS_MS = 5_000;

/** Keeps what is shown of leads up to date by the events. */
export function KeepCurrent() {
  const leads = useMemo(() => new Rereading(SOON_MS, SOON_MS), []);
  const sums = useMemo(() => new Rereading(SOON_MS, SUMS_MS), []);
  useEffect(
    () => () => {
      leads.stop();
      sums.stop();
    },
    [leads, sums],
  );
  useLeadEvents(({ lead }) => {
    sums.ask('leads', 'counts');
    if (lead === null) return leads.ask('leads'); // erased; the event does not say which lead it was
    if (isWhole(lead)) rememberLead(lead);
    leads.ask('lead', lead.public_id);
  });
  return null;
}

/** Reads queries again, soon after it is asked to, and then at most so often. */
class Rereading {
  readonly #soonMs: number;
  readonly #everyMs: number;
  #keys = new Map<string, readonly string[]>();
  #readAt = Number.NEGATIVE_INFINITY;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(soonMs: number, everyMs: number) {
    this.#soonMs = soonMs;
    this.#everyMs = everyMs;
  }

  ask(...key: readonly string[]): void {
    this.#keys.set(key.join(' '), key);
    const pause = Math.max(this.#soonMs, this.#readAt + this.#everyMs - performance.now());
    this.#timer ??= setTimeout(() => this.#read(), pause);
  }

  stop(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }

  #read(): void {
    this.#timer = undefined;
    this.#readAt = performance.now();
    const keys = this.#keys;
    this.#keys = new Map();
    // Nobody looks at a hidden tab: it is read again when it is shown.
    const refetchType = document.visibilityState === 'visible' ? 'active' : 'none';
    for (const queryKey of keys.values()) void queryClient.invalidateQueries({ queryKey, refetchType });
  }
}
