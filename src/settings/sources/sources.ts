import { type Author, alteration, creation } from '../../audit/audit.ts';
import type { Database } from '../../db/sql.ts';
import { found } from '../../problems.ts';
import { newPublicId } from '../../public-id.ts';
import { type Changing, type CurrentSettings, changeSettings, orConflict } from '../change.ts';
import { requireRoom } from '../limits.ts';
import type { SourceSetting } from '../snapshot.ts';
import type { Source, SourceCreate, SourcePatch } from './schemas.ts';

const NAME_TAKEN = 'Another source that is not archived has this name.';

export const presentSource = ({ id: _, ...source }: SourceSetting): Source => source;

export function createSource(
  database: Database,
  author: Author,
  input: SourceCreate,
  known: CurrentSettings,
): Promise<Source> {
  return changeSettings(database, author, async (sql) => {
    requireRoom('sources', (await known.currentSettings(sql)).sources.byId.size);
    const source: Source = { public_id: newPublicId('source'), archived: false, ...input };
    const insert = sql.rows(
      'insert into sources (organization_id, public_id, name, archived) values ($1, $2, $3, $4)',
      [author.organizationId, source.public_id, source.name, source.archived],
    );
    await orConflict(insert, NAME_TAKEN);
    return { result: source, entries: [creation('source', source.public_id, source)] };
  });
}

export function changeSource(
  database: Database,
  author: Author,
  publicId: string,
  patch: SourcePatch,
  known: Changing,
): Promise<Source> {
  return changeSettings(database, author, async (sql) => {
    const stored = found((await known.currentSettings(sql)).sources.byPublicId.get(publicId));
    const before = presentSource(stored);
    known.requireSeen(before);
    const after = { ...before, ...patch };
    const update = sql.rows('update sources set name = $3, archived = $4 where organization_id = $1 and id = $2', [
      author.organizationId,
      stored.id,
      after.name,
      after.archived,
    ]);
    await orConflict(update, NAME_TAKEN);
    return { result: after, entries: [alteration('source', publicId, before, after)] };
  });
}
