import type { Static } from 'typebox';
import { abilities, EVERYTHING, type GrantedAbility } from '../../access/abilities.ts';
import type { TokenKind } from '../../access/token-text.ts';
import { pageParameters } from '../../http/pagination.ts';
import { Name, Nullable, OneOf, PublicId, Reference, Shape, Timestamp } from '../../http/schema.ts';
import { Type } from '../../http/type.ts';

const name = Name('What the token is for', 'Website form');
export const MOST_ABILITIES = 50;
const grantable = [...abilities, EVERYTHING] as const;
export const isGranted = (text: unknown): text is GrantedAbility => grantable.includes(text as GrantedAbility);

const grantedAbilities = Type.Array(OneOf(grantable), {
  minItems: 1,
  maxItems: MOST_ABILITIES,
  uniqueItems: true,
  description: '`*` stands for everything that the membership’s role may do',
  examples: [['leads:read', 'leads:create']],
});
const expires_at = Nullable(Timestamp('When it stops working; null: never', '2031-01-31T00:00:00.000Z'));

const tokenKinds = ['token', 'session'] as const satisfies readonly TokenKind[];
const kind = OneOf(tokenKinds, {
  description: '`session`: a person who has signed in; it has no secret',
  examples: ['token'],
});
export const TokenQuery = Shape({
  ...pageParameters,
  'filter[kind]': Type.Optional(OneOf(tokenKinds)),
  'filter[membership]': Type.Optional(
    Type.String({ minLength: 1, maxLength: 100, description: 'Membership public id: only what belongs to it' }),
  ),
});

const fields = {
  public_id: PublicId('token'),
  kind,
  name,
  membership: Reference('membership', 'MembershipReference', 'Ravi Iyer'),
  abilities: grantedAbilities,
  expires_at,
  created_at: Timestamp(),
  last_used_at: Nullable(Timestamp('Accurate to the minute')),
  revoked_at: Nullable(Timestamp()),
};

export const Token = Shape(fields, { title: 'Token' });
export type Token = Static<typeof Token>;

export const IssuedToken = Shape(
  { ...fields, secret: Type.String({ description: 'The token itself. It is shown this once and not kept.' }) },
  { title: 'IssuedToken' },
);
export type IssuedToken = Static<typeof IssuedToken>;

export const TokenCreate = Shape(
  {
    name,
    membership: PublicId('membership', 'The membership it belongs to'),
    abilities: grantedAbilities,
    expires_at: Type.Optional(expires_at),
  },
  { title: 'TokenCreate' },
);
export type TokenCreate = Static<typeof TokenCreate>;
