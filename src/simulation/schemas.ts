import type { Static } from 'typebox';
import { MOST_RULES } from '../conditions/schemas.ts';
import { DraftRule } from '../distribution/rules/schemas.ts';
import { Nullable, PublicId, Reference, Shape } from '../http/schema.ts';
import { Type } from '../http/type.ts';
import { candidates, more_candidates, strategy } from '../leads/assignment/schemas.ts';
import { LeadCreate } from '../leads/schemas.ts';
import { count } from '../reports/meta.ts';

export const Simulation = Shape(
  {
    lead: Type.Optional(LeadCreate),
    filter: Type.Optional(
      Shape({
        created_at: Type.String({
          maxLength: 100,
          description: 'Leads created in this range are replayed; as in the list of leads',
          examples: ['last_7_days'],
        }),
      }),
    ),
    rules: Type.Optional(
      Type.Array(DraftRule, {
        maxItems: MOST_RULES,
        description: 'Rules to try out instead of those in force, in the order of `position`, then of the list',
      }),
    ),
  },
  {
    title: 'Simulation',
    description: 'Either one `lead`, or a `filter` for leads that are there already',
    examples: [{ lead: { first_name: 'Asha', estimated_value: 1_500_000 } }],
  },
);
export type Simulation = Static<typeof Simulation>;

const member = Reference('membership', 'MembershipReference', 'Ravi Iyer');

export const SimulatedAssignment = Shape(
  {
    owner: Nullable(member),
    rule: Nullable(
      Shape({
        public_id: Nullable(PublicId('distributionRule', 'Null: a draft')),
        name: Type.String({ examples: ['Term plans to Mumbai West'] }),
      }),
    ),
    strategy,
    candidates,
    more_candidates,
  },
  { title: 'SimulatedAssignment' },
);
export type SimulatedAssignment = Static<typeof SimulatedAssignment>;

export const Replay = Shape(
  {
    leads: count('Leads of the range that the token may see'),
    members: Type.Array(
      Shape(
        {
          membership: member,
          actual: count('Leads of the range that it owns now'),
          simulated: count('Leads that it would have got'),
        },
        { title: 'ReplayedMember' },
      ),
    ),
    unassigned: Shape({
      actual: count('Leads without an owner now'),
      simulated: count('Leads nobody could have taken'),
    }),
  },
  { title: 'Replay' },
);
export type Replay = Static<typeof Replay>;
