import type { Settings } from '../../settings/snapshot.ts';
import { DAY_SECONDS, days, money, ratio, seconds } from '../meta.ts';
import { report } from '../report.ts';
import { stageStatuses } from '../stages.ts';
import { type CycleRow, countCycles, countVisits, type VisitRow } from './queries.ts';
import { Velocity } from './schemas.ts';

export const velocityReport = report({
  name: 'Velocity',
  summary: 'How long leads take',
  description: '`Accept: text/csv` gives the stages as CSV.',
  definition:
    'Leads created in the range, by recorded transitions. A visit lasts from an entry into a status to the next recorded transition; re-entries are visits of their own; the last one of a lead is unfinished, and its age counts to as_of. cycle: from creation to the last recorded transition of leads that are won, or lost. sales_velocity: open leads × win rate (won by won and lost) × mean value of won leads ÷ mean days from creation to the win, a day. Percentiles are interpolated. Durations in seconds.',
  data: Velocity,
  columns: ['status', 'finished', 'mean', 'median', 'p75', 'p90', 'unfinished', 'median_age'],
  count: async ({ settings, actor, cohort, won, lost, read, link }) => {
    const { visits, cycles } = await read(async (sql) => ({
      visits: await countVisits(sql, actor, cohort),
      cycles: await countCycles(sql, actor, cohort, won, lost),
    }));
    const { stages, cycle, sales_velocity } = measureVelocity(settings, visits, cycles);
    const linkedStages = stages.map((stage) => {
      const of = (figure: string) => link({ figure, stage: stage.status.public_id });
      return { ...stage, links: { finished: of('finished'), unfinished: of('unfinished') } };
    });
    const linkedCycle = {
      won: { ...cycle.won, links: { leads: link({ figure: 'won' }) } },
      lost: { ...cycle.lost, links: { leads: link({ figure: 'lost' }) } },
    };
    const rows = stages.map(({ status, finished, unfinished }) => ({
      ...finished,
      ...unfinished,
      status: status.name,
      finished: finished.count,
      unfinished: unfinished.count,
    }));
    const data = { stages: linkedStages, cycle: linkedCycle, sales_velocity };
    return { data, rows, size: cycles.leads, unrecorded: cycles.unrecorded };
  },
});

/** How long leads stay in each stage and take as a whole, and how much is won a day at that pace. */
function measureVelocity(settings: Settings, visits: readonly VisitRow[], cycles: CycleRow) {
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
  const isKnown = winRate !== null && won > 0 && won_mean !== null && won_mean > 0;
  return {
    per_day: isKnown ? money((open * (won / (won + lost)) * (won_value / won)) / (won_mean / DAY_SECONDS)) : null,
    open,
    win_rate: winRate,
    mean_won_value: meanValue,
    mean_cycle_days: days(won_mean),
  };
}
