import type { Static } from 'typebox';
import { Nullable, OneOf, PublicId, Reference, Shape, Timestamp } from '../http/schema.ts';
import { Type } from '../http/type.ts';
import type { ActorColumns, CallerColumns } from './actor-columns.ts';
import { subjectTypes } from './audit.ts';

export const Actor = Shape(
  {
    token: Type.Optional(Reference('token', 'TokenReference', 'Website form')),
    membership: Type.Optional(Reference('membership', 'MembershipReference', 'Ravi Iyer')),
    import: Type.Optional(Reference('import', 'ImportReference', 'Leads of March.csv')),
    form: Type.Optional(Reference('form', 'FormReference', 'Website enquiry')),
    system: Type.Optional(Type.Boolean({ description: 'True where the service itself, or its operator, acted' })),
  },
  {
    title: 'Actor',
    description:
      'Who did it: a token or session and its membership (perhaps by an import), a form, or the service itself. A session that ended long ago is left out.',
  },
);
export type Actor = Static<typeof Actor>;

export const AuditEntry = Shape(
  {
    public_id: PublicId('auditEntry'),
    action: Type.String({ examples: ['token.issued'] }),
    subject: Shape({
      type: OneOf(subjectTypes),
      public_id: Type.String(),
      name: Type.Optional(
        Type.String({ description: 'Of a lead, as it is now; left out where it has none', examples: ['Asha Rao'] }),
      ),
    }),
    actor: Actor,
    changes: Type.Array(Shape({ field: Type.String(), from: Type.Unknown(), to: Type.Unknown() }, { title: 'Change' })),
    request_id: Nullable(Type.String()),
    address: Type.Optional(
      Nullable(
        Type.String({
          description: 'IP address of the caller, shown to admins only; null where the service itself acted',
          examples: ['203.0.113.7'],
        }),
      ),
    ),
    occurred_at: Timestamp(),
  },
  { title: 'AuditEntry' },
);
export type AuditEntry = Static<typeof AuditEntry>;

export function presentActor(row: CallerColumns & Partial<ActorColumns>): Actor {
  if (row.form_public_id) return { form: { public_id: row.form_public_id, name: row.form_name ?? '' } };
  if (row.membership_public_id === null) return { system: true };
  return {
    // Not there any more: a session that ended long ago.
    ...(row.token_public_id !== null && { token: { public_id: row.token_public_id, name: row.token_name ?? '' } }),
    membership: { public_id: row.membership_public_id, name: row.membership_name ?? '' },
    ...(row.import_public_id && {
      import: { public_id: row.import_public_id, name: row.import_name ?? '' },
    }),
  };
}
