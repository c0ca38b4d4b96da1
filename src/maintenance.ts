import { finishMoves } from './access/memberships/leads-follow.ts';
import { forgetOldAnswers } from './http/idempotency.ts';
import type { Services } from './services.ts';

const FIRST_MS = 5_000;
const EVERY_MS = 30_000;

/** Work that nobody waits for. Each task can be interrupted at any moment and is safe to run in many processes at once. */
export function startMaintenance({ database, log }: Services): { stop(): Promise<void> } {
  const tasks = { finishMoves, forgetOldAnswers };
  let stopped = false;
  let running: Promise<void> = Promise.resolve();

  async function round(): Promise<void> {
    for (const [task, run] of Object.entries(tasks)) {
      if (stopped) return;
      await run(database).catch((error: Error) => log.warn({ task, cause: error.name }, 'maintenance'));
    }
  }
  const schedule = (delay: number): NodeJS.Timeout =>
    setTimeout(() => {
      running = round().finally(() => {
        if (!stopped) timer = schedule(EVERY_MS);
      });
    }, delay).unref();
  let timer = schedule(FIRST_MS);

  return {
    async stop() {
      stopped = true;
      clearTimeout(timer);
      await running;
    },
  };
}
