import type { CallsAsked, CallsTaken } from '../../src/rate-limits/queries.ts';
import { createGate } from './counting.ts';

interface Row {
  remaining: number;
  lent: number;
  lentUntil: number;
  at: number;
}

/** Replaces the table that all processes share, with the rules of leadline_take_calls and the clock of the test. */
export class SharedBuckets {
  readonly asked: CallsAsked[] = [];
  readonly rows = new Map<string, Row>();
  isAway = false;
  #gate: ReturnType<typeof createGate> | null = null;

  /** Lets no statement end until the returned function is called. */
  hold(): () => void {
    const gate = createGate();
    this.#gate = gate;
    return () => {
      this.#gate = null;
      gate.open();
    };
  }

  take = async (asked: CallsAsked): Promise<CallsTaken> => {
    this.asked.push(asked);
    await this.#gate?.opened;
    if (this.isAway) throw new Error('the database is away');
    const { organizationId, key, quota, needed, ahead, settled, returned } = asked;
    const now = performance.now();
    const name = `${organizationId} ${key.toString('hex')}`;
    const row = this.rows.get(name) ?? { remaining: quota, lent: 0, lentUntil: 0, at: now };
    const refill = (from: number, to: number) => ((to - from) * quota) / 60_000;
    const until = Math.max(row.at, Math.min(row.lentUntil, now));
    let there = Math.min(row.remaining + refill(row.at, until), quota - row.lent);
    let lent = row.lent;
    if (until < now) {
      lent = 0;
      there = Math.min(there + refill(until, now), quota);
    }
    lent = Math.max(0, lent - settled);
    there = Math.max(0, Math.min(there + returned, quota - lent));
    const wanted = Math.max(needed, Math.min(needed + ahead, Math.floor(there / 64)));
    const granted = Math.min(Math.floor(there + 1e-6), wanted);
    const surplus = Math.max(0, granted - needed);
    const remaining = Math.max(0, there - granted);
    const lentUntil = surplus > 0 ? now + 5_000 : row.lentUntil;
    this.rows.set(name, { remaining, lent: lent + surplus, lentUntil, at: now });
    return { granted, remaining };
  };
}
