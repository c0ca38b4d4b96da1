import { pino } from 'pino';
import { expect } from 'vitest';
import { type App, buildApp } from '../../src/app.ts';
import { openDatabase, type PoolLimits } from '../../src/db/connect.ts';
import { makeParts, type Parts, type PartsOptions } from '../../src/parts.ts';
import { asServed, createTestDatabase, type TestDatabase } from './databases.ts';
import { expectDocumented } from './documented.ts';
import { freezeClock } from './frozen-clock.ts';
import { loopbackWebhooks } from './loopback.ts';
import { refuseNesting } from './no-nesting.ts';
import { watchShards } from './shards.ts';

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
  exportLimits?: NonNullable<PartsOptions['exportLimits']>;
  /** The database's clock is frozen; only `pass` advances it. */
  frozen?: boolean;
  webhookOptions?: NonNullable<PartsOptions['webhookOptions']>;
  trustProxy?: number;
  oidc?: NonNullable<PartsOptions['oidc']>;
  mcp?: 'on' | 'off';
  replica?: NonNullable<PartsOptions['replica']>;
  /** The database of another process; that process drops it. */
  on?: TestDatabase;
}

/** The whole application on its own database, called without a network. */
export async function openTestApp(options: Options = {}): Promise<TestApp> {
  const { limits, pool, exportLimits = {}, frozen = false, trustProxy, mcp, oidc = null, replica = null, on } = options;
  const { webhookOptions = loopbackWebhooks } = options;
  const own = on ?? (await createTestDatabase());
  const clock = frozen ? await freezeClock(own.target) : null;
  const target = await asServed(own.target);
  const watched = watchShards(openDatabase(target, { connections: 5, ...pool }), target);
  const opened = {
    database: refuseNesting(watched.database),
    settingsDatabase: refuseNesting(openDatabase(target, { ...pool, connections: 2 })),
  };
  const { database } = opened.database;
  const nested = () => Object.values(opened).flatMap((one) => one.nested);
  const services = await makeParts({
    database,
    settingsDatabase: opened.settingsDatabase.database,
    exportLimits,
    log: pino({ level: 'silent' }),
    webhookOptions,
    oidc,
    replica,
    // A stream ends once all that has happened was read: calls without a network wait for the end.
    limits: { rate: 1_000_000, streamMs: 0, ...limits },
  });
  const app = buildApp(services, { ...(trustProxy !== undefined && { trustProxy }), ...(mcp && { mcp }) });
  await app.http.ready();
  return {
    app,
    own,
    services,
    call: (method, path, ask) => call(app, method, path, ask),
    nested,
    pass: async (seconds) => clock?.pass(seconds),
    async close() {
      services.watch.stop(); // else closing waits for streams
      const closed = app.http.close();
      app.http.server.closeAllConnections(); // of callers that keep them
      await closed;
      await services.exports.stop();
      await services.assignment.stop();
      await services.rescoring.stop();
      await services.imports.stop();
      await services.jobs.stop();
      await services.webhooks.stop();
      await services.rateLimits.stop();
      await services.tokens.lastUse.flush();
      await Promise.all(Object.values(opened).map(({ database }) => database.close()));
      await watched.look();
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
    ...(body !== undefined && {
      payload: typeof body === 'string' || Buffer.isBuffer(body) ? body : JSON.stringify(body),
    }),
  });
  const answer: Answer = {
    status: response.statusCode,
    headers: response.headers as Answer['headers'],
    body: bodyIn(response),
  };
  expectDocumented(method, url, answer);
  return answer;
}

/** Parsed where it is JSON, else as text. */
export function bodyIn({ body, headers }: { body: string; headers: Record<string, unknown> }): unknown {
  if (body === '') return null;
  return String(headers['content-type']).includes('json') ? JSON.parse(body) : body;
}
