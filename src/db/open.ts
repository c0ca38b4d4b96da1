import { setTimeout as sleep } from 'node:timers/promises';
import type { Config } from '../config.ts';
import { codeOf } from '../error-code.ts';
import { OperatorError } from '../operator-error.ts';
import { connectOnce, type Target } from './connect.ts';
import { type EmbeddedServer, openEmbedded } from './embedded/index.ts';
import { isDistributed, isPooled } from './sessions.ts';

export interface OpenedServer {
  target: Target;
  /** Null where DATABASE_URL names a server of its own. */
  embedded: EmbeddedServer | null;
  /** Which database it is, for the operator: a directory, or a URL without user and password. */
  place: string;
}

const PATIENCE_MS = 10_000;

/** The PostgreSQL that the configuration names: somebody else's, or the embedded one, started if need be. */
export async function openServer(
  config: Pick<Config, 'databaseUrl' | 'dataDirectory'>,
  /** What an embedded one must have. */
  connections: number,
  log: (message: string, detail?: object) => void,
  /** False: where there is no embedded database yet, fail instead of making it. */
  mayMake = true,
): Promise<OpenedServer> {
  if (config.databaseUrl === null) {
    const embedded = await openEmbedded({
      dataDirectory: config.dataDirectory,
      log,
      mayMake,
      settings: { max_connections: String(connections) },
    });
    return { target: embedded.target, embedded, place: embedded.dataLocation };
  }
  const { databaseUrl: url } = config;
  return { target: { url, ...(await waitForServer(url)) }, embedded: null, place: placeIn(url) };
}

function placeIn(url: string): string {
  const { host, pathname, searchParams } = new URL(url);
  return `${searchParams.get('host') ?? host}${pathname}`;
}

/**
 * Where reports are read from. While it cannot be used, it is treated like a pooler, which suits a server as well. `onFailure`
 * gets the reason, such as a wrong password.
 */
export async function reportsTarget(url: string, onFailure: (reason: string) => void): Promise<Target> {
  const kind = await kindOf(url).catch((error: unknown) => {
    onFailure(reasonOf(error));
    return { pooled: true };
  });
  return { url, ...kind };
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message || (codeOf(error) ?? '') : String(error);
}

/** A database that is starting beside us gets a few seconds; one that refuses us is not asked twice. */
async function waitForServer(url: string): Promise<Kind> {
  const deadline = Date.now() + PATIENCE_MS;
  for (;;) {
    try {
      return await kindOf(url);
    } catch (error) {
      const isRefusal = /^(28|3D|42)/.test(codeOf(error) ?? ''); // password, database name, privileges
      if (isRefusal || Date.now() > deadline) {
        throw new OperatorError(`The database ${placeIn(url)} in DATABASE_URL cannot be used: ${reasonOf(error)}.`);
      }
      await sleep(250);
    }
  }
}

type Kind = Required<Pick<Target, 'pooled' | 'distributed'>>;

async function kindOf(url: string): Promise<Kind> {
  const client = await connectOnce({ url });
  try {
    const pooled = await isPooled(client);
    return { pooled, distributed: !pooled && (await isDistributed(client)) };
  } finally {
    await client.end();
  }
}
