import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import { type App, buildApp } from './app.ts';
import { type Config, localUrl, readOidc } from './config.ts';
import { SETTINGS_CONNECTIONS } from './connections.ts';
import { openDatabase, type Target } from './db/connect.ts';
import { reportsTarget } from './db/open.ts';
import { exportLimits } from './leads/export/exports.ts';
import { startMaintenance } from './maintenance.ts';
import { type Opened, opening } from './opened.ts';
import { listenError } from './operator-error.ts';
import { readTimeZones } from './organization/time-zones.ts';
import { followChanges, makeParts, type Parts } from './parts.ts';
import { reportLimits } from './reports/reading.ts';
import { Replica } from './reports/replica.ts';
import { startTracing } from './tracing/start.ts';

export interface Serving {
  url: string;
  parts: Parts;
  /** Tells proxies to send requests elsewhere, by `/readyz`. Those that come are still served. */
  startDraining(): void;
  /** Requests in flight finish, then everything is closed. */
  stop(): Promise<void>;
}

/** What one process does, be it the only one: a migrated database → parts → app → listen. */
export function serve(config: Config, target: Target, log: Logger): Promise<Serving> {
  return opening(async (opened) => {
    const tracing = await startTracing(config, log);
    opened.add(() => tracing.stop());
    const parts = await openParts(config, target, log, opened);
    const changes = await followChanges(parts);
    opened.add(() => changes.stop());
    opened.add(() => parts.rateLimits.stop());
    opened.add(() => parts.tokens.lastUse.flush());
    const maintenance = startMaintenance(parts);
    opened.add(() => maintenance.stop());
    opened.add(() => parts.assignment.stop());
    opened.add(() => parts.rescoring.stop());
    opened.add(() => parts.exports.stop());
    opened.add(() => parts.imports.stop());
    opened.add(() => parts.jobs.stop());
    opened.add(() => parts.webhooks.stop());
    const app = buildApp(parts, { trustProxy: config.trustProxy, mcp: config.mcp });
    opened.add(() => finishRequests(app, parts.limits.drainMs));
    opened.add(async () => parts.watch.stop()); // first: else those who wait would be waited for
    const url = await listen(app, config);
    parts.urls.publicUrl = config.publicUrl ?? url;
    parts.urls.docsUrl = config.docsUrl ?? parts.urls.publicUrl;
    void readTimeZones(parts.database).catch(() => {}); // else at the first use
    const startDraining = () => {
      app.state.draining = true;
    };
    return { url, parts, startDraining, stop: () => opened.closeAll() };
  });
}

export async function openParts(config: Config, target: Target, log: Logger, opened: Opened): Promise<Parts> {
  const { reportsUrl, reportsFallback, reportsMaxLag, rateLimit } = config;
  const database = openDatabase(target, { connections: config.poolSize });
  opened.add(() => database.close());
  const settingsDatabase = openDatabase(target, { connections: SETTINGS_CONNECTIONS });
  opened.add(() => settingsDatabase.close());
  const reportsDatabase = openDatabase(target, reportLimits);
  opened.add(() => reportsDatabase.close());
  let replica: Replica | null = null;
  if (reportsUrl !== null) {
    const onFailure = (reason: string) => log.warn({ reason }, 'the database in DATABASE_REPORTS_URL cannot be used');
    const elsewhere = openDatabase(await reportsTarget(reportsUrl, onFailure), {
      ...reportLimits,
      connections: reportLimits.connections + 1, // one to look how far it is
    });
    opened.add(() => elsewhere.close());
    replica = new Replica(
      elsewhere,
      reportsDatabase,
      reportsFallback,
      reportsMaxLag === 'off' ? undefined : reportsMaxLag,
    );
    if (config.metricsPort !== 'off') {
      const watching = replica.watch();
      opened.add(async () => watching.stop());
    }
  }
  const exportsDatabase = openDatabase(target, exportLimits);
  opened.add(() => exportsDatabase.close());
  return makeParts({
    database,
    exportsDatabase,
    settingsDatabase,
    reportsDatabase,
    replica,
    log,
    isWatched: config.metricsPort !== 'off',
    retentionLostMonths: config.retentionLostMonths,
    eventsDays: config.eventsDays,
    webhookOptions: { networks: config.webhookNetworks },
    oidc: readOidc(config),
    limits: { rate: rateLimit },
  });
}

async function listen({ http }: App, { host, port }: Config): Promise<string> {
  try {
    await http.listen({ host, port });
  } catch (error) {
    throw listenError(error, host, port);
  }
  const { port: actual } = http.server.address() as AddressInfo;
  return localUrl(host, actual);
}

const LAST_BYTES_MS = 50;

/** Requests in flight finish, within bounds; new ones get 503. */
async function finishRequests({ http, state }: App, patienceMs: number): Promise<void> {
  state.stopping = true;
  const closed = http.close();
  for (const until = Date.now() + patienceMs; state.inFlight + state.aside > 0 && Date.now() < until; ) await sleep(10);
  await sleep(LAST_BYTES_MS);
  http.server.closeAllConnections(); // of those that sent nothing, which would be waited for
  await closed;
}
