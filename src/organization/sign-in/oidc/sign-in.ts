import type { FastifyRequest } from 'fastify';
import { readCookie } from '../../../http/credentials.ts';
import { emailKey, emailSpelling } from '../../../http/email.ts';
import { isPublicId } from '../../../public-id.ts';
import { findActiveByEmail, lockActiveMembership } from '../queries.ts';
import { type BegunSession, beginSession } from '../sessions.ts';
import { leaveSession, type SignInParts, visitorOf } from '../sign-in.ts';
import type { Claims, IdentityProvider } from './provider.ts';
import { JOURNEY_COOKIE, type Journey, openJourney, sealJourney } from './sealed.ts';

/** Codes that the sign-in page explains. */
export type SignInProblem =
  | 'organization_needed'
  | 'expired'
  | 'denied'
  | 'provider_failed'
  | 'provider_unavailable'
  | 'email_not_verified'
  | 'no_membership'
  | 'too_many_tries'
  | 'unavailable';

export class NotSignedIn extends Error {
  override name = 'NotSignedIn';
  readonly problem: SignInProblem;

  constructor(problem: SignInProblem) {
    super(problem);
    this.problem = problem;
  }
}

export interface OidcParts extends SignInParts {
  readonly provider: IdentityProvider;
  readonly journeyKey: Buffer;
}

export const redirectUri = ({ urls }: Pick<SignInParts, 'urls'>): string =>
  `${urls.publicUrl}/api/v1/session/oidc/callback`;

const MOST_PATH = 1_000;

/** A path of the console; anything else, which could lead to another site, is the first page. */
export function ownPath(to: unknown): string {
  const isPath = typeof to === 'string' && to.length <= MOST_PATH && /^\/(?!\/|api\/)[\x21-\x5b\x5d-\x7e]*$/.test(to);
  return isPath && new URL(to, 'http://own').host === 'own' ? to : '/';
}

/** Where the browser goes, and the cookie that it keeps meanwhile. */
export async function beginJourney(parts: OidcParts, asked: Readonly<Record<string, unknown>>) {
  const organizationId = await organizationOf(parts, asked.organization);
  const { url, ...secrets } = await parts.provider.begin(redirectUri(parts));
  const journey = { organizationId, to: ownPath(asked.to), ...secrets };
  return { location: url.href, cookie: sealJourney(parts.journeyKey, journey) };
}

async function organizationOf({ signInOrganizations }: OidcParts, given: unknown): Promise<string> {
  const publicId = typeof given === 'string' && given !== '' ? given : undefined;
  if (publicId !== undefined && !isPublicId('organization', publicId)) throw new NotSignedIn('no_membership');
  if (publicId === undefined && (await signInOrganizations.areSeveral())) throw new NotSignedIn('organization_needed');
  const id = await signInOrganizations.find(publicId);
  if (id === null) throw new NotSignedIn('no_membership');
  return id;
}

/** The session of who comes back with the verified email of an active membership. Nobody is made by signing in. */
export async function endJourney(parts: OidcParts, request: FastifyRequest, query: string) {
  const cookie = readCookie(request.headers.cookie, JOURNEY_COOKIE);
  const journey = typeof cookie === 'string' ? openJourney(parts.journeyKey, cookie) : null;
  if (journey === null) throw new NotSignedIn('expired');
  if (new URLSearchParams(query).get('state') !== journey.state) throw new NotSignedIn('expired');
  const claims = await parts.provider.finish(new URL(`${redirectUri(parts)}?${query}`), journey);
  const begun = await signInByEmail(parts, request, journey, verifiedEmail(claims));
  await leaveSession(parts, request);
  return { begun, to: journey.to };
}

function verifiedEmail({ email, email_verified }: Claims): string {
  if (typeof email !== 'string' || email === '') throw new NotSignedIn('no_membership');
  if (email_verified !== true) throw new NotSignedIn('email_not_verified');
  return email;
}

function signInByEmail(
  { database, keys }: OidcParts,
  request: FastifyRequest,
  { organizationId }: Journey,
  email: string,
): Promise<BegunSession> {
  const key = emailKey(email) as string;
  return database.begin(async (sql) => {
    const [found] = await findActiveByEmail(sql, organizationId, key);
    const isActive = found !== undefined && (await lockActiveMembership(sql, organizationId, found.id));
    // Under the lock, and letter by letter: some letters that are not Latin become Latin ones in lower case.
    const [only, ...others] = isActive ? await findActiveByEmail(sql, organizationId, key) : [];
    const isSame = only?.id === found?.id && emailSpelling(only?.email ?? '') === emailSpelling(email);
    if (only === undefined || others.length > 0 || !isSame) throw new NotSignedIn('no_membership');
    const of = { organizationId, membershipId: only.id };
    return beginSession(sql, keys.organization, of, visitorOf(request));
  });
}
