import type { Static } from 'typebox';
import { outcomes } from '../../distribution/eligibility.ts';
import { MOST_CANDIDATES } from '../../distribution/explanation.ts';
import { Nullable, OneOf, Reference, Shape, Timestamp } from '../../http/schema.ts';
import { Type } from '../../http/type.ts';
import { strategies } from '../../settings/snapshot.ts';

const member = Reference('membership', 'MembershipReference', 'Ravi Iyer');

export const Candidate = Shape({ membership: member, outcome: OneOf(outcomes) }, { title: 'Candidate' });

export const candidates = Type.Array(Candidate, {
  maxItems: MOST_CANDIDATES,
  description: `Who was considered, with what became of it: \`chosen\`, \`not_in_turn\` (could have taken it), or why it could not; the first ${MOST_CANDIDATES}, the chosen one always among them`,
});
export const more_candidates = Type.Integer({ minimum: 0, description: 'Candidates that are not listed' });
export const strategy = Nullable(
  OneOf(strategies, { description: 'Null: nobody could take the lead, or its owner was changed by hand' }),
);

export const Assignment = Shape(
  {
    owner: Nullable(member),
    rule: Nullable(Reference('distributionRule', 'DistributionRuleReference', 'Term plans to Mumbai West')),
    strategy,
    assigned_at: Timestamp('When the lead got its owner, or began to wait for one'),
    candidates,
    more_candidates,
  },
  {
    title: 'Assignment',
    description:
      'How the lead came to its owner. Without a rule: any agent by turns (strategy `round_robin`), or the owner was changed by hand since',
  },
);
export type Assignment = Static<typeof Assignment>;
