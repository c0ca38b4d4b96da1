import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { Config } from './config.ts';
import { connectionsOf } from './connections.ts';
import { openDatabase, type Target } from './db/connect.ts';
import { isNodeAway } from './db/errors.ts';
import { migrate } from './db/migrate.ts';
import { openServer } from './db/open.ts';
import { enter } from './db/presence.ts';
import { createDemo, type DemoToken } from './demo/demo.ts';
import { createLog } from './log.ts';
import { Opened, opening } from './opened.ts';
import { listOrganizationIds } from './organization/organizations.ts';
import { demoLink } from './organization/sign-in/invitations.ts';
import { startProcesses } from './processes/primary.ts';
import { openParts, serve } from './serve.ts';
import { serveMetrics } from './serve-metrics.ts';

export interface RunningService {
  url: string;
  /** Where the data is, in words. */
  data: string;
  notice: string | null;
  demo: DemoToken[] | null;
  /** A link that signs in to the demo, once. */
  signIn: string | null;
  /** True where there is no organization yet. */
  isEmpty: boolean;
  /** While it drains, it serves everything, but tells proxies to send requests elsewhere. `now` ends the drain. */
  stop(now?: AbortSignal): Promise<void>;
}

/** Config → database → one process that serves, or several. Whatever was opened is closed again where a later step fails. */
export function startService(config: Config): Promise<RunningService> {
  const log = createLog(config);
  return opening(async (opened) => {
    const open = () => openServer(config, connectionsOf(config), (message, detail) => log.info(detail ?? {}, message));
    const { server, leave } = await enter(open, 'service');
    opened.add(leave);
    await migrate(server.target, undefined, undefined, (migration) => {
      log.warn({ migration }, 'a migration waits for a table that is in use');
    });
    const start = config.processes === 1 ? serveHere : serveInProcesses;
    const { url, readMetrics, makeDemo, startDraining, stop } = await start(config, server.target, log);
    opened.add(stop);
    if (config.metricsPort !== 'off') {
      const metrics = await serveMetrics(readMetrics, config.host, config.metricsPort);
      opened.add(async () => metrics.close());
    }
    // Last: its secrets are shown once, so nothing that can fail may come after.
    const demo = wantsDemo(config) ? await makeDemo() : null;
    const isEmpty = !wantsDemo(config) && !(await hasOrganization(server.target));
    return {
      url,
      data: server.embedded?.dataLocation ?? 'the database in DATABASE_URL',
      notice: server.embedded?.notice ?? null,
      demo: demo?.tokens ?? null,
      signIn: demo === null ? null : demoLink(config.publicUrl ?? url, demo.invitation),
      isEmpty,
      async stop(now) {
        startDraining();
        if (config.drainSeconds > 0) log.info({ seconds: config.drainSeconds }, 'the service stops after a drain');
        await sleep(config.drainSeconds * 1_000, undefined, now && { signal: now }).catch(() => {});
        await opened.closeAll();
      },
    };
  });
}

/** A database of the operator's own gets a demo only on request. */
const wantsDemo = ({ demo, databaseUrl }: Config): boolean => (demo ?? (databaseUrl === null ? 'on' : 'off')) === 'on';

async function hasOrganization(target: Target): Promise<boolean> {
  const database = openDatabase(target, { connections: 1 });
  try {
    return (await listOrganizationIds(database)).length > 0;
  } catch (error) {
    if (isNodeAway(error)) return true; // the answer only decides on a hint for the first start
    throw error;
  } finally {
    await database.close();
  }
}

async function serveHere(config: Config, target: Target, log: Logger) {
  const { parts, ...serving } = await serve(config, target, log);
  return {
    ...serving,
    readMetrics: () => parts.metrics.registry.metrics(),
    makeDemo: () => createDemo(parts),
  };
}

async function serveInProcesses(config: Config, target: Target, log: Logger) {
  const processes = await startProcesses(config, target, log);
  return {
    ...processes,
    async makeDemo() {
      const opened = new Opened();
      try {
        const parts = await openParts({ ...config, poolSize: 2 }, target, log, opened);
        opened.add(() => parts.assignment.stop());
        opened.add(() => parts.rescoring.stop());
        return await createDemo(parts);
      } finally {
        await opened.closeAll();
      }
    },
  };
}
