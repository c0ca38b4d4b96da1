import type { Actor } from '../access/actor.ts';
import type { Position } from '../db/cursor.ts';
import type { Sql } from '../db/sql.ts';
import { type AuditRow, listAuditEntries, listLeadEntriesAfter } from './queries.ts';

/** The entries on one lead, for the features around it. */
export const listLeadAudit = (
  sql: Sql,
  actor: Actor,
  lead: string,
  after: Position | null,
  limit: number,
): Promise<AuditRow[]> => listAuditEntries(sql, actor, after, limit, lead);

/** Which leads were written after a moment, oldest first: every write of a lead leaves an entry. For the service itself. */
export const listLeadsWritten = listLeadEntriesAfter;
