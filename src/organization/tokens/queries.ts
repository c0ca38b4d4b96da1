import type { GrantedAbility } from '../../access/abilities.ts';
import type { TokenKind } from '../../access/token-text.ts';
import type { Position } from '../../db/cursor.ts';
import type { Sql } from '../../db/sql.ts';
import { Values } from '../../db/values.ts';

export interface TokenRow {
  id: string;
  public_id: string;
  kind: TokenKind;
  name: string;
  abilities: GrantedAbility[];
  expires_at: Date | null;
  created_at: Date;
  last_used_at: Date | null;
  revoked_at: Date | null;
  membership_public_id: string;
  membership_name: string;
}

const select = `
  select t.id, t.public_id, t.kind, t.name, t.abilities, t.expires_at, t.created_at, t.last_used_at, t.revoked_at,
         m.public_id as membership_public_id, m.name as membership_name
    from tokens as t
    join memberships as m on m.organization_id = t.organization_id and m.id = t.membership_id
   where t.organization_id = $1`;

/** `null`: of every kind, or of every membership. */
interface Wanted {
  kind: TokenKind | null;
  membershipId: string | null;
}

export function listTokens(
  sql: Sql,
  organizationId: string,
  { kind, membershipId }: Wanted,
  after: Position | null,
  limit: number,
) {
  const values = new Values(organizationId, limit);
  const ofMember = membershipId === null ? '' : `and t.membership_id = ${values.add(membershipId)}`;
  const ofKind = kind === null ? '' : `and t.kind = ${values.add(kind)}`;
  const beyond = values.beyond('t.created_at, t.id', after);
  return sql.rows<TokenRow>(
    `${select} ${ofMember} ${ofKind} ${beyond} order by t.created_at desc, t.id desc limit $2`,
    values.list,
  );
}

export function findToken(sql: Sql, organizationId: string, publicId: string) {
  return sql.row<TokenRow>(`${select} and t.public_id = $2`, [organizationId, publicId]);
}

export async function countLiveTokens(sql: Sql, organizationId: string, membershipId: string): Promise<number> {
  const row = await sql.row<{ tokens: number }>(
    `select count(*)::integer as tokens from tokens
      where organization_id = $1 and membership_id = $2 and kind = 'token' and revoked_at is null
        and (expires_at is null or expires_at > now())`,
    [organizationId, membershipId],
  );
  return row?.tokens ?? 0;
}

export interface NewToken {
  membershipId: string;
  name: string;
  abilities: readonly GrantedAbility[];
  secretHash: Buffer;
  expiresAt: Date | null;
}

export async function insertToken(sql: Sql, organizationId: string, publicId: string, token: NewToken): Promise<void> {
  const { membershipId, name, abilities, secretHash, expiresAt } = token;
  await sql.rows(
    `insert into tokens (organization_id, public_id, membership_id, name, abilities, secret_hash, expires_at)
     values ($1, $2, $3, $4, $5, $6, $7)`,
    [organizationId, publicId, membershipId, name, abilities, secretHash, expiresAt?.toISOString() ?? null],
  );
}

/** Undefined where it is revoked already. */
export async function revokeLiveToken(sql: Sql, organizationId: string, id: string): Promise<Date | undefined> {
  const row = await sql.row<{ revoked_at: Date }>(
    `update tokens set revoked_at = now() where organization_id = $1 and id = $2 and revoked_at is null
     returning revoked_at`,
    [organizationId, id],
  );
  return row?.revoked_at;
}
