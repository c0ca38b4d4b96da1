import { pino } from 'pino';
import { expect } from 'vitest';
import { type App, buildApp } from '../../src/app.ts';
import { openDatabase, type PoolLimits } from '../../src/db/connect.ts';
import { makeParts, type Parts, type PartsOptions } from '../../src/parts.ts';
import { createTestDatabase, type TestDatabase } from './databases.ts';
import { expectDocumented } from './documented.ts';
import { freezeClock } from './frozen-clock.ts';
import { refuseNesting } from './no-nesting.ts';

export interface Answer {
  status: number;
  headers: Record<string, string | undefined>;
  /** The parsed body; null if there is none. */
  // biome-ignore lint/suspicious/noExplicitAny: tests read responses freely
  body: any;
}

export interface Ask {
  token?: string | undefined;
  body?: unknown;
  headers?: Record<string, string>;
}

export interface TestApp {
  app: App;
  own: TestDatabase;
  services: Parts;
  /** Calls the API and checks the response against the API description. */
  call(method: string, path: string, ask?: Ask): Promise<Answer>;
  /** Statements that asked a pool for a second connection inside a transaction. */
  nested(): string[];
  /** Advances a frozen clock. */
  pass(seconds: number): Promise<void>;
  close(): Promise<void>;
}

interface Options {
  limits?: NonNullable<PartsOptions['limits']>;
  pool?: Partial<PoolLimits>;
  /** The database's clock is frozen; only `pass` advances it. */
  frozen?: boolean;
  trustProxy?: number;
  /** The database of another process; that process drops it. */
  on?: TestDatabase;
}

/** The whole application on its own database, called without a network. */
export async function openTestApp({ limits, pool, frozen = false, trustProxy, on }: Options = {}): Promise<TestApp> {
  const own = on ?? (await createTestDatabase());
  const clock = frozen ? await freezeClock(own.target) : null;
  const opened = {
    database: refuseNesting(openDatabase(own.target, { connections: 5, ...pool })),
    settingsDatabase: refuseNesting(openDatabase(own.target, { ...pool, connections: 2 })),
  };
  const { database } = opened.database;
  const nested = () => Object.values(opened).flatMap((one) => one.nested);
  const services = await makeParts({
    database,
    settingsDatabase: opened.settingsDatabase.database,
    log: pino({ level: 'silent' }),
    limits: { rate: 1_000_000, ...limits },
  });
  const app = buildApp(services, trustProxy === undefined ? {} : { trustProxy });
  await app.http.ready();
  return {
    app,
    own,
    services,
    call: (method, path, ask) => call(app, method, path, ask),
    nested,
    pass: async (seconds) => clock?.pass(seconds),
    async close() {
      await app.http.close();
      await services.assignment.stop();
      await services.rescoring.stop();
      await services.rateLimits.stop();
      await services.tokens.lastUse.flush();
      await Promise.all(Object.values(opened).map(({ database }) => database.close()));
      if (on === undefined) await own.drop();
      expect(nested()).toEqual([]);
    },
  };
}

async function call({ http }: App, method: string, path: string, { token, body, headers }: Ask = {}): Promise<Answer> {
  const url = path.startsWith('/api') || !path.startsWith('/') ? path : `/api/v1${path}`;
  const response = await http.inject({
    method: method as 'GET',
    url,
    headers: {
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body !== undefined && { payload: typeof body === 'string' ? body : JSON.stringify(body) }),
  });
  const answer: Answer = {
    status: response.statusCode,
    headers: response.headers as Answer['headers'],
    body: response.body === '' ? null : JSON.parse(response.body),
  };
  expectDocumented(method, url, answer);
  return answer;
}
