import { append } from '../../audit/append.ts';
import { type Author, alteration } from '../../audit/audit.ts';
import type { Transaction } from '../../db/sql.ts';
import { withoutPersonal } from '../listing/named-filter.ts';
import { type AllContacts, deleteViewsOf } from './queries.ts';

/** Deletes the views that look for this person alone. The name stays out of their audit entries: it may be the person's. */
export async function deleteViews(sql: Transaction, author: Author, contacts: AllContacts): Promise<void> {
  const [views] = await sql.together([deleteViewsOf(author.organizationId, contacts)]);
  for (const { public_id, filters } of views) {
    const before = { filters: withoutPersonal(JSON.parse(filters)) };
    await append(sql, author, alteration('view', public_id, before, {}, 'deleted'));
  }
}
