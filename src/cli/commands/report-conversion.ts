import type { Conversion } from '../../reports/conversion/schemas.ts';
import { numberOf } from '../formats.ts';
import { report } from '../report.ts';
import { barOf, durationOf, percentOf, shortened } from '../report-text.ts';

const DAY_SECONDS = 86_400;

export const reportConversion = report<Conversion>({
  name: 'conversion',
  summary: 'What leads come to, by source, owner, team, time or status',
  about: 'How many leads of each group were won and lost, and what they were worth.',
  groupBy: 'source (default), owner, team, week, month, or status',
  headings: ['GROUP', 'LEADS', 'WON', 'LOST', 'OPEN', 'CONVERSION', '', 'WIN RATE', 'WON VALUE', 'MEDIAN TO WIN'],
  show({ groups, total }, money) {
    const rowOf = (name: string, one: Conversion['total']) => [
      name,
      numberOf(one.leads),
      numberOf(one.won),
      numberOf(one.lost),
      numberOf(one.open),
      percentOf(one.conversion),
      barOf(one.conversion),
      percentOf(one.win_rate),
      money(one.won_value),
      durationOf(one.median_days_to_win === null ? null : one.median_days_to_win * DAY_SECONDS),
    ];
    return { rows: [...groups.map((one) => rowOf(shortened(one.group.name), one)), rowOf('Total', total)] };
  },
});
