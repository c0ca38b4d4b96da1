import { abilities, roles } from '../../access/abilities.ts';
import type { Actor } from '../../access/actor.ts';
import { scopeOf, scopes } from '../../access/scope.ts';
import { OneOf, PublicId, Reference, Shape } from '../../http/schema.ts';
import { Type } from '../../http/type.ts';
import type { Settings } from '../../settings/snapshot.ts';

export const Me = Shape(
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
    token: Reference('token', 'TokenReference', 'Website form'),
    role: OneOf(roles),
    abilities: Type.Array(OneOf(abilities), { description: 'What this token may do, `*` written out' }),
    scope: OneOf(scopes, { description: 'Whose leads it sees' }),
  },
  { title: 'Me' },
);

export function presentMe(actor: Actor, { organization, memberships }: Settings) {
  return {
    organization: {
      public_id: organization.publicId,
      name: organization.name,
      time_zone: organization.timeZone,
      currency: organization.currency,
    },
    membership: memberships.byId.get(actor.membershipId),
    token: { public_id: actor.tokenPublicId, name: actor.tokenName },
    role: actor.role,
    abilities: abilities.filter((ability) => actor.abilities.has(ability)),
    scope: scopeOf(actor),
  };
}
