import { Shape } from '../../http/schema.ts';
import { operation } from '../../operation.ts';
import { cohortFaults, cohortParameters, readCohort } from '../cohort.ts';
import { reportReply } from '../csv.ts';
import { leadsLink, metaOf } from '../meta.ts';
import type { Reports } from '../reading.ts';
import { idsOfKind } from '../stages.ts';
import { countCycles, countVisits } from './queries.ts';
import { type Velocity, VelocityReport } from './schemas.ts';
import { measureVelocity } from './velocity.ts';

const DEFINITION =
  'Leads created in the range, by recorded transitions. A visit lasts from an entry into a status to the next recorded transition; re-entries are visits of their own; the last one of a lead is unfinished, and its age counts to as_of. cycle: from creation to the last recorded transition of leads that are won, or lost. sales_velocity: open leads × win rate (won by won and lost) × mean value of won leads ÷ mean days from creation to the win, a day. Percentiles are interpolated. Durations in seconds.';

export const velocityOperations = ({ reports }: { reports: Reports }) => [
  operation({
    id: 'reportVelocity',
    method: 'GET',
    path: '/reports/velocity',
    tag: 'Reports',
    summary: 'How long leads take',
    description: '`Accept: text/csv` gives the stages as CSV.',
    ability: 'reports:read',
    scope: 'leads',
    query: Shape(cohortParameters),
    csv: true,
    answers: { 200: { description: 'The velocity', schema: VelocityReport } },
    checkQuery: cohortFaults,
    handle: async (call) => {
      const { actor, settings, query, headers } = call;
      const cohort = readCohort(settings, query);
      const [won, lost] = [idsOfKind(settings, 'won'), idsOfKind(settings, 'lost')];
      const { visits, cycles } = await reports.read(call, async (sql) => ({
        visits: await countVisits(sql, actor, cohort),
        cycles: await countCycles(sql, actor, cohort, won, lost),
      }));
      const { stages, cycle, sales_velocity } = measureVelocity(settings, visits, cycles);
      const link = (figure: string, more: Record<string, string> = {}) => leadsLink(query, cohort, { figure, ...more });
      const data: Velocity = {
        stages: stages.map((stage) => ({
          ...stage,
          links: {
            finished: link('finished', { stage: stage.status.public_id }),
            unfinished: link('unfinished', { stage: stage.status.public_id }),
          },
        })),
        cycle: {
          won: { ...cycle.won, links: { leads: link('won') } },
          lost: { ...cycle.lost, links: { leads: link('lost') } },
        },
        sales_velocity,
      };
      return reportReply(
        headers.accept,
        { data, meta: metaOf(DEFINITION, cohort, cycles.leads, cycles.unrecorded) },
        {
          columns: ['status', 'finished', 'mean', 'median', 'p75', 'p90', 'unfinished', 'median_age'],
          rows: stages.map(({ status, finished, unfinished }) => [
            status.name,
            finished.count,
            finished.mean,
            finished.median,
            finished.p75,
            finished.p90,
            unfinished.count,
            unfinished.median_age,
          ]),
        },
      );
    },
  }),
];
