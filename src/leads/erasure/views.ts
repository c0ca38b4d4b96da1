import { append } from '../../audit/append.ts';
import { type Author, alteration } from '../../audit/audit.ts';
import type { Transaction } from '../../db/sql.ts';
import { withoutPersonal } from '../listing/named-filter.ts';
import { type AllContacts, deleteViewsOf, eraseViewNames } from './queries.ts';

/** Deletes the views that look for this person alone. Their names go from the audit trail, too: they may be the person's. */
export async function deleteViews(sql: Transaction, author: Author, contacts: AllContacts): Promise<void> {
  const [views] = await sql.together([deleteViewsOf(author.organizationId, contacts)]);
  if (views.length === 0) return;
  await sql.together([
    eraseViewNames(
      author.organizationId,
      views.map(({ public_id }) => public_id),
    ),
  ]);
  for (const { public_id, filters } of views) {
    const before = { filters: withoutPersonal(JSON.parse(filters)) };
    await append(sql, author, alteration('view', public_id, before, {}, 'deleted'));
  }
}
