import type { Config } from './config.ts';
import { READ_CONNECTIONS } from './db/connect.ts';
import { exportLimits } from './leads/export/exports.ts';
import { reportLimits } from './reports/reading.ts';

/**
 * No request takes a second connection from a pool while it holds one. What it may wait for while it holds a connection of
 * the main pool has a pool of its own: settings.
 */
export const SETTINGS_CONNECTIONS = 2;
const LISTENING = 1;
/** For the service's lock, the start, commands beside the service, backups, and what PostgreSQL keeps for its superuser. */
const SPARE = 25;
const FEWEST = 100;

/** What the embedded PostgreSQL must have for all processes of the service. */
export function connectionsOf({ processes, poolSize }: Pick<Config, 'processes' | 'poolSize'>): number {
  const own = SETTINGS_CONNECTIONS + reportLimits.connections + exportLimits.connections + LISTENING;
  const each = poolSize + READ_CONNECTIONS + own;
  return Math.max(FEWEST, processes * each + SPARE);
}
