import { EVERYTHING } from '../../access/abilities.ts';
import type { Actor } from '../../access/actor.ts';
import { hashToken, secretTexts } from '../../access/token-text.ts';
import { append } from '../../audit/append.ts';
import { type Author, alteration, type Entry } from '../../audit/audit.ts';
import { forgetOld } from '../../db/forget-old.ts';
import type { Database, Sql } from '../../db/sql.ts';
import type { Round } from '../../db/sweep.ts';
import { found } from '../../problems.ts';
import { newPublicId } from '../../public-id.ts';
import { announceChange } from '../../settings/change.ts';
import { revokeLiveToken } from '../tokens/queries.ts';
import { browserName } from './browser-name.ts';
import { endLiveSessions, findOwnSession, insertSession, type SessionRow } from './queries.ts';
import type { Session } from './schemas.ts';

export const SESSION_DAYS = 7;
const MOST_LIVE = 20;
const KEPT_DAYS = 90;

/** Who signs in, as far as the request tells. */
export interface Visitor {
  readonly requestId: string;
  readonly address: string | null;
  readonly userAgent: string | undefined;
}

export const presentSession = (row: SessionRow, actor: Pick<Actor, 'tokenPublicId'>): Session => ({
  public_id: row.public_id,
  name: row.name,
  current: row.public_id === actor.tokenPublicId,
  created_at: row.created_at.toISOString(),
  last_used_at: row.last_used_at.toISOString(),
  expires_at: row.expires_at.toISOString(),
});

const entryOfEnd = (publicId: string, revokedAt: Date): Entry => {
  const [from, to] = [{ revoked_at: null }, { revoked_at: revokedAt.toISOString() }];
  return { ...alteration('token', publicId, from, to), action: 'session.ended' };
};

export interface BegunSession {
  /** The text of the cookie. */
  readonly text: string;
  readonly author: Author;
  /** Whether others ended for it. */
  readonly hasEnded: boolean;
}

/**
 * A new session of a membership whose row is locked. It ends the others but for the newest `kept`: a session is a token without a
 * secret that people see, and acts with all that the role may do.
 */
export async function beginSession(
  sql: Sql,
  organizationKey: Buffer,
  { organizationId, membershipId }: { organizationId: string; membershipId: string },
  { requestId, address, userAgent }: Visitor,
  kept = MOST_LIVE - 1,
): Promise<BegunSession> {
  const text = secretTexts.session.mint(organizationKey, organizationId);
  const publicId = newPublicId('token');
  const name = browserName(userAgent);
  const fields = {
    publicId,
    membershipId,
    name,
    abilities: [EVERYTHING],
    secretHash: hashToken(text),
    days: SESSION_DAYS,
  };
  const ended = await endLiveSessions(sql, { organizationId, membershipId }, kept);
  const tokenId = await insertSession(sql, organizationId, fields);
  const author = { organizationId, tokenId, membershipId, formId: null, requestId, address };
  await append(sql, author, { ...alteration('token', publicId, {}, { name }), action: 'session.started' });
  for (const one of ended) await append(sql, author, entryOfEnd(one.public_id, one.revoked_at));
  if (ended.length > 0) await announceChange(sql, organizationId);
  return { text, author, hasEnded: ended.length > 0 };
}

/** All sessions of a membership. */
export async function endSessionsOf(sql: Sql, author: Author, membershipId: string): Promise<void> {
  const { organizationId } = author;
  const ended = await endLiveSessions(sql, { organizationId, membershipId }, 0);
  for (const one of ended) await append(sql, author, entryOfEnd(one.public_id, one.revoked_at));
}

/** A session of the caller's own membership; 404 for every other. Ending it again changes nothing. */
export async function endSession(
  database: Database,
  author: Author,
  { organizationId, membershipId }: Pick<Actor, 'organizationId' | 'membershipId'>,
  publicId: string,
): Promise<void> {
  await database.begin(async (sql) => {
    const { id } = found(await findOwnSession(sql, organizationId, membershipId, publicId));
    const endedAt = await revokeLiveToken(sql, organizationId, id);
    if (endedAt === undefined) return;
    await append(sql, author, entryOfEnd(publicId, endedAt));
    await announceChange(sql, organizationId);
  });
}

/** The audit trail still has their memberships. */
export const forgetOldSessions = (round: Round): Promise<void> =>
  forgetOld(round, {
    table: 'tokens',
    key: 'id',
    only: `kind = 'session'`,
    cutoff: new Date(Date.now() - KEPT_DAYS * 86_400_000),
  });
