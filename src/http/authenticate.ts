import type { FastifyReply, FastifyRequest } from 'fastify';
import { Problem, unavailable } from '../problems.ts';
import { networkOf } from './caller-address.ts';
import { bearerToken, readCookie, SESSION_COOKIE } from './credentials.ts';
import { isFromOwnPage } from './origins.ts';
import { isBeyondShare, type RequestLoad, takeShare } from './request-load.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Set once the token has been recognized. */
    caller: Caller | null;
  }
}

export interface Caller {
  readonly actor: {
    readonly organizationId: string;
    readonly tokenId: string;
    readonly tokenPublicId: string;
    readonly abilities: ReadonlySet<string>;
    readonly role: string;
  };
}

interface Quota {
  take(): boolean | Promise<boolean>;
  state(): string;
  refusal(): Error;
}

interface Limiter {
  readonly policy: string;
  of(organizationId: string | null, key: string): Quota;
}

export interface Authentication<Known extends Caller> {
  /** Synchronous where the token is known. */
  recognize(token: string): Known | null | Promise<Known | null>;
  /** The same for the session in a cookie; null: cookies do not count here. */
  readonly recognizeSession: ((session: string) => Known | null | Promise<Known | null>) | null;
  readonly urls: { readonly publicUrl: string };
  /** Calls by token, failures by address; null where a limit is off. */
  readonly limits: Readonly<Record<'calls' | 'failures', Limiter | null>>;
  readonly load: RequestLoad;
}

/** Finds who sends a request; undefined: nothing was sent that could tell. */
export function finderOf<Known extends Caller>({ recognize, recognizeSession, urls }: Authentication<Known>) {
  /** Undefined: no session was sent. Another site's page can make a browser send the cookie, but not as our own page. */
  function callerBySession({ method, headers }: FastifyRequest) {
    if (recognizeSession === null) return undefined;
    const text = readCookie(headers.cookie, SESSION_COOKIE);
    if (typeof text !== 'string') return text;
    const isReading = method === 'GET' || method === 'HEAD';
    return isReading || isFromOwnPage(headers, urls.publicUrl) ? recognizeSession(text) : null;
  }

  function callerByToken({ headers, raw }: FastifyRequest) {
    if (isSentTwice(raw.rawHeaders, 'authorization')) return null; // Node keeps the first in silence
    const text = bearerToken(headers.authorization);
    return text === null ? undefined : recognize(text);
  }

  return (request: FastifyRequest) =>
    request.headers.authorization === undefined ? callerBySession(request) : callerByToken(request);
}

/** A body may take seconds to come in; what was judged longer ago is judged again. */
export const LATE_MS = 250;

/** Whether the caller may have lost its token or abilities since the request began. Fastify measures that for the log. */
export const isLate = ({ elapsedTime }: FastifyReply): boolean => elapsedTime > LATE_MS;

export async function recognizeAgain(request: FastifyRequest, find: ReturnType<typeof finderOf>): Promise<void> {
  const found = find(request);
  const caller = found instanceof Promise ? await found : found;
  if (!caller) throw unauthenticated(true, 'The token or session ended while the request came in.');
  request.caller = caller;
}

export type Authenticate = (request: FastifyRequest, reply: FastifyReply, done: (error: Error | null) => void) => void;

const TOO_MANY = 'Too many requests of this organization are being answered.';

/** 401, then 503, then 429. With callbacks: most requests are let in without waiting for anything. */
export function createAuthenticate<Known extends Caller>(options: Authentication<Known>): Authenticate {
  const { calls, failures } = options.limits;
  async function refuse(request: FastifyRequest, tokenSent: boolean): Promise<Error> {
    const failed = failures?.of(null, networkOf(request.address));
    return failed === undefined || (await failed.take()) ? unauthenticated(tokenSent) : failed.refusal();
  }

  function count(request: FastifyRequest, reply: FastifyReply, caller: Caller, done: (error: Error | null) => void) {
    request.caller = caller;
    takeShare(options.load, request, reply.raw, caller.actor.organizationId);
    if (isBeyondShare(options.load, request)) return done(unavailable(TOO_MANY));
    if (calls === null) return done(null);
    const quota = calls.of(caller.actor.organizationId, caller.actor.tokenPublicId);
    const finish = (taken: boolean) => {
      reply.header('ratelimit-policy', calls.policy);
      reply.header('ratelimit', quota.state());
      done(taken ? null : quota.refusal());
    };
    const taken = quota.take();
    if (typeof taken === 'boolean') finish(taken);
    else taken.then(finish, done);
  }

  const find = finderOf(options);
  return (request, reply, done) => {
    const found = find(request);
    const decide = (caller: Caller | null | undefined) => {
      if (caller) count(request, reply, caller, done);
      else refuse(request, found !== undefined).then(done, done);
    };
    if (found instanceof Promise) found.then(decide, done);
    else decide(found);
  };
}

/** Takes one more call from the quota of a caller whose request has been counted. */
export async function countAnother(
  calls: Limiter | null,
  { caller }: Pick<FastifyRequest, 'caller'>,
  reply: FastifyReply,
): Promise<void> {
  if (calls === null || caller === null) return;
  const quota = calls.of(caller.actor.organizationId, caller.actor.tokenPublicId);
  const isTaken = await quota.take();
  reply.header('ratelimit', quota.state());
  if (!isTaken) throw quota.refusal();
}

export function requireAbility({ actor }: Caller, ability: string | null): void {
  if (ability !== null && !actor.abilities.has(ability)) {
    throw new Problem('forbidden', { detail: `This token lacks the ability ${ability}.` });
  }
}

export function requireRole({ actor }: Caller, role: string | undefined): void {
  if (role !== undefined && actor.role !== role) {
    throw new Problem('forbidden', { detail: `Only tokens of the role ${role} may call this operation.` });
  }
}

function isSentTwice(rawHeaders: readonly string[], name: string): boolean {
  let seen = false;
  for (let n = 0; n < rawHeaders.length; n += 2) {
    if (rawHeaders[n]?.length !== name.length || rawHeaders[n]?.toLowerCase() !== name) continue;
    if (seen) return true;
    seen = true;
  }
  return false;
}

export function unauthenticated(tokenSent: boolean, detail?: string): Problem {
  const challenge = `Bearer realm="leadline"${tokenSent ? ', error="invalid_token"' : ''}`;
  return new Problem('unauthenticated', { headers: { 'www-authenticate': challenge }, ...(detail && { detail }) });
}
