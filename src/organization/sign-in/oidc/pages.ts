import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Logger } from 'pino';
import { codeOf } from '../../../error-code.ts';
import { networkOf } from '../../../http/caller-address.ts';
import { sessionCookieHeader } from '../../../http/credentials.ts';
import { Problem } from '../../../problems.ts';
import { requireQuota } from '../../../rate-limits/limiter.ts';
import { SESSION_DAYS } from '../sessions.ts';
import { ProviderError } from './provider.ts';
import { JOURNEY_COOKIE, JOURNEY_SECONDS } from './sealed.ts';
import { beginJourney, endJourney, NotSignedIn, type OidcParts, type SignInProblem } from './sign-in.ts';

interface PageParts extends Omit<OidcParts, 'provider' | 'journeyKey'> {
  /** Null: no provider is set up. */
  readonly oidc: Pick<OidcParts, 'provider' | 'journeyKey'> | null;
  readonly log: Logger;
}

const PATH = '/api/v1/session/oidc';

/** Two addresses that browsers are sent to: every answer is a redirect, a failure to the sign-in page with its code. */
export function addOidcPages(app: FastifyInstance, parts: PageParts): void {
  const { oidc, log } = parts;
  if (oidc === null) return;
  const whole = { ...parts, ...oidc };

  const page = (path: string, work: (request: FastifyRequest, reply: FastifyReply) => Promise<string>) =>
    app.get(path, { exposeHeadRoute: false }, async (request, reply) => {
      requireNavigation(request);
      reply.header('cache-control', 'no-store').header('referrer-policy', 'no-referrer');
      const location = await work(request, reply).catch((error: unknown) => {
        const problem = problemOf(error);
        if (!(error instanceof NotSignedIn))
          log.warn({ request_id: request.id, problem, cause: causeOf(error) }, 'oidc');
        return `/sign-in?problem=${problem}`;
      });
      return reply.redirect(location.startsWith('/') ? basePath(parts) + location : location, 302);
    });

  page(PATH, async (request, reply) => {
    await requireQuota(parts.rateLimits.signIns, null, `oidc ${networkOf(request.address)}`);
    const { location, cookie } = await beginJourney(whole, request.query as Record<string, unknown>);
    reply.header('set-cookie', journeyCookie(cookie, JOURNEY_SECONDS));
    return location;
  });

  page(`${PATH}/callback`, async (request, reply) => {
    reply.header('set-cookie', journeyCookie('', 0));
    await requireQuota(parts.rateLimits.signIns, null, `oidc callback ${networkOf(request.address)}`);
    const { begun, to } = await endJourney(whole, request, queryOf(request));
    if (begun.hasEnded) parts.settingsChanged(begun.author.organizationId);
    reply.header('set-cookie', sessionCookieHeader(begun.text, SESSION_DAYS * 86_400)); // beside the other one
    return to;
  });
}

/** Lax: the browser comes back from the provider's site. */
const journeyCookie = (text: string, seconds: number): string =>
  `${JOURNEY_COOKIE}=${text}; Path=/; HttpOnly; Secure; SameSite=Lax; Max-Age=${seconds}`;

const queryOf = ({ url }: FastifyRequest): string => url.split('?').slice(1).join('?');

/** Before the console's own paths. */
const basePath = ({ urls }: PageParts): string => new URL(urls.publicUrl).pathname.replace(/\/$/, '');

/** Images and frames of other sites must not use up the tries of their visitors. */
function requireNavigation({ headers }: FastifyRequest): void {
  const destination = headers['sec-fetch-dest'];
  if (destination !== undefined && destination !== 'document') {
    throw new Problem('forbidden', { detail: 'This address is for browsers to go to.' });
  }
}

function problemOf(error: unknown): SignInProblem {
  if (error instanceof NotSignedIn || error instanceof ProviderError) return error.problem;
  return error instanceof Problem && error.code === 'rate_limited' ? 'too_many_tries' : 'unavailable';
}

/** For the operator: what went wrong, without what was sent. */
function causeOf(error: unknown): string {
  const cause = error instanceof ProviderError ? error.cause : error;
  return cause instanceof Error ? (codeOf(cause) ?? cause.name) : 'unknown';
}
