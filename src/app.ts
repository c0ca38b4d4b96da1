import type { FastifyInstance } from 'fastify';
import { addFormPages } from './forms/pages.ts';
import { addDocumentation } from './http/documentation.ts';
import { mountOperations } from './http/mount.ts';
import { addProbes } from './http/probes.ts';
import { createServer, type ServerState } from './http/server.ts';
import { operations } from './operations.ts';
import type { Services } from './services.ts';

export interface App {
  http: FastifyInstance;
  state: ServerState;
}

/** The whole HTTP application, every registration in order. It opens nothing and listens nowhere by itself. */
export function buildApp(services: Services, { trustProxy = 'off' }: { trustProxy?: number | 'off' } = {}): App {
  const { app, state } = createServer(services, trustProxy);
  addProbes(app, services.database, state);
  addDocumentation(app, services, operations);
  mountOperations(app, services, operations);
  addFormPages(app, services);
  return { http: app, state };
}
