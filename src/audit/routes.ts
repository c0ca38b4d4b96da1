import { fillPage, linkAfter, linkHeader, readPage } from '../http/pagination.ts';
import { List } from '../http/schema.ts';
import { operation } from '../operation.ts';
import { faultsOf, readAll } from '../problems.ts';
import { AuditQuery, readFilter } from './filter.ts';
import { presentEntry } from './present.ts';
import { AuditEntry } from './schemas.ts';
import { positionOf, readTrail } from './trail.ts';

export const auditOperations = [
  operation({
    id: 'listAuditEntries',
    method: 'GET',
    path: '/audit',
    tag: 'Audit',
    summary: 'Read the audit trail, newest first',
    description:
      'Every change of leads, settings, memberships and tokens, with who made it, in which call and, for admins, from which IP address. A manager sees the entries on leads in scope. With filters, and for managers, a page may hold fewer entries than asked for, or none, though `meta.has_more` is true: follow `links.next`, or narrow `filter[occurred_at]`.',
    ability: 'audit:read',
    scope: 'audit',
    query: AuditQuery,
    answers: { 200: { description: 'A page of audit entries', schema: List(AuditEntry) } },
    checkQuery: (query, settings) => faultsOf(() => readFilter(query, settings.organization.timeZone)),
    handle: async (call) => {
      const { sql, actor, query, settings } = call;
      const [filter, page] = readAll(
        () => readFilter(query, settings.organization.timeZone),
        () => readPage(call),
      );
      const { rows, end } = await readTrail(sql, actor, filter, page.after, page.limit);
      const { data, last } = fillPage(page.size, rows, (row) => presentEntry(actor, row));
      const position = last === null ? end : positionOf(last);
      const next = position && linkAfter(call, position);
      return {
        body: { data, links: { next }, meta: { has_more: next !== null } },
        ...(next !== null && { headers: linkHeader(next) }),
      };
    },
  }),
];
