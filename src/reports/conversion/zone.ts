import { sqlState } from '../../db/sql.ts';

const UNKNOWN_TO_POSTGRESQL = '22023';

/**
 * Runs a statement in a time zone. A server with fewer zones than the one that the zone was chosen on may not know it: then it
 * is run under the name that the runtime has for it, which is an older one, and at last in UTC.
 */
export async function inKnownZone<T>(timeZone: string, run: (timeZone: string) => Promise<T>): Promise<T> {
  const names = [timeZone, new Intl.DateTimeFormat('en', { timeZone }).resolvedOptions().timeZone];
  for (const name of names) {
    try {
      return await run(name);
    } catch (error) {
      if (sqlState(error) !== UNKNOWN_TO_POSTGRESQL) throw error;
    }
  }
  return run('UTC');
}
