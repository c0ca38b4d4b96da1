import type pg from 'pg';
import type { Subscription } from './sql.ts';

const FIRST_RETRY_MS = 500;
const LONGEST_RETRY_MS = 10_000;
/** A connection that is silent may be dead: nothing else tells, since nobody asks it anything. */
const HEARTBEAT_MS = 10_000;

/**
 * Keeps one connection listening on a channel, and opens another one when it breaks or answers no more. NOTIFY is only a hint:
 * whoever listens must also let its knowledge expire, since messages sent while the connection was down are lost.
 */
export async function listen(
  connect: () => Promise<pg.Client>,
  channel: string,
  onMessage: (payload: string) => void,
  onGap: () => void,
  heartbeatMs = HEARTBEAT_MS,
): Promise<Subscription> {
  let stopped = false;
  let isDown = false;
  let client: pg.Client | undefined;
  let timer: NodeJS.Timeout | undefined;
  let retryMs = FIRST_RETRY_MS;

  async function open(): Promise<void> {
    let fresh: pg.Client | undefined;
    try {
      fresh = await connect();
      if (stopped) return void (await fresh.end());
      client = fresh;
      const current = fresh;
      current.on('notification', (message) => onMessage(message.payload ?? ''));
      current.once('end', () => lose(current));
      await current.query(`listen ${current.escapeIdentifier(channel)}`);
      retryMs = FIRST_RETRY_MS;
      isDown = false;
      onGap();
      beat(current);
    } catch {
      lose(fresh);
    }
  }

  /** Each connection is lost once, however it is noticed; one that could not be opened counts as well. */
  function lose(lost: pg.Client | undefined): void {
    if (lost !== client) return;
    client = undefined;
    clearTimeout(timer);
    void lost?.end();
    if (stopped) return;
    if (!isDown) onGap();
    isDown = true;
    timer = setTimeout(open, retryMs);
    timer.unref();
    retryMs = Math.min(2 * retryMs, LONGEST_RETRY_MS);
  }

  function beat(current: pg.Client): void {
    if (stopped || current !== client) return;
    timer = setTimeout(() => {
      current.query('select 1').then(
        () => beat(current),
        () => lose(current),
      );
    }, heartbeatMs);
    timer.unref();
  }

  await open();
  return {
    async stop() {
      stopped = true;
      clearTimeout(timer);
      await client?.end();
    },
  };
}
