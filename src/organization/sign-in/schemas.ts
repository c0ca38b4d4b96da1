import type { Static } from 'typebox';
import { Email, PublicId, Shape, Timestamp } from '../../http/schema.ts';
import { Type } from '../../http/type.ts';

const Password = (minLength: number, description: string) =>
  Type.String({
    minLength,
    maxLength: 200,
    'x-text': 'secret',
    description,
    examples: ['correct horse battery staple'],
  });

export const SignIn = Shape(
  {
    organization: Type.Optional(PublicId('organization', 'Needed where the service has several organizations')),
    email: Email('Of the membership', 'ravi@example.in'),
    password: Password(1, 'As it was set'),
  },
  { title: 'SignIn' },
);
export type SignIn = Static<typeof SignIn>;

export const Acceptance = Shape(
  {
    password: Type.Optional(
      Password(
        12,
        'The password to sign in with from now on; neither the email nor the name. Only the link that the first start of a demo prints works without',
      ),
    ),
  },
  { title: 'Acceptance' },
);
export type Acceptance = Static<typeof Acceptance>;

export const Invitation = Shape(
  {
    link: Type.String({
      description: 'Shown this once. Give it to the person: who opens it first sets the password and is signed in',
      examples: ['https://leads.example.in/invitation#/ldi_…'],
    }),
    expires_at: Timestamp('When the link stops working'),
  },
  { title: 'Invitation' },
);

export const Session = Shape(
  {
    public_id: PublicId('token'),
    name: Type.String({ description: 'The browser that signed in', examples: ['Chrome on Windows'] }),
    current: Type.Boolean({ description: 'Whether it is the one that asks' }),
    created_at: Timestamp(),
    last_used_at: Timestamp('Accurate to the minute'),
    expires_at: Timestamp('When it ends at the latest; it ends earlier if it is not used for 12 hours'),
  },
  { title: 'Session' },
);
export type Session = Static<typeof Session>;
