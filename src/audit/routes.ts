import { PageQuery, pageReply, readPage } from '../http/pagination.ts';
import { List } from '../http/schema.ts';
import { operation } from '../operation.ts';
import { presentEntry } from './present.ts';
import { type AuditRow, listAuditEntries } from './queries.ts';
import { AuditEntry } from './schemas.ts';

export const auditOperations = [
  operation({
    id: 'listAuditEntries',
    method: 'GET',
    path: '/audit',
    tag: 'Audit',
    summary: 'Read the audit trail, newest first',
    description:
      'Every change of leads, settings, memberships and tokens, with who made it, in which call and, for admins, from which IP address.',
    ability: 'audit:read',
    scope: 'audit',
    query: PageQuery,
    answers: { 200: { description: 'A page of audit entries', schema: List(AuditEntry) } },
    handle: async (call) => {
      const page = readPage(call);
      const rows = await listAuditEntries(call.sql, call.actor, null, page.after, page.limit);
      const present = (row: AuditRow) => presentEntry(call.actor, row);
      return pageReply(call, page, rows, (row) => [row.occurred_at.toISOString(), row.id], present);
    },
  }),
];
