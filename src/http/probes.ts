import type { FastifyInstance } from 'fastify';
import type { Sql } from '../db/sql.ts';
import { unavailable } from '../problems.ts';
import { isEnding, type ServerState } from './server.ts';

const options = { config: { probe: true } } as const;

/** `/healthz`: the process lives. `/readyz`: it can serve, that is, it is not about to stop and the database answers. */
export function addProbes(app: FastifyInstance, sql: Sql, state: ServerState): void {
  app.get('/healthz', options, async () => ({ status: 'ok' }));
  app.get('/readyz', options, async () => {
    if (isEnding(state)) throw unavailable('The service is stopping.');
    await sql.shortRow('select 1'); // needs no connection of the pool: a busy service is ready
    return { status: 'ready' };
  });
}
