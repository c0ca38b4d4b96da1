import type pg from 'pg';
import type { Subscription } from './sql.ts';

const RETRY_MS = 500;

/**
 * Keeps one connection listening on a channel, and comes back by itself when it breaks. NOTIFY is only a hint: whoever
 * listens must also let its knowledge expire, since messages sent while the connection was down are lost.
 */
export async function listen(
  connect: () => Promise<pg.Client>,
  channel: string,
  onMessage: (payload: string) => void,
  onGap: () => void,
): Promise<Subscription> {
  let stopped = false;
  let client: pg.Client | undefined;
  let timer: NodeJS.Timeout | undefined;

  async function open(): Promise<void> {
    if (stopped) return;
    try {
      const fresh = await connect();
      if (stopped) return void (await fresh.end());
      client = fresh;
      fresh.on('notification', (message) => onMessage(message.payload ?? ''));
      fresh.once('end', () => {
        client = undefined;
        retry();
      });
      await fresh.query(`listen ${fresh.escapeIdentifier(channel)}`);
      onGap();
    } catch {
      if (client === undefined) retry();
    }
  }

  function retry(): void {
    if (stopped) return;
    onGap();
    timer = setTimeout(open, RETRY_MS);
    timer.unref();
  }

  await open();
  return {
    async stop() {
      stopped = true;
      clearTimeout(timer);
      await client?.end().catch(() => {});
    },
  };
}
