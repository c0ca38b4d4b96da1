import type { ScoringModel, Signal } from '../settings/scoring-model.ts';
import type { ActivityKind } from '../timeline/kinds.ts';

/**
 * By kind: how many there are, each counting half after every half-life, and as of when (ms). A sum of fading parts fades as a
 * whole, so nothing else is kept, but the last that counted of kinds of which one an hour counts.
 */
export type Signals = Readonly<Record<string, readonly [count: number, at: number, counted?: number]>>;

export interface Happened {
  readonly kind: string;
  readonly at: Date;
}

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** Kinds of which one an hour counts, however many there are. */
const hourly: ReadonlySet<string> = new Set<ActivityKind>(['reenquiry']);

/** What is left of one after so many milliseconds. */
const fading = ({ half_life_days }: Signal, ms: number): number =>
  half_life_days === null || ms <= 0 ? 1 : 2 ** (-ms / (half_life_days * DAY_MS));

/** With these activities added. Kinds that the model does not know are left out. */
export function withActivities(
  model: ScoringModel,
  signals: Signals | null,
  activities: readonly Happened[],
  now: Date,
): Signals | null {
  const next: Record<string, Signals[string]> = {};
  for (const signal of model.signals) {
    const times = activities.flatMap(({ kind, at }) => (kind === signal.activity ? at.getTime() : []));
    const before = signals?.[signal.activity];
    const isHourly = hourly.has(signal.activity);
    const added = isHourly ? oneAnHour(times, before) : times;
    const last = added.at(-1);
    if (last === undefined) {
      if (before !== undefined) next[signal.activity] = before;
      continue;
    }
    const fresh = added.reduce((sum, at) => sum + fading(signal, now.getTime() - at), 0);
    const count = countAt(signal, before, now.getTime()) + fresh;
    next[signal.activity] = isHourly ? [count, now.getTime(), last] : [count, now.getTime()];
  }
  return Object.keys(next).length === 0 ? null : next;
}

/** Those that lie an hour or more behind the last that counted, in their order. */
function oneAnHour(times: readonly number[], before: Signals[string] | undefined): number[] {
  let counted = before?.[2] ?? before?.[1] ?? Number.NEGATIVE_INFINITY;
  return [...times]
    .sort((one, other) => one - other)
    .filter((at) => {
      const isCounted = at - counted >= HOUR_MS;
      if (isCounted) counted = at;
      return isCounted;
    });
}

function countAt(signal: Signal, kept: Signals[string] | undefined, ms: number): number {
  return kept === undefined ? 0 : kept[0] * fading(signal, ms - kept[1]);
}

/** The points of a signal at a time, within its cap. */
export function signalPoints(signal: Signal, signals: Signals | null, ms: number): number {
  const points = signal.points * countAt(signal, signals?.[signal.activity], ms);
  return signal.cap === null ? points : Math.max(-signal.cap, Math.min(signal.cap, points));
}
