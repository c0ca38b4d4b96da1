import { pino } from 'pino';
import { type App, buildApp } from '../../src/app.ts';
import { openDatabase, type PoolLimits } from '../../src/db/connect.ts';
import { makeParts, type Parts, type PartsOptions } from '../../src/parts.ts';
import { asServed, createTestDatabase } from './databases.ts';

export interface LoggedApp {
  app: App;
  services: Parts;
  /** Every line of the log so far, as it was written. */
  lines: string[];
  close(): Promise<void>;
}

/** The whole application with its log at the lowest level, kept for the test. */
export async function openLoggedApp(
  limits: PartsOptions['limits'] = {},
  pool: Partial<PoolLimits> = {},
): Promise<LoggedApp> {
  const own = await createTestDatabase();
  const database = openDatabase(await asServed(own.target), { connections: 5, ...pool });
  const lines: string[] = [];
  const destination = { write: (text: string) => void lines.push(...text.split('\n').filter((line) => line !== '')) };
  const log = pino({ level: 'trace', base: null, messageKey: 'message' }, destination);
  const services = await makeParts({ database, log, limits });
  const app = buildApp(services);
  await app.http.ready();
  return {
    app,
    services,
    lines,
    async close() {
      await app.http.close();
      await services.tokens.lastUse.flush();
      await database.close();
      await own.drop();
    },
  };
}
