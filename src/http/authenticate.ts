import type { FastifyReply, FastifyRequest } from 'fastify';
import { Problem } from '../problems.ts';
import { networkOf } from './caller-address.ts';

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
  /** Calls by token, failures by address; null where a limit is off. */
  readonly limits: Readonly<Record<'calls' | 'failures', Limiter | null>>;
}

export type Authenticate = (request: FastifyRequest, reply: FastifyReply, done: (error: Error | null) => void) => void;

/** 401, then 429. With callbacks: most requests are let in without waiting for anything. */
export function createAuthenticate<Known extends Caller>({
  recognize,
  limits: { calls, failures },
}: Authentication<Known>): Authenticate {
  async function refuse(request: FastifyRequest, tokenSent: boolean): Promise<Error> {
    const failed = failures?.of(null, networkOf(request.address));
    return failed === undefined || (await failed.take()) ? unauthenticated(tokenSent) : failed.refusal();
  }

  function count(request: FastifyRequest, reply: FastifyReply, caller: Caller, done: (error: Error | null) => void) {
    request.caller = caller;
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

  return (request, reply, done) => {
    const { headers, raw } = request;
    const isRepeated = isSentTwice(raw.rawHeaders, 'authorization'); // Node keeps the first in silence
    const text = isRepeated ? null : bearerToken(headers.authorization);
    const decide = (caller: Caller | null) => {
      if (caller !== null) count(request, reply, caller, done);
      else refuse(request, text !== null || isRepeated).then(done, done);
    };
    const caller = text === null ? null : recognize(text);
    if (caller instanceof Promise) caller.then(decide, done);
    else decide(caller);
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

export function bearerToken(header: string | undefined): string | null {
  const match = /^bearer +(\S.*)$/i.exec(header?.trim() ?? '');
  return match?.[1] ?? null;
}

function unauthenticated(tokenSent: boolean): Problem {
  const challenge = `Bearer realm="leadline"${tokenSent ? ', error="invalid_token"' : ''}`;
  return new Problem('unauthenticated', { headers: { 'www-authenticate': challenge } });
}
