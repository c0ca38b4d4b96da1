import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Problem, unknownAddress } from '../problems.ts';
import { pathOf } from './address.ts';

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

  app.setNotFoundHandler((request) => {
    const path = decodedPath(request);
    const entry = known.get(path) ?? [...known.values()].find(({ pattern }) => pattern.test(path));
    throw entry === undefined ? unknownAddress() : methodNotAllowed(entry.methods);
  });
}

/** A URL that cannot be decoded never reaches a hook or handler. */
const decodedPath = ({ url }: FastifyRequest): string => decodeURI(pathOf(url));

function methodNotAllowed(methods: ReadonlySet<string>): Problem {
  const allow = [...methods].sort().join(', ');
  return new Problem('method_not_allowed', { detail: `This address takes ${allow}.`, headers: { allow } });
}
