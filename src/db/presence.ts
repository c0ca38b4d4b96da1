import { connectOnce } from './connect.ts';
import type { OpenedServer } from './open.ts';

export const PRESENCE = 4_720_551_903; // any number, the same in every version of Leadline
const MAX_TRIES = 10;

export interface Present {
  server: OpenedServer;
  /** Stops the embedded server when nobody else is present, whoever started it. */
  leave(): Promise<void>;
}

/**
 * Says to the embedded server that somebody uses it, from before the first statement to after the last. The last one to
 * leave takes the lock for itself alone while it stops the server, so a newcomer waits, is thrown out with it, and opens
 * it anew.
 */
export async function enter(open: () => Promise<OpenedServer>): Promise<Present> {
  for (let tries = 1; ; tries++) {
    const server = await open();
    const { embedded, target } = server;
    if (embedded === null) return { server, leave: async () => {} };
    try {
      const client = await connectOnce(target);
      await client.query('select pg_advisory_lock_shared($1)', [PRESENCE]);
      return {
        server,
        async leave() {
          const alone = await client
            .query('select pg_advisory_unlock_shared($1)', [PRESENCE])
            .then(() => client.query('select pg_try_advisory_lock($1) as alone', [PRESENCE]))
            .then(({ rows }) => rows[0]?.alone === true)
            .catch(() => false);
          if (alone) await embedded.stop();
          else embedded.detach();
          await client.end().catch(() => {});
        },
      };
    } catch (error) {
      embedded.detach();
      if (tries === MAX_TRIES) throw error;
    }
  }
}
