import { connectOnce, type Target } from './connect.ts';
import { PRESENCE } from './presence.ts';

const LOCK = 4_720_551_902; // any number, the same in every version of Leadline
const PATIENCE_MS = 1_500; // the server may need a moment to notice that the last holder was killed
const RETRY_MS = 100;

export interface ServiceLock {
  release(): Promise<void>;
}

/**
 * One service per embedded server: two would both think that the server is theirs to stop. The lock belongs to a
 * connection, so it ends with the process that holds it, however that ends. Null where another service holds it.
 */
export async function takeServiceLock(target: Target): Promise<ServiceLock | null> {
  const deadline = Date.now() + PATIENCE_MS;
  let held = await tryLock(target);
  while (held === null && Date.now() < deadline) {
    await pause();
    held = await tryLock(target);
  }
  if (held === null) return null;

  let client = held;
  let released = false;
  // The server was restarted under us, and the lock went with the connection: take it again.
  const retake = async (): Promise<void> => {
    while (!released) {
      const again = await tryLock(target).catch(() => null);
      if (again !== null) {
        client = again;
        client.once('end', retake);
        if (released) await client.end();
        return;
      }
      await pause();
    }
  };
  client.once('end', retake);
  return {
    async release() {
      released = true;
      await client.end().catch(() => {});
    },
  };
}

async function tryLock(target: Target) {
  const client = await connectOnce(target);
  const { rows } = await client.query<{ taken: boolean }>('select pg_try_advisory_lock($1) as taken', [LOCK]);
  if (rows[0]?.taken) {
    await client.query('select pg_advisory_lock_shared($1)', [PRESENCE]); // a command that ends must not stop our server
    return client;
  }
  await client.end();
  return null;
}

const pause = () => new Promise((resolve) => setTimeout(resolve, RETRY_MS));
