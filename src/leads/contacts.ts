import type { Transaction } from '../db/sql.ts';
import { listTaken } from './queries.ts';

/** For features that look for duplicates without making leads. */
export { findDuplicate as findExistingLead } from './queries.ts';

/** Which of these phones and emails leads have. */
export async function listTakenContacts(
  sql: Transaction,
  organizationId: string,
  phones: readonly string[],
  emailKeys: readonly string[],
): Promise<ReadonlySet<string | null>> {
  const queries = [...listTaken(organizationId, 'phone', phones), ...listTaken(organizationId, 'email_key', emailKeys)];
  if (queries.length === 0) return new Set();
  return new Set((await sql.together(queries)).flat().map(({ taken }) => taken));
}
