import type { Sql } from '../../db/sql.ts';
import { failuresKeptUntil } from '../imports.ts';
import { deleteOldRows, listImportsToClean, updateCleanAt } from './queries.ts';

const ROWS_AT_ONCE = 2_000;

/** Deletes rows of finished imports: those that did not fail at once, the others after 30 days. */
export async function cleanImports(sql: Sql, organizationId: string, isStopped: () => boolean): Promise<void> {
  for (const { id, finished_at, rows } of await listImportsToClean(sql, organizationId)) {
    const until = failuresKeptUntil(finished_at);
    const areFailuresKept = until > new Date();
    for (let after = 0; after < rows; after += ROWS_AT_ONCE) {
      if (isStopped()) return;
      await deleteOldRows(sql, organizationId, id, [after, after + ROWS_AT_ONCE], areFailuresKept);
    }
    await updateCleanAt(sql, organizationId, id, areFailuresKept ? until : null);
  }
}
