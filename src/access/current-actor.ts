import type { Sql } from '../db/sql.ts';
import { effectiveAbilities, type Role } from './abilities.ts';
import type { Actor } from './actor.ts';
import { notIdle } from './not-idle.ts';
import type { TokenKind } from './token-text.ts';

interface ActorRow {
  public_id: string;
  kind: TokenKind;
  name: string;
  abilities: string[];
  expires_at: Date | null;
  membership_id: string;
  role: Role;
  team_id: string | null;
}

/** What a token or session may do at this moment, for work that goes on after its call; null where it may do nothing any more. */
export async function currentActor(sql: Sql, organizationId: string, tokenId: string): Promise<Actor | null> {
  const row = await sql.row<ActorRow>(
    `select t.public_id, t.kind, t.name, t.abilities, t.expires_at, m.id as membership_id, m.role, m.team_id
       from tokens as t
       join memberships as m on m.organization_id = t.organization_id and m.id = t.membership_id
      where t.organization_id = $1 and t.id = $2 and t.revoked_at is null and m.active
        and (t.expires_at is null or t.expires_at > now()) and ${notIdle}`,
    [organizationId, tokenId],
  );
  if (row === undefined) return null;
  return {
    organizationId,
    tokenId,
    tokenPublicId: row.public_id,
    tokenName: row.name,
    tokenExpiresAt: row.kind === 'session' ? null : row.expires_at,
    isSession: row.kind === 'session',
    membershipId: row.membership_id,
    role: row.role,
    teamId: row.team_id,
    abilities: effectiveAbilities(row.role, row.abilities),
  };
}
