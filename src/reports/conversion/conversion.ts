import type { Settings } from '../../settings/snapshot.ts';
import { money, ratio } from '../meta.ts';
import { type Group, type GroupBy, groupOf } from './groups.ts';
import type { GroupRow } from './queries.ts';

const DAY_SECONDS = 86_400;
const none = { leads: 0, won: 0, lost: 0, won_value: 0, median: null, unrecorded: 0 };

export function countConversion(settings: Settings, groupBy: GroupBy, rows: readonly GroupRow[]) {
  const total = rows.find((row) => row.is_total) ?? { ...none, key: null, is_total: true };
  const groups = rows
    .filter((row) => !row.is_total)
    .map((row) => ({ ...groupOf(settings, groupBy, row.key), figures: figuresOf(row) }))
    .sort(inOrder);
  return { size: total.leads, unrecorded: total.unrecorded, groups, total: figuresOf(total) };
}

function figuresOf({ leads, won, lost, won_value, median }: GroupRow) {
  return {
    leads,
    won,
    lost,
    open: leads - won - lost,
    conversion: ratio(won, leads),
    win_rate: ratio(won, won + lost),
    won_value: money(won_value),
    median_days_to_win: median === null ? null : Math.round((median / DAY_SECONDS) * 1e6) / 1e6,
  };
}

type Counted = Group & { figures: ReturnType<typeof figuresOf> };

/** Statuses by the pipeline, weeks and months by the calendar, everything else the largest first; those without one last. */
function inOrder(one: Counted, other: Counted): number {
  if ((one.group.public_id === undefined) !== (other.group.public_id === undefined)) {
    return one.group.public_id === undefined ? 1 : -1;
  }
  if (one.order !== null && other.order !== null) return one.order < other.order ? -1 : 1;
  return other.figures.leads - one.figures.leads || (one.group.name < other.group.name ? -1 : 1);
}
