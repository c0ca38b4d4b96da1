import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Ability } from '../access/abilities.ts';
import type { Recognized } from '../access/token-store.ts';
import { Problem } from '../problems.ts';
import type { Services } from '../services.ts';
import { RateLimiter } from './rate-limit.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Set once the token has been recognized. */
    caller: Recognized | null;
  }
}

export type Authenticate = (request: FastifyRequest, reply: FastifyReply) => Promise<Recognized>;

/** Who is calling, and whether it may still call: 401, then 429. */
export function createAuthenticate({ tokens, limits }: Services): Authenticate {
  const calls = limits.rate === 'off' ? null : new RateLimiter(limits.rate);
  const failures = limits.failedAuthentications === 'off' ? null : new RateLimiter(limits.failedAuthentications);

  return async (request, reply) => {
    const text = bearerToken(request.headers.authorization);
    const caller = text === null ? null : await tokens.recognize(text);
    if (caller === null) {
      if (failures !== null && !failures.take(request.ip)) throw failures.refusal(request.ip);
      throw unauthenticated(text !== null);
    }
    request.caller = caller;
    if (calls !== null) {
      const key = caller.actor.tokenPublicId;
      const taken = calls.take(key);
      reply.header('ratelimit-policy', calls.policy);
      reply.header('ratelimit', calls.state(key));
      if (!taken) throw calls.refusal(key);
    }
    return caller;
  };
}

export function requireAbility(caller: Recognized, ability: Ability | null): void {
  if (ability !== null && !caller.actor.abilities.has(ability)) {
    throw new Problem('forbidden', { detail: `This token lacks the ability ${ability}.` });
  }
}

export function bearerToken(header: string | undefined): string | null {
  const match = /^bearer +(\S.*)$/i.exec(header?.trim() ?? '');
  return match?.[1] ?? null;
}

function unauthenticated(tokenSent: boolean): Problem {
  const challenge = `Bearer realm="leadline"${tokenSent ? ', error="invalid_token"' : ''}`;
  return new Problem('unauthenticated', { headers: { 'www-authenticate': challenge } });
}
