import type { Known } from './db/sweep.ts';
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
  /** `known`: organizations to look at where a part of the database is away, so that they cannot all be listed. */
  run(parts: Parts, isStopped: () => boolean, known: Known): Promise<void>;
}

const tasks: readonly Task[] = [
  { name: 'finishMoves', everyMs: 30_000, run: ({ database }, _, known) => finishMoves(database, known) },
  {
    name: 'forgetOldAnswers',
    everyMs: 30_000,
    run: ({ database }, isStopped, known) => forgetOldAnswers(database, isStopped, known),
  },
  {
    name: 'forgetRestedBuckets',
    everyMs: 30_000,
    run: ({ database }, isStopped, known) => forgetRestedBuckets(database, isStopped, known),
  },
  {
    name: 'forgetOldSessions',
    everyMs: 60_000,
    run: ({ database: sql }, isStopped, known) => forgetOldSessions({ sql, isStopped, known }),
  },
  {
    name: 'forgetOldInvitations',
    everyMs: 60_000,
    run: ({ database: sql }, isStopped, known) => forgetOldInvitations({ sql, isStopped, known }),
  },
  { name: 'lastUse', everyMs: 5_000, run: ({ tokens }) => tokens.lastUse.flush() },
  { name: 'assignment', everyMs: 5_000, run: ({ assignment }) => assignment.sweep() },
  {
    name: 'settleScores',
    everyMs: 5_000,
    run: ({ database }, isStopped, known) => sweepDue(database, isStopped, known),
  },
  { name: 'imports', everyMs: 5_000, run: ({ imports }, _, known) => imports.sweep(known) },
  { name: 'jobs', everyMs: 5_000, run: ({ jobs }, _, known) => jobs.sweep(known) },
  {
    name: 'forgetOldJobs',
    everyMs: 60_000,
    run: ({ database }, isStopped, known) => forgetOldJobs(database, isStopped, known),
  },
  { name: 'webhooks', everyMs: 5_000, run: ({ webhooks }, _, known) => webhooks.sweep(known) },
  {
    name: 'forgetOldDeliveries',
    everyMs: 60_000,
    run: ({ database, keptMs }, isStopped, known) => forgetOldDeliveries(database, keptMs, isStopped, known),
  },
  {
    name: 'retention',
    everyMs: 60_000,
    run: ({ retention }, isStopped, known) => retention.sweep(isStopped, known),
  },
  { name: 'rescoring', everyMs: 5_000, run: ({ rescoring }, _, known) => rescoring.sweep(known) },
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
      const work = () =>
        run(
          parts,
          () => stopped,
          () => parts.settings.served(),
        );
      round = inTask(`maintenance ${name}`, work, { isOwnTrace: true })
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
