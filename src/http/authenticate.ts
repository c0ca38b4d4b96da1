import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Ability } from '../access/abilities.ts';
import type { Recognized } from '../access/token-store.ts';
import { Problem } from '../problems.ts';
import type { Services } from '../services.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Set once the token has been recognized. */
    caller: Recognized | null;
  }
}

export type Authenticate = (request: FastifyRequest, reply: FastifyReply) => Promise<Recognized>;

/** Who is calling, and whether it may still call: 401, then 429. */
export function createAuthenticate({ tokens, rateLimits: { calls, failures } }: Services): Authenticate {
  return async (request, reply) => {
    const text = bearerToken(request.headers.authorization);
    const caller = text === null ? null : await tokens.recognize(text);
    if (caller === null) {
      const failed = failures?.of(null, request.ip);
      if (failed !== undefined && !(await failed.take())) throw failed.refusal();
      throw unauthenticated(text !== null);
    }
    request.caller = caller;
    if (calls !== null) {
      const quota = calls.of(caller.actor.organizationId, caller.actor.tokenPublicId);
      let taken = quota.take();
      if (typeof taken !== 'boolean') taken = await taken; // most pass at once, and wait for nothing
      reply.header('ratelimit-policy', calls.policy);
      reply.header('ratelimit', quota.state());
      if (!taken) throw quota.refusal();
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
