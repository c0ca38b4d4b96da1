import { abilities, roles } from '../../access/abilities.ts';
import { scopeOf, scopes } from '../../access/scope.ts';
import { One, OneOf, PublicId, Reference, Shape } from '../../http/schema.ts';
import { Type } from '../../http/type.ts';
import { operation } from '../../operation.ts';

const Me = Shape(
  {
    organization: Shape(
      {
        public_id: PublicId('organization'),
        name: Type.String({ examples: ['Acme'] }),
        time_zone: Type.String({ description: 'In which its days begin and end', examples: ['Asia/Kolkata'] }),
        currency: Type.String({ description: 'Of every `estimated_value`', examples: ['INR'] }),
      },
      { title: 'OwnOrganization' },
    ),
    membership: Reference('membership', 'MembershipReference', 'Ravi Iyer'),
    role: OneOf(roles),
    abilities: Type.Array(OneOf(abilities), { description: 'What this token may do, `*` written out' }),
    scope: OneOf(scopes, { description: 'Whose leads it sees' }),
  },
  { title: 'Me' },
);

export const meOperations = [
  operation({
    id: 'getMe',
    method: 'GET',
    path: '/me',
    tag: 'Me',
    summary: 'Who am I, and what may I do?',
    ability: null,
    scope: 'caller',
    answers: { 200: { description: 'The token’s membership and abilities', schema: One(Me) } },
    handle: async ({ actor, settings }) => {
      const { organization, memberships } = settings;
      return {
        body: {
          data: {
            organization: {
              public_id: organization.publicId,
              name: organization.name,
              time_zone: organization.timeZone,
              currency: organization.currency,
            },
            membership: memberships.byId.get(actor.membershipId),
            role: actor.role,
            abilities: abilities.filter((ability) => actor.abilities.has(ability)),
            scope: scopeOf(actor),
          },
        },
      };
    },
  }),
];
