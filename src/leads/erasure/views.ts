import { append } from '../../audit/append.ts';
import { type Author, alteration } from '../../audit/audit.ts';
import type { Transaction } from '../../db/sql.ts';
import type { Settings } from '../../settings/snapshot.ts';
import { withoutPersonal } from '../listing/named-filter.ts';
import { type AllContacts, deleteViewsOf, eraseViewNames } from './queries.ts';

/**
 * Deletes the views that look for this person alone. Their names, which may be the person's, go from the audit trail, where they stand
 * if such a view looked for nobody at first.
 */
export async function deleteViews(
  sql: Transaction,
  author: Author,
  settings: Settings,
  contacts: AllContacts,
): Promise<void> {
  const [views] = await sql.together([deleteViewsOf(author.organizationId, contacts)]);
  if (views.length === 0) return;
  await sql.together([
    eraseViewNames(
      author.organizationId,
      views.map(({ public_id }) => public_id),
    ),
  ]);
  for (const { public_id, filters } of views) {
    const before = { filters: withoutPersonal(settings, JSON.parse(filters)) };
    await append(sql, author, alteration('view', public_id, before, {}, 'deleted'));
  }
}
