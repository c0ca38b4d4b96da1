import { type Static, Type } from 'typebox';
import { operation } from '../http/operation.ts';
import { PageQuery, pageReply, readPage } from '../http/pagination.ts';
import { List, Nullable, OneOf, PublicId, Reference, Shape, Timestamp } from '../http/schema.ts';
import { subjectTypes } from './audit.ts';
import { type AuditRow, listAuditEntries } from './queries.ts';

const Actor = Shape(
  {
    token: Type.Optional(Reference('token', 'TokenReference', 'Website form')),
    membership: Type.Optional(Reference('membership', 'MembershipReference', 'Ravi Iyer')),
    system: Type.Optional(Type.Boolean({ description: 'True where the service itself, or its operator, acted' })),
  },
  { title: 'Actor', description: 'Who did it: a token and its membership, or the service itself' },
);

const AuditEntry = Shape(
  {
    public_id: PublicId('auditEntry'),
    action: Type.String({ examples: ['token.issued'] }),
    subject: Shape({ type: OneOf(subjectTypes), public_id: Type.String() }),
    actor: Actor,
    changes: Type.Array(Shape({ field: Type.String(), from: Type.Unknown(), to: Type.Unknown() }, { title: 'Change' })),
    request_id: Nullable(Type.String()),
    occurred_at: Timestamp(),
  },
  { title: 'AuditEntry' },
);
type AuditEntry = Static<typeof AuditEntry>;

export const auditOperations = [
  operation({
    id: 'listAuditEntries',
    method: 'GET',
    path: '/audit',
    tag: 'Audit',
    summary: 'Read the audit trail, newest first',
    description: 'Every change of leads, settings, memberships and tokens, with who made it and in which call.',
    ability: 'audit:read',
    scope: 'audit',
    query: PageQuery,
    answers: { 200: { description: 'A page of audit entries', schema: List(AuditEntry) } },
    handle: async (call) => {
      const page = readPage(call);
      const rows = await listAuditEntries(call.sql, call.actor, page.after, page.limit);
      return pageReply(call, page, rows, (row) => [row.occurred_at.toISOString(), row.id], presentEntry);
    },
  }),
];

function presentEntry(row: AuditRow): AuditEntry {
  return {
    public_id: row.public_id,
    action: row.action,
    subject: { type: row.subject_type as AuditEntry['subject']['type'], public_id: row.subject_public_id },
    actor: presentActor(row),
    changes: row.changes,
    request_id: row.request_id,
    occurred_at: row.occurred_at.toISOString(),
  };
}

function presentActor(row: AuditRow): AuditEntry['actor'] {
  if (row.token_public_id === null || row.membership_public_id === null) return { system: true };
  return {
    token: { public_id: row.token_public_id, name: row.token_name ?? '' },
    membership: { public_id: row.membership_public_id, name: row.membership_name ?? '' },
  };
}
