import { Shape } from '../../http/schema.ts';
import { operation } from '../../operation.ts';
import { cohortFaults, cohortParameters, readCohort } from '../cohort.ts';
import { reportReply } from '../csv.ts';
import { leadsLink, metaOf } from '../meta.ts';
import type { Reports } from '../reading.ts';
import { idsOfKind, stageStatuses } from '../stages.ts';
import { countFunnel } from './funnel.ts';
import { countStages } from './queries.ts';
import { type Funnel, FunnelReport } from './schemas.ts';

const DEFINITION =
  'Leads created in the range, by the stages that recorded transitions took them to: the open statuses in order of position, then won. entered: a recorded entry into the stage. reached: into the stage or any later one; a skipped stage counts as passed. lost and open: leads that came no further, by whether their last recorded transition lost them. reached = reached of the next stage + lost + open; over all stages, lost + open + won is the cohort. value: estimated values of the leads that reached the stage.';

export const funnelOperations = ({ reports }: { reports: Reports }) => [
  operation({
    id: 'reportFunnel',
    method: 'GET',
    path: '/reports/funnel',
    tag: 'Reports',
    summary: 'How far leads come',
    description:
      'Every count has an address in `links` that lists exactly its leads. `Accept: text/csv` gives the stages as CSV.',
    ability: 'reports:read',
    scope: 'leads',
    query: Shape(cohortParameters),
    csv: true,
    answers: { 200: { description: 'The funnel', schema: FunnelReport } },
    checkQuery: cohortFaults,
    handle: async (call) => {
      const { actor, settings, query, headers } = call;
      const cohort = readCohort(settings, query);
      const statuses = stageStatuses(settings, () => true);
      const [won, lost] = [idsOfKind(settings, 'won'), idsOfKind(settings, 'lost')];
      const rows = await reports.read(call, (sql) => countStages(sql, actor, cohort, statuses, won, lost));
      const { size, unrecorded, stages, ...totals } = countFunnel(settings, rows);
      const link = (figure: string, stage?: string) =>
        leadsLink(query, cohort, { figure, ...(stage !== undefined && { stage }) });
      const data: Funnel = {
        stages: stages.map((stage) => {
          const of = (figure: string) => link(figure, stage.status.public_id);
          return {
            ...stage,
            links: { leads: of('reached'), entered: of('entered'), lost: of('lost'), open: of('open') },
          };
        }),
        ...totals,
        links: { won: link('won'), lost: link('lost'), open: link('open') },
      };
      return reportReply(
        headers.accept,
        { data, meta: metaOf(DEFINITION, cohort, size, unrecorded) },
        {
          columns: ['status', 'entered', 'reached', 'share', 'step_conversion', 'lost', 'open', 'value'],
          rows: stages.map((stage) => [
            stage.status.name,
            stage.entered,
            stage.reached,
            stage.share,
            stage.step_conversion,
            stage.lost,
            stage.open,
            stage.value,
          ]),
        },
      );
    },
  }),
];
