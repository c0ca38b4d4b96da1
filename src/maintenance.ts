import type { Round } from './db/sweep.ts';
import { forgetOldAnswers } from './http/idempotency.ts';
import { forgetOldJobs } from './jobs/jobs.ts';
import { sweepDue } from './leads/scores/settle.ts';
import { finishMoves } from './organization/memberships/leads-follow.ts';
import { forgetOldInvitations } from './organization/sign-in/invitations.ts';
import { forgetOldSessions } from './organization/sign-in/sessions.ts';
import type { Parts } from './parts.ts';
import { forgetRestedBuckets } from './rate-limits/rate-limits.ts';
import { inTask } from './tracing/task.ts';
import { forgetOldDeliveries } from './webhooks/deliveries/deliveries.ts';

const FIRST_MS = 5_000;

interface Task {
  name: string;
  /** From the end of one round to the beginning of the next. */
  everyMs: number;
  run(round: Round, parts: Parts): Promise<void>;
}

const tasks: readonly Task[] = [
  { name: 'finishMoves', everyMs: 30_000, run: finishMoves },
  { name: 'forgetOldAnswers', everyMs: 30_000, run: forgetOldAnswers },
  { name: 'forgetRestedBuckets', everyMs: 30_000, run: forgetRestedBuckets },
  { name: 'forgetOldSessions', everyMs: 60_000, run: forgetOldSessions },
  { name: 'forgetOldInvitations', everyMs: 60_000, run: forgetOldInvitations },
  { name: 'lastUse', everyMs: 5_000, run: (_, { tokens }) => tokens.lastUse.flush() },
  { name: 'assignment', everyMs: 5_000, run: (_, { assignment }) => assignment.sweep() },
  { name: 'settleScores', everyMs: 5_000, run: sweepDue },
  { name: 'imports', everyMs: 5_000, run: ({ known }, { imports }) => imports.sweep(known) },
  { name: 'jobs', everyMs: 5_000, run: ({ known }, { jobs }) => jobs.sweep(known) },
  { name: 'forgetOldJobs', everyMs: 60_000, run: forgetOldJobs },
  { name: 'webhooks', everyMs: 5_000, run: ({ known }, { webhooks }) => webhooks.sweep(known) },
  { name: 'forgetOldDeliveries', everyMs: 60_000, run: (round, { keptMs }) => forgetOldDeliveries(round, keptMs) },
  { name: 'retention', everyMs: 60_000, run: (round, { retention }) => retention.sweep(round) },
  { name: 'rescoring', everyMs: 5_000, run: ({ known }, { rescoring }) => rescoring.sweep(known) },
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
  const over = { sql: parts.database, isStopped: () => stopped, known: () => parts.settings.served() };
  let round: Promise<void> = Promise.resolve();
  const schedule = (delay: number): NodeJS.Timeout =>
    setTimeout(() => {
      round = inTask(`maintenance ${name}`, () => run(over, parts), { isOwnTrace: true })
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
