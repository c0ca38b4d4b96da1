import type { Funnel } from '../../reports/funnel/schemas.ts';
import type { Command } from '../command.ts';
import { cohortOptions, cohortUsage, lastUsage, runReport } from '../report.ts';
import { barOf, percentOf, shortened } from '../report-text.ts';

export const reportFunnel: Command = {
  summary: 'How far leads come',
  usage: `Usage: leadline report funnel [options]

How many leads reached each stage of the pipeline, and where they were lost.
Calls the service at LEADLINE_URL with the token in LEADLINE_TOKEN.

${cohortUsage}
${lastUsage}`,
  run: (args) =>
    runReport<Funnel>('funnel', args, cohortOptions, ({ stages, won, lost, open }, money) => ({
      table: {
        headings: ['STAGE', 'REACHED', 'SHARE', '', 'GO ON', 'ENTERED', 'LOST', 'OPEN', 'VALUE'],
        rows: stages.map((stage) => [
          shortened(stage.status.name),
          String(stage.reached),
          percentOf(stage.share),
          barOf(stage.share),
          percentOf(stage.step_conversion),
          String(stage.entered),
          String(stage.lost),
          String(stage.open),
          money(stage.value),
        ]),
        figures: [1, 2, 4, 5, 6, 7, 8],
      },
      below: [`${won} won, ${lost} lost, ${open} open.`],
    })),
};
