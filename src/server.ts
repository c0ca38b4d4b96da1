import { createServer as createHttpServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Logger, pino } from 'pino';
import { type App, buildApp } from './app.ts';
import { buildServices, followChanges } from './build-services.ts';
import type { Config, LogLevel } from './config.ts';
import { openDatabase } from './db/connect.ts';
import { migrate } from './db/migrate.ts';
import { type OpenedServer, openServer } from './db/open.ts';
import { takeServiceLock } from './db/service-lock.ts';
import type { Subscription } from './db/sql.ts';
import { createDemo, type DemoToken } from './demo/demo.ts';
import { startMaintenance } from './maintenance.ts';
import type { Metrics } from './metrics.ts';
import { reportLimits } from './reports/reading.ts';

export interface RunningService {
  url: string;
  /** Where the data is, in words. */
  data: string;
  notice: string | null;
  demo: DemoToken[] | null;
  stop(): Promise<void>;
}

/** The service cannot start; the message is one sentence for the operator. */
export class StartError extends Error {
  override name = 'StartError';
}

const TURN_CONNECTIONS = 2;

/** Config → database → app → listen. Whatever was opened is closed again where a later step fails, last things first. */
export async function startService(config: Config): Promise<RunningService> {
  const log = createLog(config.logLevel);
  const opened: (() => Promise<unknown>)[] = [];
  const closeAll = async () => {
    for (const close of opened.splice(0).reverse()) await close();
  };
  try {
    const { server, disown } = await openOwnServer(config, log);
    opened.push(disown);
    await migrate(server.target);
    const database = openDatabase(server.target, { connections: config.poolSize });
    opened.push(() => database.close());
    const turnsDatabase = openDatabase(server.target, { connections: TURN_CONNECTIONS });
    opened.push(() => turnsDatabase.close());
    const { reportsUrl } = config;
    const reportsDatabase = openDatabase(reportsUrl === null ? server.target : { url: reportsUrl }, reportLimits);
    opened.push(() => reportsDatabase.close());
    const services = await buildServices({
      database,
      turnsDatabase,
      reportsDatabase,
      log,
      urls: { publicUrl: '', docsUrl: '' },
      limits: {
        rate: config.rateLimit,
        ...(config.rateLimit === 'off' && { failedAuthentications: 'off' as const }),
      },
    });
    const changes: Subscription = await followChanges(services);
    opened.push(() => changes.stop());
    opened.push(() => services.rateLimits.stop());
    opened.push(() => services.tokens.lastUse.flush());
    const maintenance = startMaintenance(services);
    opened.push(() => maintenance.stop());
    opened.push(() => services.handOut.stop());
    opened.push(() => services.rescoring.stop());
    const app = buildApp(services, { trustProxy: config.trustProxy });
    opened.push(() => drain(app, services.limits.drainMs));
    const url = await listen(app, config);
    services.urls.publicUrl = config.publicUrl ?? url;
    services.urls.docsUrl = config.docsUrl ?? services.urls.publicUrl;
    if (config.metricsPort !== 'off') {
      const metrics = await listenForMetrics(services.metrics, config.host, config.metricsPort);
      opened.push(async () => metrics.close());
    }
    // Last: its tokens are shown once, so nothing that can fail may come after.
    const demo = config.demo === 'on' ? await createDemo(services) : null;
    return {
      url,
      data: server.embedded?.dataLocation ?? 'the database in DATABASE_URL',
      notice: server.embedded?.notice ?? null,
      demo,
      stop: closeAll,
    };
  } catch (error) {
    await closeAll();
    throw error;
  }
}

/** JSON lines on standard error; standard output is for what the start says to a person. */
function createLog(level: LogLevel): Logger {
  return pino(
    {
      level,
      base: null,
      messageKey: 'message',
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
    },
    pino.destination(2),
  );
}

const OPEN_TRIES = 5;

/** The database server; an embedded one is this service's own, to be kept running and to be stopped with it. */
async function openOwnServer(config: Config, log: Logger) {
  for (let tries = 1; ; tries++) {
    const server = await openServer(config, (message, detail) => log.info(detail ?? {}, message));
    try {
      return { server, disown: await ownServer(server, config) };
    } catch (error) {
      if (server.embedded?.startedHere) await server.embedded.stop();
      else server.embedded?.detach();
      // A command that used the server stopped it at this very moment: open it anew.
      if (error instanceof StartError || tries === OPEN_TRIES) throw error;
    }
  }
}

async function ownServer({ target, embedded }: OpenedServer, config: Config): Promise<() => Promise<void>> {
  if (embedded === null) return async () => {};
  const lock = await takeServiceLock(target);
  if (lock === null) {
    throw new StartError(`Another Leadline is already running on the data in ${config.dataDirectory}.`);
  }
  embedded.supervise();
  return async () => {
    await embedded.stop(); // under the lock: who starts next finds no server, rather than one that is going down
    await lock.release();
  };
}

async function listen({ http }: App, { host, port }: Config): Promise<string> {
  try {
    await http.listen({ host, port });
  } catch (error) {
    throw listenError(error, host, port);
  }
  const { port: actual } = http.server.address() as AddressInfo;
  const reachable = host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host;
  return `http://${reachable.includes(':') ? `[${reachable}]` : reachable}:${actual}`;
}

function listenError(error: unknown, host: string, port: number): unknown {
  const code = error instanceof Error && 'code' in error ? error.code : '';
  if (code === 'EADDRINUSE') return new StartError(`Port ${port} on ${host} is in use by another program.`);
  if (code === 'EACCES') return new StartError(`Port ${port} on ${host} may not be used by this user.`);
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND') return new StartError(`This machine has no address ${host}.`);
  return error;
}

const LAST_BYTES_MS = 50;

/** Requests in flight finish, within bounds; new ones get 503. */
async function drain({ http, state }: App, patienceMs: number): Promise<void> {
  state.stopping = true;
  const closed = http.close();
  for (const until = Date.now() + patienceMs; state.inFlight > 0 && Date.now() < until; ) await sleep(10);
  await sleep(LAST_BYTES_MS);
  http.server.closeAllConnections(); // of those that sent nothing, which would be waited for
  await closed;
}

async function listenForMetrics({ registry }: Metrics, host: string, port: number): Promise<Server> {
  const server = createHttpServer(async (request, response) => {
    const found = request.method === 'GET' && request.url === '/metrics';
    response.writeHead(found ? 200 : 404, { 'content-type': found ? registry.contentType : 'text/plain' });
    response.end(found ? await registry.metrics() : '');
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error) => reject(listenError(error, host, port)));
    server.listen(port, host, resolve);
  });
  return server;
}
