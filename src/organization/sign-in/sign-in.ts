import type { FastifyRequest } from 'fastify';
import type { TokenStore } from '../../access/token-store.ts';
import type { Keys } from '../../db/installation.ts';
import type { Database } from '../../db/sql.ts';
import { unauthenticated } from '../../http/authenticate.ts';
import { networkOf } from '../../http/caller-address.ts';
import { readCookie, SESSION_COOKIE, sessionCookieHeader } from '../../http/credentials.ts';
import { emailKey } from '../../http/email.ts';
import type { Reply } from '../../http/operation.ts';
import { isFromForeignPage } from '../../http/origins.ts';
import { Problem } from '../../problems.ts';
import { requireQuota } from '../../rate-limits/limiter.ts';
import type { RateLimits } from '../../rate-limits/rate-limits.ts';
import type { SettingsStore } from '../../settings/store.ts';
import { presentMe } from '../me/me.ts';
import type { SignInOrganizations } from './organizations.ts';
import type { Passwords } from './passwords.ts';
import { findPassword, lockActiveMembership } from './queries.ts';
import type { SignIn } from './schemas.ts';
import { type BegunSession, beginSession, endSession, SESSION_DAYS, type Visitor } from './sessions.ts';

/** What signing in needs of a process. */
export interface SignInParts {
  readonly database: Database;
  readonly keys: Pick<Keys, 'organization'>;
  readonly tokens: TokenStore;
  readonly settings: SettingsStore;
  readonly passwords: Passwords;
  readonly signInOrganizations: SignInOrganizations;
  readonly rateLimits: Pick<RateLimits, 'signIns' | 'signInsEach'>;
  readonly urls: { readonly publicUrl: string };
  settingsChanged(organizationId: string): void;
}

/** Before anything is looked up. A page of another site can neither sign a browser in nor use up its tries. */
export async function admitAttempt({ headers, address }: FastifyRequest, parts: SignInParts): Promise<void> {
  if (isFromForeignPage(headers, parts.urls.publicUrl)) {
    throw new Problem('forbidden', { detail: 'The page that sends this is not one of this service.' });
  }
  await requireQuota(parts.rateLimits.signIns, null, networkOf(address));
}

export const visitorOf = ({ id, address, headers }: FastifyRequest): Visitor => ({
  requestId: id,
  address,
  userAgent: headers['user-agent'],
});

/** The same answer, and after the same time, whatever is wrong. */
const REFUSED = 'The email or the password is not right, or this person cannot sign in.';

export async function signIn(parts: SignInParts, request: FastifyRequest, given: SignIn): Promise<BegunSession> {
  const { database, keys, passwords, rateLimits } = parts;
  const email = emailKey(given.email) as string;
  const organizationId = await parts.signInOrganizations.find(given.organization);
  await requireQuota(rateLimits.signInsEach, organizationId, `${organizationId ?? given.organization} ${email}`);
  const known = organizationId === null ? undefined : await findPassword(database, organizationId, email);
  const asking = { organizationId, address: networkOf(request.address) };
  const isRight = await passwords.isRight(asking, given.password, known?.hash ?? null);
  if (!isRight || known === undefined || organizationId === null) throw unauthenticated(false, REFUSED);
  const of = { organizationId, membershipId: known.membership_id };
  return database.begin(async (sql) => {
    const isActive = await lockActiveMembership(sql, organizationId, of.membershipId);
    const current = isActive ? await findPassword(sql, organizationId, email) : undefined;
    // An invitation may have set another password meanwhile.
    if (current?.hash !== known.hash) throw unauthenticated(false, REFUSED);
    return beginSession(sql, keys.organization, of, visitorOf(request));
  });
}

/** Ends the session whose cookie was sent: a browser that signs in never goes on with a session that it had before. */
export async function leaveSession({ tokens, database, settingsChanged }: SignInParts, request: FastifyRequest) {
  const text = readCookie(request.headers.cookie, SESSION_COOKIE);
  const recognized = typeof text === 'string' ? await tokens.recognizeSession(text) : null;
  if (recognized === null) return;
  const { actor } = recognized;
  const { organizationId, tokenId, membershipId } = actor;
  const { id: requestId, address } = request;
  const author = { organizationId, tokenId, membershipId, formId: null, requestId, address };
  await endSession(database, author, actor, actor.tokenPublicId);
  settingsChanged(organizationId);
}

/** The answer to who has signed in: who it is, and the cookie. */
export async function welcome(parts: SignInParts, { text, author, hasEnded }: BegunSession): Promise<Reply> {
  if (hasEnded) parts.settingsChanged(author.organizationId);
  const recognized = await parts.tokens.recognizeSession(text);
  if (recognized === null) throw unauthenticated(false, REFUSED);
  const settings = await parts.settings.get(author.organizationId, recognized.settingsVersion);
  return {
    status: 201,
    headers: { 'set-cookie': sessionCookieHeader(text, SESSION_DAYS * 86_400) },
    body: { data: presentMe(recognized.actor, settings) },
  };
}
