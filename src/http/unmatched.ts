import type { FastifyInstance } from 'fastify';
import { notFound, Problem } from '../problems.ts';
import { pathOf } from './address.ts';

/**
 * Paths that no route takes: 404, or 405 with `Allow` where the path is known under other methods. Both come before any
 * look at the token, and say nothing about records.
 */
export function addUnmatchedHandler(app: FastifyInstance): void {
  const known = new Map<string, { pattern: RegExp; methods: Set<string> }>();

  app.addHook('onRoute', ({ url, method }) => {
    const pattern = new RegExp(`^${url.replace(/[.*+?^${}()|[\]\\]/g, '\\$&').replace(/:[a-z_]+/g, '[^/]+')}$`);
    const entry = known.get(url) ?? { pattern, methods: new Set() };
    for (const one of [method].flat()) entry.methods.add(one);
    known.set(url, entry);
  });

  app.setNotFoundHandler((request) => {
    const path = decodeURI(pathOf(request.url)); // what cannot be decoded never comes here
    for (const { pattern, methods } of known.values()) {
      if (!pattern.test(path)) continue;
      const allow = [...methods].sort().join(', ');
      throw new Problem('method_not_allowed', {
        detail: `This address takes ${allow}.`,
        headers: { allow },
      });
    }
    throw notFound();
  });
}
