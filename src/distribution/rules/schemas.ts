import type { Static } from 'typebox';
import { WhenSchema } from '../../conditions/schemas.ts';
import { Name, OneOf, Patch, PublicId, Shape } from '../../http/schema.ts';
import { Type } from '../../http/type.ts';
import { strategies } from '../../settings/snapshot.ts';

const name = Name('What people call the rule', 'Term plans to Mumbai West');
const position = Type.Integer({
  minimum: 1,
  maximum: 1_000_000,
  description: 'Rules are tried in this order; last unless set',
});
const active = Type.Boolean({ description: 'Whether it assigns leads' });
const strategy = OneOf(strategies, {
  description:
    '`round_robin`: by turns; `weighted`: by turns in proportion to the members’ weights; `least_open`: whoever has the fewest open leads; `fixed`: the first of the pool who can take it',
  examples: ['round_robin'],
});
export const MOST_MEMBERS = 500;
const pool = Type.Object(
  {
    team: Type.Optional(PublicId('team', 'Its agents')),
    memberships: Type.Optional(
      Type.Array(PublicId('membership'), {
        minItems: 1,
        maxItems: MOST_MEMBERS,
        uniqueItems: true,
        description: 'These members, in this order',
      }),
    ),
  },
  {
    additionalProperties: false,
    description: 'Who may get the lead: a `team` (its agents) or `memberships`, one of the two',
    examples: [{ team: 'team_01k5p3c6m8q2r4s6t8v0w2x4z6' }],
  },
);
const warnings = Type.Array(Type.String(), {
  description:
    'What the rule names that is no longer in use: archived sources and custom fields, inactive members, and custom fields whose type or options no longer fit',
});

const fields = { name, position, active, when: WhenSchema, strategy, pool };

export const DistributionRule = Shape(
  { public_id: PublicId('distributionRule'), ...fields, warnings },
  { title: 'DistributionRule' },
);
export type DistributionRule = Static<typeof DistributionRule>;

const optional = {
  position: Type.Optional(position),
  active: Type.Optional(active),
  when: Type.Optional(WhenSchema),
};
export const DistributionRuleCreate = Shape({ name, strategy, pool, ...optional }, { title: 'DistributionRuleCreate' });
export type DistributionRuleCreate = Static<typeof DistributionRuleCreate>;

export const DistributionRulePatch = Patch(fields, 'DistributionRulePatch');
export type DistributionRulePatch = Static<typeof DistributionRulePatch>;

/** A rule that is only tried out: it needs no name, and none of it is kept. */
export const DraftRule = Shape({ name: Type.Optional(name), strategy, pool, ...optional }, { title: 'DraftRule' });
export type DraftRule = Static<typeof DraftRule>;
