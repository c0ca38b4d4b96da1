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
  const entered = rows.map((row) => new Set(enteredIds(settings, row.entered)));
  const everEntered = new Set(entered.flatMap((ids) => [...ids]));
  const stages = stagesOf(settings, (id) => everEntered.has(id));
  const paths = rows.map((row, n) => pathOf(settings, stages, row, entered[n] ?? new Set()));
  const leads = (which: (path: Path) => boolean) =>
    paths.reduce((sum, path) => sum + (which(path) ? path.leads : 0), 0);
  const size = leads(() => true);
  const reached = stages.map((_, k) => leads(({ furthest }) => furthest >= k));
  return {
    size,
    unrecorded: rows.reduce((sum, row) => sum + row.unrecorded, 0),
    stages: stages.map(({ status, isWon }, k) => ({
      status,
      entered: leads(({ entered }) => entered.has(k)),
      reached: reached[k] ?? 0,
      share: ratio(reached[k] ?? 0, size),
      step_conversion: k + 1 < stages.length ? ratio(reached[k + 1] ?? 0, reached[k] ?? 0) : null,
      lost: leads(({ furthest, now }) => furthest === k && now === 'lost'),
      open: leads(({ furthest, now }) => furthest === k && now !== 'lost' && !(isWon && now === 'won')),
      value: money(paths.reduce((sum, { furthest, value }) => sum + (furthest >= k ? value : 0), 0)),
    })),
    won: leads(({ now }) => now === 'won'),
    lost: leads(({ now }) => now === 'lost'),
    open: leads(({ now }) => now === 'open'),
  };
}

function pathOf({ statuses }: Settings, stages: readonly Stage[], row: PathRow, ids: ReadonlySet<string>): Path {
  const entered = new Set(stages.flatMap(({ statusIds }, k) => (statusIds.some((id) => ids.has(id)) ? [k] : [])));
  const now = statuses.byId.get(row.status_id)?.kind ?? 'open';
  const furthest = entered.size === 0 ? beginningOf(stages) : Math.max(...entered);
  return { furthest, entered, now, leads: row.leads, value: row.value };
}
