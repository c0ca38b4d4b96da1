import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Problem, unknownAddress } from '../problems.ts';
import { prefers } from './accept.ts';
import { pathOf } from './address.ts';

declare module 'fastify' {
  interface FastifyInstance {
    /** The console's page, for a browser at an address where nothing is. */
    pageOfNothing?: (request: FastifyRequest, reply: FastifyReply) => FastifyReply;
  }
}

/** 404, or 405 with `Allow` where the path is known under other methods. Both come before any look at the token. */
export function addUnmatchedHandler(app: FastifyInstance): void {
  const known = new Map<string, { pattern: RegExp; methods: Set<string> }>();

  app.addHook('onRoute', ({ url, method }) => {
    const pattern = new RegExp(`^${url.replace(/[.*+?^${}()|[\]\\]/g, '\\$&').replace(/:[a-z_]+/g, '[^/]+')}$`);
    const entry = known.get(url) ?? { pattern, methods: new Set() };
    for (const one of [method].flat()) entry.methods.add(one);
    known.set(url, entry);
  });

  // Before the body is read: the handler for what is not found runs only after the body was parsed.
  app.addHook('onRequest', (request, _reply, done) => done(refusalOf(request)));

  // Only browsers get here.
  app.setNotFoundHandler((request, reply) => {
    if (app.pageOfNothing === undefined) throw unknownAddress();
    return app.pageOfNothing(request, reply);
  });

  function refusalOf(request: FastifyRequest): Problem | undefined {
    if (request.is404) return unmatchedRefusal(request);
    // An address of its own (`…/simulate`) looks like an id (`…/{public_id}`) under methods that it does not take.
    const taken = request.routeOptions.url?.includes(':') ? known.get(decodedPath(request)) : undefined;
    return taken && methodNotAllowed(taken.methods);
  }

  function unmatchedRefusal(request: FastifyRequest): Problem | undefined {
    const path = decodedPath(request);
    const entry = known.get(path) ?? [...known.values()].find(({ pattern }) => pattern.test(path));
    if (entry !== undefined) return methodNotAllowed(entry.methods);
    const isBrowsed =
      request.method === 'GET' && !path.startsWith('/api/') && prefers(request.headers.accept, 'text/html');
    return isBrowsed && app.pageOfNothing ? undefined : unknownAddress();
  }
}

/** A URL that cannot be decoded never reaches a hook or handler. */
const decodedPath = ({ url }: FastifyRequest): string => decodeURI(pathOf(url));

function methodNotAllowed(methods: ReadonlySet<string>): Problem {
  const allow = [...methods].sort().join(', ');
  return new Problem('method_not_allowed', { detail: `This address takes ${allow}.`, headers: { allow } });
}
