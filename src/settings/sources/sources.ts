import { type Author, alteration, creation } from '../../audit/audit.ts';
import type { Database } from '../../db/sql.ts';
import { notFound } from '../../problems.ts';
import { newPublicId } from '../../public-id.ts';
import { changeSettings, orConflict } from '../change.ts';
import { requireRoom } from '../limits.ts';
import { countSources, findSource, insertSource, type SourceRow, updateSource } from './queries.ts';
import type { Source, SourceCreate, SourcePatch } from './schemas.ts';

const NAME_TAKEN = 'Another source that is not archived has this name.';

export const presentSource = ({ public_id, name, archived }: SourceRow): Source => ({ public_id, name, archived });

export function createSource(database: Database, author: Author, input: SourceCreate): Promise<Source> {
  return changeSettings(database, author, async (sql) => {
    const fields = { archived: false, ...input };
    requireRoom('sources', await countSources(sql, author.organizationId));
    const row = await orConflict(insertSource(sql, author.organizationId, newPublicId('source'), fields), NAME_TAKEN);
    const source = presentSource(row);
    return { result: source, entries: [creation('source', source.public_id, source)] };
  });
}

export function changeSource(
  database: Database,
  author: Author,
  publicId: string,
  patch: SourcePatch,
): Promise<Source> {
  return changeSettings(database, author, async (sql) => {
    const row = await findSource(sql, author.organizationId, publicId);
    if (row === undefined) throw notFound();
    const before = presentSource(row);
    const after = { ...before, ...patch };
    await orConflict(updateSource(sql, author.organizationId, row.id, after), NAME_TAKEN);
    return { result: after, entries: [alteration('source', publicId, before, after)] };
  });
}
