import type { FastifyInstance } from 'fastify';
import { Problem, unknownAddress } from '../problems.ts';
import { pathOf } from './address.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Only there to be refused. */
    refused?: boolean;
  }
}

/**
 * Paths that no route takes: 404, or 405 with `Allow` where the path is known under other methods. Both come before any
 * look at the token, and say nothing about records.
 */
export function addUnmatchedHandler(app: FastifyInstance): void {
  const known = new Map<string, { pattern: RegExp; methods: Set<string> }>();

  app.addHook('onRoute', ({ url, method, config }) => {
    if (config?.refused) return;
    const pattern = new RegExp(`^${url.replace(/[.*+?^${}()|[\]\\]/g, '\\$&').replace(/:[a-z_]+/g, '[^/]+')}$`);
    const entry = known.get(url) ?? { pattern, methods: new Set() };
    for (const one of [method].flat()) entry.methods.add(one);
    known.set(url, entry);
  });

  app.setNotFoundHandler((request) => {
    const path = decodeURI(pathOf(request.url)); // what cannot be decoded never comes here
    const entry = known.get(path) ?? [...known.values()].find(({ pattern }) => pattern.test(path));
    throw entry === undefined ? unknownAddress() : methodNotAllowed(entry.methods);
  });
}

function methodNotAllowed(methods: Iterable<string>): Problem {
  const allow = [...methods].sort().join(', ');
  return new Problem('method_not_allowed', { detail: `This address takes ${allow}.`, headers: { allow } });
}

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'];

/** An address of its own (`…/simulate`) that would else be taken for a record's id under methods that it does not know. */
export function refuseOtherMethods(app: FastifyInstance, url: string, taken: readonly string[]): void {
  const known = taken.includes('GET') ? [...taken, 'HEAD'] : taken;
  for (const method of METHODS.filter((one) => !known.includes(one))) {
    app.route({
      method,
      url,
      exposeHeadRoute: false,
      config: { refused: true },
      onRequest: async () => {
        throw methodNotAllowed(known);
      },
      handler: async () => {},
    });
  }
}
