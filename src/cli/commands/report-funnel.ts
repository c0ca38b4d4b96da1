import type { Funnel } from '../../reports/funnel/schemas.ts';
import { numberOf } from '../formats.ts';
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
      numberOf(stage.reached),
      percentOf(stage.share),
      barOf(stage.share),
      percentOf(stage.step_conversion),
      numberOf(stage.entered),
      numberOf(stage.lost),
      numberOf(stage.open),
      money(stage.value),
    ]),
    below: [`${numberOf(won)} won, ${numberOf(lost)} lost, ${numberOf(open)} open.`],
  }),
});
