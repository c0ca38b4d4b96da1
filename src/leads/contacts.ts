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
  const count = Math.max(phones.length, emailKeys.length);
  if (count === 0) return new Set();
  const contacts = Array.from({ length: count }, (_, n) => ({ phone: phones[n], emailKey: emailKeys[n] }));
  const queries = listTaken(organizationId, contacts);
  return new Set((await sql.together(queries)).flat().map(({ taken }) => taken));
}
