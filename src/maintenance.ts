import { forgetOldAnswers } from './http/idempotency.ts';
import { sweepDue } from './leads/scores/settle.ts';
import { finishMoves } from './organization/memberships/leads-follow.ts';
import type { Parts } from './parts.ts';
import { forgetRestedBuckets } from './rate-limits/rate-limits.ts';

const FIRST_MS = 5_000;

interface Task {
  name: string;
  /** From the end of one round to the beginning of the next. */
  everyMs: number;
  run(parts: Parts, isStopped: () => boolean): Promise<void>;
}

const tasks: readonly Task[] = [
  { name: 'finishMoves', everyMs: 30_000, run: ({ database }) => finishMoves(database) },
  {
    name: 'forgetOldAnswers',
    everyMs: 30_000,
    run: ({ database }, isStopped) => forgetOldAnswers(database, isStopped),
  },
  {
    name: 'forgetRestedBuckets',
    everyMs: 30_000,
    run: ({ database }, isStopped) => forgetRestedBuckets(database, isStopped),
  },
  { name: 'handOut', everyMs: 5_000, run: ({ handOut }) => handOut.sweep() },
  { name: 'settleScores', everyMs: 5_000, run: ({ database }, isStopped) => sweepDue(database, isStopped) },
  { name: 'rescoring', everyMs: 5_000, run: ({ rescoring }) => rescoring.sweep() },
];

/** Work that nobody waits for. Each task can be interrupted at any moment and is safe to run in many processes at once. */
export function startMaintenance(parts: Parts): { stop(): Promise<void> } {
  const running = tasks.map((task) => repeat(task, parts));
  return {
    async stop() {
      await Promise.all(running.map((task) => task.stop()));
    },
  };
}

function repeat({ name, everyMs, run }: Task, parts: Parts): { stop(): Promise<void> } {
  let stopped = false;
  let round: Promise<void> = Promise.resolve();
  const schedule = (delay: number): NodeJS.Timeout =>
    setTimeout(() => {
      round = run(parts, () => stopped)
        .catch((error: Error) => parts.log.warn({ task: name, cause: error.name }, 'maintenance'))
        .finally(() => {
          if (!stopped) timer = schedule(everyMs);
        });
    }, delay).unref();
  let timer = schedule(FIRST_MS);
  return {
    async stop() {
      stopped = true;
      clearTimeout(timer);
      await round;
    },
  };
}
