import type { Logger } from 'pino';
import { append } from '../../audit/append.ts';
import { alteration } from '../../audit/audit.ts';
import { type Database, DatabaseUnavailable } from '../../db/sql.ts';
import { BackgroundWork, type Known, sweepOrganizations } from '../../db/sweep.ts';
import type { LeadWriter } from '../../leads/writing/writing.ts';
import { systemAuthor } from '../../organization/organizations.ts';
import { Problem } from '../../problems.ts';
import type { SettingsStore } from '../../settings/store.ts';
import { FairSlots } from '../../slots/fair-slots.ts';
import type { Traffic } from '../../slots/traffic.ts';
import { inTask } from '../../tracing/task.ts';
import { giveUpJob } from '../jobs.ts';
import { processChunk } from './chunk.ts';
import { contextOf, type JobContext } from './context.ts';
import { claimJob, endLease, type HeldJob, listOrganizationsWithJobs, updateDone } from './queries.ts';

/** For so long no other process takes it on; every chunk renews it. */
const LEASE_SECONDS = 10;
/** Leads of a chunk. Other changes of these leads wait for its transaction, so in a busy process it is small. */
const FIRST = 32;
const idle = { fewest: 16, most: 128, ms: 100 } as const;
const busy = { fewest: 16, most: 64, ms: 50 } as const;
/** A chunk that fails is processed lead by lead; a lead that fails so often is given up. */
const LEAD_TRIES = 3;
/** So often begun without progress: the leads are processed one by one, and the one that fails is given up. */
const MOST_TRIES = 10;

/** Chunks of all jobs follow each other; organizations take turns. */
const slotLimits = { slots: 1, slotsEach: 1, waiting: 1_000, waitingEach: 1, acquireMs: 600_000 };

interface JobParts {
  readonly leads: LeadWriter;
  readonly settings: SettingsStore;
  readonly traffic: Traffic;
}

/**
 * Changes the leads of jobs, chunk by chunk under a lease: another process goes on after a crash, and the position that is kept
 * with each chunk says where. One job of an organization at a time.
 */
export class JobWorker extends BackgroundWork {
  protected override readonly task = 'jobs';
  readonly #parts: JobParts;
  readonly #slots = new FairSlots('jobs', slotLimits);

  constructor(database: Database, parts: JobParts, log: Logger) {
    super(database, log);
    this.#parts = parts;
  }

  protected override list() {
    return listOrganizationsWithJobs(this.database);
  }

  /** A job may take minutes: the jobs of other organizations do not wait for it. */
  override sweep(known: Known): Promise<void> {
    const sweep = { sql: this.database, list: () => this.list(), known, isStopped: () => this.isStopped };
    return sweepOrganizations(sweep, async (organizationId) => this.nudge(organizationId));
  }

  protected override async work(organizationId: string): Promise<void> {
    while (!this.isStopped) {
      const held = await claimJob(this.database, organizationId, LEASE_SECONDS);
      if (held === undefined) return;
      await this.#process(organizationId, held);
    }
  }

  /** Until it is done, stopped, or another process has gone on with it. */
  async #process(organizationId: string, claimed: HeldJob): Promise<void> {
    let held = claimed;
    let size = held.tries > MOST_TRIES ? 1 : FIRST;
    while (held.processed < held.total) {
      if (this.isStopped) return endLease(this.database, organizationId, held);
      const release = await this.#slots.take({ organizationId, tokenId: held.public_id });
      const startedAt = performance.now();
      let next: HeldJob | null;
      try {
        const context = await contextOf(this.database, held, await this.#parts.settings.current(organizationId));
        if (typeof context === 'string') {
          return await giveUpJob(this.database, systemAuthor(organizationId), held.id, context);
        }
        next = await this.#processSome(context, size);
      } finally {
        release(this.#parts.traffic.restFor(performance.now() - startedAt));
      }
      if (next === null) return;
      if (held.tries <= MOST_TRIES) size = this.#nextSize(size, performance.now() - startedAt);
      held = next;
    }
    await this.#finish(organizationId, held);
  }

  #nextSize(size: number, tookMs: number): number {
    const { fewest, most, ms } = this.#parts.traffic.busyness() > 0.2 ? busy : idle;
    return Math.min(most, Math.max(fewest, Math.round(size * Math.min(2, ms / tookMs))));
  }

  /** Where a lead keeps a chunk from being written, the leads are processed one by one, and that one is given up. */
  async #processSome(context: JobContext, size: number): Promise<HeldJob | null> {
    const isStuck = context.held.tries > MOST_TRIES;
    try {
      return await this.#chunk(context, size);
    } catch (error) {
      if (error instanceof DatabaseUnavailable && !isStuck) throw error;
      this.log.warn({ job: context.held.public_id, cause: (error as Error).name }, 'leads could not be changed');
    }
    let held: HeldJob | null = context.held;
    for (let n = 0; n < size && held !== null && held.processed < held.total && !this.isStopped; n++) {
      held = await this.#processOne({ ...context, held }, isStuck);
    }
    return held;
  }

  async #processOne(context: JobContext, isStuck: boolean): Promise<HeldJob | null> {
    for (let tries = 1; tries <= LEAD_TRIES; tries++) {
      try {
        return await this.#chunk(context, 1);
      } catch (error) {
        if (error instanceof DatabaseUnavailable && !isStuck) throw error;
      }
    }
    return this.#chunk(context, 1, new Problem('internal_error'));
  }

  /** A job may have thousands of chunks: each has a trace of its own. */
  #chunk(context: JobContext, size: number, refusal?: Problem): Promise<HeldJob | null> {
    const process = () => processChunk(this.database, this.#parts.leads, context, size, LEASE_SECONDS, refusal);
    const attributes = { 'leadline.job': context.held.public_id, 'leadline.leads': size };
    return inTask('job chunk', process, { isOwnTrace: true, attributes });
  }

  #finish(organizationId: string, held: HeldJob): Promise<void> {
    return this.database.begin(async (sql) => {
      const done = await updateDone(sql, organizationId, held);
      if (done === undefined) return;
      const { public_id, ...counts } = done;
      const entry = alteration('job', public_id, {}, { state: 'done', ...counts }, 'finished');
      await append(sql, systemAuthor(organizationId), entry);
    });
  }
}
