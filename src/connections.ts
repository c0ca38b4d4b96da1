import type { Config } from './config.ts';
import { SHARED_CONNECTIONS } from './db/connect.ts';
import { reportLimits } from './reports/reading.ts';

/** For taking turns: a request may hold one of the others while it waits for its turn. */
export const TURN_CONNECTIONS = 2;
const LISTENING = 1;
/** For the service's lock, the start, commands beside the service, backups, and what PostgreSQL keeps for its superuser. */
const SPARE = 25;
const FEWEST = 100;

/** What the embedded PostgreSQL must have for all processes of the service. */
export function connectionsOf({ processes, poolSize }: Pick<Config, 'processes' | 'poolSize'>): number {
  const each = poolSize + SHARED_CONNECTIONS + TURN_CONNECTIONS + reportLimits.connections + LISTENING;
  return Math.max(FEWEST, processes * each + SPARE);
}
