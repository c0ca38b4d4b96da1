import type { Settings } from '../../settings/snapshot.ts';
import { enteredIds } from '../cohort-sql.ts';
import { money, ratio } from '../meta.ts';
import { beginningOf, type Stage, stagesOf } from '../stages.ts';
import type { PathRow } from './queries.ts';

interface Path {
  /** The furthest stage that its leads have reached. */
  furthest: number;
  entered: ReadonlySet<number>;
  now: 'open' | 'won' | 'lost';
  leads: number;
  value: number;
}

/**
 * Everything is counted from one table of paths, so the figures always add up: what reached a stage went on, was lost there,
 * or is still open there.
 */
export function countFunnel(settings: Settings, rows: readonly PathRow[]) {
  const everEntered = new Set<string>();
  for (const { entered } of rows) for (const id of enteredIds(settings, entered)) everEntered.add(id);
  const stages = stagesOf(settings, (id) => everEntered.has(id));
  const counts = stages.map(() => ({ entered: 0, furthest: 0, lost: 0, won: 0, value: 0 }));
  const whole = { size: 0, unrecorded: 0, won: 0, lost: 0, open: 0 };
  for (const row of rows) {
    const { furthest, entered, now, leads, value } = pathOf(settings, stages, row);
    whole.size += leads;
    whole.unrecorded += row.unrecorded;
    whole[now] += leads;
    for (const k of entered) (counts[k] as Count).entered += leads;
    const last = counts[furthest];
    if (last === undefined) continue;
    last.furthest += leads;
    last.value += value;
    if (now !== 'open') last[now] += leads;
  }
  const { size, ...totals } = whole;
  const sumFrom = (k: number, of: 'furthest' | 'value') => counts.slice(k).reduce((sum, count) => sum + count[of], 0);
  const reached = stages.map((_, k) => sumFrom(k, 'furthest'));
  return {
    size,
    stages: stages.map(({ status, isWon }, k) => {
      const { entered, furthest, lost, won } = counts[k] as Count;
      return {
        status,
        entered,
        reached: reached[k] ?? 0,
        share: ratio(reached[k] ?? 0, size),
        step_conversion: k + 1 < stages.length ? ratio(reached[k + 1] ?? 0, reached[k] ?? 0) : null,
        lost,
        open: furthest - lost - (isWon ? won : 0),
        value: money(sumFrom(k, 'value')),
      };
    }),
    ...totals,
  };
}

interface Count {
  entered: number;
  /** Leads that came exactly this far, of which lost and won. */
  furthest: number;
  lost: number;
  won: number;
  value: number;
}

function pathOf(settings: Settings, stages: readonly Stage[], row: PathRow): Path {
  const ids = new Set(enteredIds(settings, row.entered));
  const entered = new Set(stages.flatMap(({ statusIds }, k) => (statusIds.some((id) => ids.has(id)) ? [k] : [])));
  const now = settings.statuses.byId.get(row.status_id)?.kind ?? 'open';
  const furthest = entered.size === 0 ? beginningOf(stages) : Math.max(...entered);
  return { furthest, entered, now, leads: row.leads, value: row.value };
}
