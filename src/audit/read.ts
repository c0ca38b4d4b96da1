import type { Actor } from '../access/actor.ts';
import type { Position } from '../db/cursor.ts';
import type { Sql } from '../db/sql.ts';
import { type AuditRow, listAuditEntries } from './queries.ts';

/** The entries on one lead, for the features around it. */
export const listLeadAudit = (
  sql: Sql,
  actor: Actor,
  lead: string,
  after: Position | null,
  limit: number,
): Promise<AuditRow[]> => listAuditEntries(sql, actor, after, limit, lead);
