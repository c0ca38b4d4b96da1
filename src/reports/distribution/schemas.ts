import type { Static } from 'typebox';
import { Nullable, OneOf, Reference, Shape, Timestamp } from '../../http/schema.ts';
import { Type } from '../../http/type.ts';
import { strategies } from '../../settings/snapshot.ts';
import { count, replicaMeta } from '../meta.ts';

const share = (description: string) => Nullable(Type.Number({ minimum: 0, maximum: 1, description }));

export const DistributionReport = Shape(
  {
    rules: Type.Array(
      Shape(
        {
          rule: Nullable(Reference('distributionRule', 'DistributionRuleReference', 'Term plans to Mumbai West')),
          strategy: OneOf(strategies, {
            description: 'As it is now; leads of the range may have been assigned by another',
          }),
          turns: count('Leads that the rule assigned'),
          turns_with_shares: count('Of these, leads assigned by `round_robin` or `weighted`, which know shares'),
          members: Type.Array(
            Shape(
              {
                membership: Reference('membership', 'MembershipReference', 'Ravi Iyer'),
                turns: count('Leads that it got'),
                expected_share: share(
                  'Its share by weight among those who could take a lead, over the turns with shares; null where there is none, or where more than 500 were considered',
                ),
                actual_share: share('Its share of what the rule assigned'),
                caps_hit: Shape({
                  open_cap: count('Leads that it did not get because of its open cap'),
                  daily_cap: count('Leads that it did not get because of its daily cap'),
                }),
              },
              { title: 'DistributionShare' },
            ),
          ),
        },
        { title: 'DistributedByRule', description: 'Without a rule: any agent, by turns' },
      ),
    ),
  },
  { title: 'DistributionReport' },
);
export type DistributionReport = Static<typeof DistributionReport>;

export const DistributionReportMeta = Shape({
  definition: Type.String(),
  from: Nullable(Timestamp('Leads created from here on')),
  to: Nullable(Timestamp('Leads created before')),
  cohort_size: count('Leads of the range that distribution decided about'),
  waiting: count('Of these, leads that still wait for somebody'),
  ...replicaMeta,
});
