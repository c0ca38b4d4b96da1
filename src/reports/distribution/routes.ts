import { Type } from 'typebox';
import { operation } from '../../http/operation.ts';
import { Shape } from '../../http/schema.ts';
import { parseDateRange } from '../../leads/date-range.ts';
import { invalid } from '../../problems.ts';
import type { Settings } from '../../settings/snapshot.ts';
import { reportDistribution } from './distribution.ts';
import { countUnassigned, listGiven } from './queries.ts';
import { DistributionReport, DistributionReportMeta } from './schemas.ts';

const DEFAULT_RANGE = 'last_30_days';
const DEFINITION =
  'Leads created in the range, by the rule that gave them away. turns: leads given. actual_share: a member’s turns by all turns of the rule. expected_share: for each turn, the member’s weight by the weights of all who could have taken the lead, summed over the turns and divided by their number. caps_hit: decisions in which a cap stood in the way.';

export const distributionReportOperations = [
  operation({
    id: 'reportDistribution',
    method: 'GET',
    path: '/reports/distribution',
    tag: 'Reports',
    summary: 'How fairly leads were given away',
    ability: 'reports:read',
    scope: 'leads',
    query: Shape({
      'filter[created_at]': Type.Optional(
        Type.String({
          maxLength: 100,
          description: `When the leads were created, as in the list of leads; \`${DEFAULT_RANGE}\` unless set`,
          examples: [DEFAULT_RANGE],
        }),
      ),
    }),
    answers: {
      200: { description: 'The report', schema: Shape({ data: DistributionReport, meta: DistributionReportMeta }) },
    },
    handle: async ({ services, actor, settings, query }) => {
      const { reports: sql } = services;
      const { from, before } = readRange(settings, query['filter[created_at]'] ?? DEFAULT_RANGE);
      const rows = await listGiven(sql, actor, from, before);
      const { leads, waiting } = await countUnassigned(sql, actor, from, before);
      return {
        body: {
          data: { rules: reportDistribution(settings, rows) },
          meta: {
            definition: DEFINITION,
            from: from?.toISOString() ?? null,
            to: before?.toISOString() ?? null,
            cohort_size: leads,
            waiting,
          },
        },
      };
    },
  }),
];

function readRange(settings: Settings, text: string) {
  const range = parseDateRange(text, settings.organization.timeZone, new Date());
  if (typeof range === 'string') throw invalid({ 'filter[created_at]': [range] });
  return range;
}
