import { operation } from '../../http/operation.ts';
import { Shape } from '../../http/schema.ts';
import { cohortFaults, cohortParameters, readCohort } from '../cohort.ts';
import { reportDistribution } from './distribution.ts';
import { countDecided, listGiven } from './queries.ts';
import { DistributionReport, DistributionReportMeta } from './schemas.ts';

const DEFINITION =
  'Leads created in the range, by the rule that gave them away. turns: leads given. actual_share: a member’s turns by all turns of the rule. expected_share: for each turn, the member’s weight by the weights of all who could have taken the lead, summed over the turns and divided by their number. caps_hit: decisions in which a cap stood in the way.';

/** A decision is made once, and not as of another moment. */
const { as_of: _asOf, ...parameters } = cohortParameters;

export const distributionReportOperations = [
  operation({
    id: 'reportDistribution',
    method: 'GET',
    path: '/reports/distribution',
    tag: 'Reports',
    summary: 'How fairly leads were given away',
    ability: 'reports:read',
    scope: 'leads',
    query: Shape(parameters),
    answers: {
      200: { description: 'The report', schema: Shape({ data: DistributionReport, meta: DistributionReportMeta }) },
    },
    checkQuery: cohortFaults,
    handle: async ({ services, actor, settings, query }) => {
      const cohort = readCohort(settings, query);
      const { rows, leads, waiting } = await services.reports.read(async (sql) => ({
        rows: await listGiven(sql, actor, cohort),
        ...(await countDecided(sql, actor, cohort)),
      }));
      return {
        body: {
          data: { rules: reportDistribution(settings, rows) },
          meta: {
            definition: DEFINITION,
            from: cohort.from?.toISOString() ?? null,
            to: cohort.before?.toISOString() ?? null,
            cohort_size: leads,
            waiting,
          },
        },
      };
    },
  }),
];
