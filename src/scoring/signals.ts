import type { ScoringModel, Signal } from './model.ts';

/**
 * What the activities of a lead amount to: by kind, how many there are, each counting half after every half-life, and as of
 * when (milliseconds). A sum of fading parts fades as a whole, so nothing else need be kept of them.
 */
export type Signals = Readonly<Record<string, readonly [count: number, at: number]>>;

export interface Happened {
  readonly kind: string;
  readonly at: Date;
}

const DAY_MS = 86_400_000;

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
  const next: Record<string, [number, number]> = {};
  for (const signal of model.signals) {
    const added = activities.filter(({ kind }) => kind === signal.activity);
    const before = signals?.[signal.activity];
    if (before === undefined && added.length === 0) continue;
    const fresh = added.reduce((sum, { at }) => sum + fading(signal, now.getTime() - at.getTime()), 0);
    next[signal.activity] =
      before !== undefined && added.length === 0
        ? [before[0], before[1]]
        : [countAt(signal, before, now.getTime()) + fresh, now.getTime()];
  }
  return Object.keys(next).length === 0 ? null : next;
}

function countAt(signal: Signal, kept: readonly [number, number] | undefined, ms: number): number {
  return kept === undefined ? 0 : kept[0] * fading(signal, ms - kept[1]);
}

/** The points of a signal at a time, within its cap. */
export function signalPoints(signal: Signal, signals: Signals | null, ms: number): number {
  const points = signal.points * countAt(signal, signals?.[signal.activity], ms);
  return signal.cap === null ? points : Math.max(-signal.cap, Math.min(signal.cap, points));
}
