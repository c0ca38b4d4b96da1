import type { Settings } from '../../settings/snapshot.ts';
import { money, ratio, seconds } from '../meta.ts';
import { stageStatuses } from '../stages.ts';
import type { CycleRow, VisitRow } from './queries.ts';

const DAY_SECONDS = 86_400;

/** How long leads stay in each stage and take as a whole, and how much is won a day at that pace. */
export function measureVelocity(settings: Settings, visits: readonly VisitRow[], cycles: CycleRow) {
  const byStatus = new Map(visits.map((row) => [row.status_id, row]));
  const stages = stageStatuses(settings, (id) => byStatus.has(id)).map(({ id, public_id, name }) => {
    const row = byStatus.get(id);
    return {
      status: { public_id, name },
      finished: {
        count: row?.finished ?? 0,
        mean: seconds(row?.mean ?? null),
        median: seconds(row?.percentiles?.[0] ?? null),
        p75: seconds(row?.percentiles?.[1] ?? null),
        p90: seconds(row?.percentiles?.[2] ?? null),
      },
      unfinished: { count: row?.unfinished ?? 0, median_age: seconds(row?.median_age ?? null) },
    };
  });
  const cycle = (count: number, percentiles: [number, number] | null) => ({
    count,
    median: seconds(percentiles?.[0] ?? null),
    p90: seconds(percentiles?.[1] ?? null),
  });
  return {
    stages,
    cycle: { won: cycle(cycles.won, cycles.won_percentiles), lost: cycle(cycles.lost, cycles.lost_percentiles) },
    sales_velocity: salesVelocity(cycles),
  };
}

function salesVelocity({ open, won, lost, won_value, won_mean }: CycleRow) {
  const winRate = ratio(won, won + lost);
  const meanValue = won === 0 ? null : money(won_value / won);
  const meanDays = won_mean === null ? null : Math.round((won_mean / DAY_SECONDS) * 1e6) / 1e6;
  const isKnown = winRate !== null && won > 0 && won_mean !== null && won_mean > 0;
  return {
    per_day: isKnown ? money((open * (won / (won + lost)) * (won_value / won)) / (won_mean / DAY_SECONDS)) : null,
    open,
    win_rate: winRate,
    mean_won_value: meanValue,
    mean_cycle_days: meanDays,
  };
}
