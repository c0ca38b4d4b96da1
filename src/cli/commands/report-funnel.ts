import type { Funnel } from '../../reports/funnel/schemas.ts';
import { report } from '../report.ts';
import { barOf, percentOf, shortened } from '../report-text.ts';

export const reportFunnel = report<Funnel>({
  name: 'funnel',
  summary: 'How far leads come',
  about: 'How many leads reached each stage of the pipeline, and where they were lost.',
  headings: ['STAGE', 'REACHED', 'SHARE', '', 'GO ON', 'ENTERED', 'LOST', 'OPEN', 'VALUE'],
  show: ({ stages, won, lost, open }, money) => ({
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
    below: [`${won} won, ${lost} lost, ${open} open.`],
  }),
});
