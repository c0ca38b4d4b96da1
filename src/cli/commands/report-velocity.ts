import type { Velocity } from '../../reports/velocity/schemas.ts';
import { countOf, numberOf } from '../formats.ts';
import { report } from '../report.ts';
import { barOf, durationOf, percentOf, shortened } from '../report-text.ts';

export const reportVelocity = report<Velocity>({
  name: 'velocity',
  summary: 'How long leads take',
  about: `How long leads stay in each stage, how long it takes to win or lose one, and what
is won a day at that pace.`,
  headings: ['STAGE', 'VISITS', 'MEDIAN', '', 'MEAN', 'P75', 'P90', 'THERE NOW', 'MEDIAN AGE'],
  show({ stages, cycle, sales_velocity }, money) {
    const longest = Math.max(...stages.map(({ finished }) => finished.median ?? 0));
    return {
      rows: stages.map(({ status, finished, unfinished }) => [
        shortened(status.name),
        numberOf(finished.count),
        durationOf(finished.median),
        barOf(longest === 0 ? 0 : (finished.median ?? 0) / longest),
        durationOf(finished.mean),
        durationOf(finished.p75),
        durationOf(finished.p90),
        numberOf(unfinished.count),
        durationOf(unfinished.median_age),
      ]),
      below: [describeCycle('won', cycle.won), describeCycle('lost', cycle.lost), describePace(sales_velocity, money)],
    };
  },
});

const describeCycle = (end: string, { count, median, p90 }: Velocity['cycle']['won']): string =>
  count === 0
    ? `From creation to ${end}: no lead yet.`
    : `From creation to ${end}: ${countOf(count, 'lead')}, median ${durationOf(median)}, nine in ten within ${durationOf(p90)}.`;

function describePace(pace: Velocity['sales_velocity'], money: (value: number | null) => string): string {
  const { per_day, open, win_rate, mean_won_value, mean_cycle_days } = pace;
  if (per_day === null) return 'Sales velocity: not known before a lead is won.';
  return `Sales velocity: ${money(Math.round(per_day))} a day (${numberOf(open)} open × ${percentOf(win_rate)} won × ${money(mean_won_value === null ? null : Math.round(mean_won_value))} each ÷ ${numberOf(mean_cycle_days)} days).`;
}
