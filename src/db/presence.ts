import { setTimeout as sleep } from 'node:timers/promises';
import { OperatorError } from '../operator-error.ts';
import { connectOnce } from './connect.ts';
import type { EmbeddedServer } from './embedded/index.ts';
import type { OpenedServer } from './open.ts';
import type { Client } from './wire/client.ts';

// Advisory locks: any numbers, the same in every version of Leadline.
const SERVICE = 4_720_551_902;
const PRESENCE = 4_720_551_903;
const MAX_TRIES = 10;
const TAKE_MS = 1_500; // the server may need a moment to notice that the last holder was killed
const RETRY_MS = 100;

export interface Present {
  server: OpenedServer;
  leave(): Promise<void>;
}

/** Opens the server and says to an embedded one that somebody uses it, from before the first statement to after the last. */
export async function enter(open: () => Promise<OpenedServer>, as: 'service' | 'command'): Promise<Present> {
  for (let tries = 1; ; tries++) {
    const server = await open();
    const { embedded, place } = server;
    if (embedded === null) return { server, leave: async () => {} };
    try {
      return { server, leave: as === 'service' ? await own(embedded, place) : await visit(embedded) };
    } catch (error) {
      if (embedded.startedHere) await embedded.stop();
      else embedded.detach();
      // A command that used the server stopped it at this very moment: open it anew.
      if (error instanceof OperatorError || tries === MAX_TRIES) throw error;
    }
  }
}

/** The last command to leave stops the server, and holds the lock alone meanwhile: a newcomer waits, fails, and opens it anew. */
async function visit(embedded: EmbeddedServer): Promise<() => Promise<void>> {
  const client = await connectOnce(embedded.target);
  await client.query('select pg_advisory_lock_shared($1)', [PRESENCE]);
  return async () => {
    const isAlone = await client
      .query('select pg_advisory_unlock_shared($1)', [PRESENCE])
      .then(() => tryLock(client, PRESENCE))
      .catch(() => false);
    if (isAlone) await embedded.stop();
    else embedded.detach();
    await client.end();
  };
}

/**
 * One service per embedded server: two would both think that it is theirs to stop. The lock belongs to a connection, so it ends
 * with the process that holds it, however that ends.
 */
async function own(embedded: EmbeddedServer, place: string): Promise<() => Promise<void>> {
  let client: Client | undefined;
  let isOver = false;

  async function take(): Promise<boolean> {
    const fresh = await connectOnce(embedded.target);
    if (!(await tryLock(fresh, SERVICE))) {
      await fresh.end();
      return false;
    }
    await fresh.query('select pg_advisory_lock_shared($1)', [PRESENCE]); // a command that ends must not stop our server
    client = fresh.once('end', retake);
    return true;
  }

  /** The server was restarted under us, and the lock went with the connection. */
  async function retake(): Promise<void> {
    while (!isOver && !(await take().catch(() => false))) await sleep(RETRY_MS);
    if (isOver) await client?.end();
  }

  for (const until = Date.now() + TAKE_MS; !(await take()); await sleep(RETRY_MS)) {
    if (Date.now() > until) throw new OperatorError(`Another Leadline is already running on the data in ${place}.`);
  }
  embedded.supervise();
  return async () => {
    isOver = true;
    await embedded.stop(); // under the lock: who starts next finds no server, rather than one that is going down
    await client?.end();
  };
}

/** Whether another process of Leadline uses the database. Connections that were just closed get a moment to go. */
export async function isUsed(client: Client): Promise<boolean> {
  for (const until = Date.now() + TAKE_MS; await hasOthers(client); await sleep(RETRY_MS)) {
    if (Date.now() > until) return true;
  }
  return false;
}

/** Connections that hold the lock of a command are left out: ours is among them. */
async function hasOthers(client: Client): Promise<boolean> {
  const { rows } = await client.query(
    `select 1 from pg_stat_activity as session
      where session.datname = current_database() and session.application_name = 'leadline'
        and session.pid <> pg_backend_pid()
        and not exists (select from pg_locks as held
                         where held.pid = session.pid and held.locktype = 'advisory' and held.granted
                           and (held.classid::bigint << 32) | held.objid::bigint = $1)
      limit 1`,
    [PRESENCE],
  );
  return rows.length > 0;
}

async function tryLock(client: Client, lock: number): Promise<boolean> {
  const { rows } = await client.query<{ taken: boolean }>('select pg_try_advisory_lock($1) as taken', [lock]);
  return rows[0]?.taken === true;
}
