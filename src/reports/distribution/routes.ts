import { Shape } from '../../http/schema.ts';
import { operation } from '../../operation.ts';
import { invalid } from '../../problems.ts';
import { cohortFaults, cohortParameters, readCohort } from '../cohort.ts';
import type { Reports } from '../reading.ts';
import { reportDistribution } from './distribution.ts';
import { countGiven, listRulesById } from './queries.ts';
import { DistributionReport, DistributionReportMeta } from './schemas.ts';

const DEFINITION =
  'Leads created in the range, by the rule that gave them away. turns: leads given. actual_share: a member’s turns by all turns of the rule. expected_share: for each turn, the member’s weight by the weights of all who could have taken the lead, summed over the turns and divided by their number. caps_hit: decisions in which a cap stood in the way.';

/** Members by rule: what an answer of a few megabytes holds. */
const MOST_SHARES = 20_000;

/** A decision is made once, and not as of another moment. */
const { as_of: _asOf, ...parameters } = cohortParameters;

export const distributionReportOperations = ({ reports }: { reports: Reports }) => [
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
    handle: async (call) => {
      const { actor, settings, query } = call;
      const cohort = readCohort(settings, query);
      const { given, rules, leads, waiting } = await reports.read(call, async (sql) => {
        const decided = await countGiven(sql, actor, cohort, MOST_SHARES + 1);
        const ruleIds = [...new Set(decided.given.flatMap(({ rule_id }) => rule_id ?? []))];
        return { ...decided, rules: await listRulesById(sql, actor.organizationId, ruleIds) };
      });
      if (given.length > MOST_SHARES) {
        throw invalid({
          'filter[created_at]': [
            `gives more than ${MOST_SHARES} rows of rules and members: choose a shorter range, or filter by team or owner`,
          ],
        });
      }
      return {
        body: {
          data: { rules: reportDistribution(settings, rules, given) },
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
