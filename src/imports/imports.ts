import type { Actor } from '../access/actor.ts';
import { append } from '../audit/append.ts';
import { type Author, alteration } from '../audit/audit.ts';
import { presentActor } from '../audit/schemas.ts';
import type { Database } from '../db/sql.ts';
import { BASE_PATH } from '../http/operation.ts';
import { found } from '../problems.ts';
import { findImport, type ImportRow, updateEnded } from './queries.ts';
import type { Import } from './schemas.ts';

const DAY_MS = 86_400_000;

/** Until then the failed rows of an import are kept. */
export const failuresKeptUntil = (finishedAt: Date): Date => new Date(finishedAt.getTime() + 30 * DAY_MS);

export function presentImport(row: ImportRow): Import {
  const { finished_at } = row;
  const isKept = finished_at === null || failuresKeptUntil(finished_at) > new Date();
  return {
    public_id: row.public_id,
    name: row.name,
    state: row.state,
    dry_run: row.dry_run,
    on_duplicate: row.on_duplicate,
    rows: row.rows,
    processed: row.processed,
    created: row.created,
    duplicates: row.duplicates,
    filled: row.filled,
    failed: row.failed,
    created_at: row.created_at.toISOString(),
    started_at: row.started_at?.toISOString() ?? null,
    finished_at: finished_at?.toISOString() ?? null,
    actor: presentActor(row),
    links: { failures: row.failed > 0 && isKept ? `${BASE_PATH}/imports/${row.public_id}/failures` : null },
  };
}

/** Stops an import; what is in stays. One that is over stays as it is. */
export function cancelImport(database: Database, actor: Actor, author: Author, publicId: string): Promise<void> {
  return database.begin(async (sql) => {
    const { id, state } = found(await findImport(sql, actor, publicId));
    const ended = await updateEnded(sql, actor.organizationId, id, 'cancelled');
    if (ended === undefined) return;
    await append(sql, author, alteration('import', publicId, { state }, { state: 'cancelled' }, 'cancelled'));
  });
}

/** Ends an import that cannot go on. */
export function failImport(database: Database, author: Author, importId: string, reason: string): Promise<void> {
  return database.begin(async (sql) => {
    const ended = await updateEnded(sql, author.organizationId, importId, 'failed');
    if (ended === undefined) return;
    await append(sql, author, alteration('import', ended.public_id, {}, { state: 'failed', reason }, 'failed'));
  });
}
