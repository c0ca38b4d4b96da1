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

  // An address of its own (`…/simulate`) looks like an id (`…/{public_id}`) under methods that it does not take.
  app.addHook('onRequest', (request, _reply, done) => {
    const taken = request.routeOptions.url?.includes(':') ? known.get(decodedPath(request)) : undefined;
    done(taken && methodNotAllowed(taken.methods));
  });

  app.setNotFoundHandler((request, reply) => {
    const path = decodedPath(request);
    const entry = known.get(path) ?? [...known.values()].find(({ pattern }) => pattern.test(path));
    const isBrowsed =
      request.method === 'GET' && !path.startsWith('/api/') && prefers(request.headers.accept, 'text/html');
    if (entry === undefined && isBrowsed && app.pageOfNothing) return app.pageOfNothing(request, reply);
    throw entry === undefined ? unknownAddress() : methodNotAllowed(entry.methods);
  });
}

/** A URL that cannot be decoded never reaches a hook or handler. */
const decodedPath = ({ url }: FastifyRequest): string => decodeURI(pathOf(url));

function methodNotAllowed(methods: ReadonlySet<string>): Problem {
  const allow = [...methods].sort().join(', ');
  return new Problem('method_not_allowed', { detail: `This address takes ${allow}.`, headers: { allow } });
}
