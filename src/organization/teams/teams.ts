import { type Author, alteration, creation } from '../../audit/audit.ts';
import type { Database } from '../../db/sql.ts';
import { found } from '../../problems.ts';
import { newPublicId } from '../../public-id.ts';
import { type Changing, changeSettings, orConflict } from '../../settings/change.ts';
import { requireRoomIn } from '../../settings/limits.ts';
import { findTeam, insertTeam, type TeamRow, updateTeam } from './queries.ts';
import type { Team, TeamCreate, TeamPatch } from './schemas.ts';

const NAME_TAKEN = 'Another team has this name.';

export const presentTeam = ({ public_id, name, created_at }: TeamRow): Team => ({
  public_id,
  name,
  created_at: created_at.toISOString(),
});

export function createTeam(database: Database, author: Author, input: TeamCreate): Promise<Team> {
  return changeSettings(database, author, async (sql) => {
    await requireRoomIn(sql, author.organizationId, 'teams');
    const row = await orConflict(insertTeam(sql, author.organizationId, newPublicId('team'), input.name), NAME_TAKEN);
    const team = presentTeam(row);
    return { result: team, entries: [creation('team', team.public_id, team)] };
  });
}

export function changeTeam(
  database: Database,
  author: Author,
  publicId: string,
  patch: TeamPatch,
  { requireSeen }: Pick<Changing, 'requireSeen'>,
): Promise<Team> {
  return changeSettings(database, author, async (sql) => {
    const row = found(await findTeam(sql, author.organizationId, publicId));
    const before = presentTeam(row);
    requireSeen(before);
    const after = { ...before, ...patch };
    await orConflict(updateTeam(sql, author.organizationId, row.id, after.name), NAME_TAKEN);
    return { result: after, entries: [alteration('team', publicId, before, after)] };
  });
}
