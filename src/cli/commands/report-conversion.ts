import type { Conversion } from '../../reports/conversion/schemas.ts';
import type { Command } from '../command.ts';
import { cohortOptions, cohortUsage, lastUsage, runReport } from '../report.ts';
import { barOf, durationOf, percentOf, shortened } from '../report-text.ts';

const DAY_SECONDS = 86_400;

export const reportConversion: Command = {
  summary: 'What leads come to, by source, owner, team, time or status',
  usage: `Usage: leadline report conversion [options]

How many leads of each group were won and lost, and what they were worth.
Calls the service at LEADLINE_URL with the token in LEADLINE_TOKEN.

  --group-by WHAT      source (default), owner, team, week, month, or status
${cohortUsage}
${lastUsage}`,
  run: (args) =>
    runReport<Conversion>('conversion', args, ['group-by', ...cohortOptions], ({ groups, total }, money) => ({
      table: {
        headings: ['GROUP', 'LEADS', 'WON', 'LOST', 'OPEN', 'CONVERSION', '', 'WIN RATE', 'WON VALUE', 'MEDIAN TO WIN'],
        rows: [
          ...groups.map((one) => rowOf(shortened(one.group.name), one, barOf(one.conversion), money)),
          rowOf('Total', total, barOf(total.conversion), money),
        ],
        figures: [1, 2, 3, 4, 5, 7, 8, 9],
      },
      below: [],
    })),
};

function rowOf(name: string, one: Conversion['total'], bar: string, money: (value: number | null) => string): string[] {
  const { median_days_to_win: days } = one;
  return [
    name,
    String(one.leads),
    String(one.won),
    String(one.lost),
    String(one.open),
    percentOf(one.conversion),
    bar,
    percentOf(one.win_rate),
    money(one.won_value),
    durationOf(days === null ? null : days * DAY_SECONDS),
  ];
}
