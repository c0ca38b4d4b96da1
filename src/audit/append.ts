import type { Sql } from '../db/sql.ts';
import { newPublicId } from '../public-id.ts';
import type { Author, Entry } from './audit.ts';
import { insertAuditEntry } from './queries.ts';

export async function append(sql: Sql, author: Author, entry: Entry): Promise<void> {
  await insertAuditEntry(sql, author, newPublicId('auditEntry'), entry);
}
