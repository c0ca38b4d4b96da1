import type { Logger } from 'pino';
import { append } from '../../audit/append.ts';
import { alteration } from '../../audit/audit.ts';
import { type Database, DatabaseUnavailable } from '../../db/sql.ts';
import { BackgroundWork, type Known, sweepOrganizations } from '../../db/sweep.ts';
import type { LeadWriter } from '../../leads/writing/writing.ts';
import { systemAuthor } from '../../organization/organizations.ts';
import type { SettingsStore } from '../../settings/store.ts';
import { FairSlots } from '../../slots/fair-slots.ts';
import type { Traffic } from '../../slots/traffic.ts';
import { inTask } from '../../tracing/task.ts';
import { failImport, failuresKeptUntil } from '../imports.ts';
import { processChunk } from './chunk.ts';
import { cleanImports } from './clean.ts';
import { type ChunkContext, contextOf } from './context.ts';
import {
  claimImport,
  endLease,
  type HeldImport,
  listAbandoned,
  listOrganizationsToImport,
  updateDone,
} from './queries.ts';

/** For so long no other process takes it on; every chunk renews it. */
const LEASE_SECONDS = 10;
/** Rows of a chunk. Captures wait for its transaction, so in a busy process it is small. */
const FIRST = 32;
const idle = { fewest: 32, most: 256, ms: 100 } as const;
const busy = { fewest: 8, most: 32, ms: 20 } as const;
/** A chunk that fails is processed row by row; a row that fails so often is refused. */
const ROW_TRIES = 3;
/** So often begun without progress: the rows are processed one by one, and the one that fails is refused. */
const MOST_TRIES = 10;
const INTERNAL = 'The row could not be processed: internal error.';

/** Chunks of all imports follow each other; organizations take turns. */
const slotLimits = { slots: 1, slotsEach: 1, waiting: 1_000, waitingEach: 1, acquireMs: 600_000 };

interface ImportParts {
  readonly leads: LeadWriter;
  readonly settings: SettingsStore;
  readonly traffic: Traffic;
}

/**
 * Processes the rows of imports, chunk by chunk under a lease: another process goes on after a crash, and the position that is
 * kept with each chunk says where. One import of an organization at a time.
 */
export class ImportWorker extends BackgroundWork {
  protected override readonly task = 'imports';
  readonly #parts: ImportParts;
  readonly #slots = new FairSlots('imports', slotLimits);

  constructor(database: Database, parts: ImportParts, log: Logger) {
    super(database, log);
    this.#parts = parts;
  }

  protected override list() {
    return listOrganizationsToImport(this.database);
  }

  /** An import may take hours: the imports of other organizations do not wait for it. */
  override sweep(known: Known): Promise<void> {
    const sweep = { sql: this.database, list: () => this.list(), known, isStopped: () => this.isStopped };
    return sweepOrganizations(sweep, async (organizationId) => this.nudge(organizationId));
  }

  protected override async work(organizationId: string): Promise<void> {
    for (const { id } of await listAbandoned(this.database, organizationId)) {
      await failImport(this.database, systemAuthor(organizationId), id, 'The file did not come in whole.');
    }
    while (!this.isStopped) {
      const held = await claimImport(this.database, organizationId, LEASE_SECONDS);
      if (held === undefined) break;
      await this.#process(organizationId, held);
    }
    await cleanImports(this.database, organizationId, () => this.isStopped);
  }

  /** Until it is done, cancelled, or another process has gone on with it. */
  async #process(organizationId: string, claimed: HeldImport): Promise<void> {
    let held = claimed;
    let size = held.tries > MOST_TRIES ? 1 : FIRST;
    while (held.processed < held.rows) {
      if (this.isStopped) return endLease(this.database, organizationId, held);
      const context = contextOf(held, await this.#parts.settings.current(organizationId));
      if (context === null) {
        const reason = 'The membership that sent the file may no longer import.';
        return failImport(this.database, systemAuthor(organizationId), held.id, reason);
      }
      const release = await this.#slots.take({ organizationId, tokenId: held.public_id });
      const startedAt = performance.now();
      let next: HeldImport | null;
      try {
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

  /** Where a row keeps a chunk from being written, the rows are processed one by one, and that one is refused. */
  async #processSome(context: ChunkContext, size: number): Promise<HeldImport | null> {
    const isStuck = context.held.tries > MOST_TRIES;
    try {
      return await this.#chunk(context, size);
    } catch (error) {
      if (error instanceof DatabaseUnavailable && !isStuck) throw error;
      this.log.warn({ import: context.held.public_id, cause: (error as Error).name }, 'rows could not be processed');
    }
    let held: HeldImport | null = context.held;
    for (let n = 0; n < size && held !== null && held.processed < held.rows && !this.isStopped; n++) {
      held = await this.#processOne({ ...context, held }, isStuck);
    }
    return held;
  }

  async #processOne(context: ChunkContext, isStuck: boolean): Promise<HeldImport | null> {
    for (let tries = 1; tries <= ROW_TRIES; tries++) {
      try {
        return await this.#chunk(context, 1);
      } catch (error) {
        if (error instanceof DatabaseUnavailable && !isStuck) throw error;
      }
    }
    return this.#chunk(context, 1, INTERNAL);
  }

  /** An import may have thousands of chunks: each has a trace of its own. */
  #chunk(context: ChunkContext, size: number, refusal?: string): Promise<HeldImport | null> {
    const process = () => processChunk(this.database, this.#parts.leads, context, size, LEASE_SECONDS, refusal);
    const attributes = { 'leadline.import': context.held.public_id, 'leadline.rows': size };
    return inTask('import chunk', process, { isOwnTrace: true, attributes });
  }

  #finish(organizationId: string, held: HeldImport): Promise<void> {
    return this.database.begin(async (sql) => {
      const now = new Date();
      const done = await updateDone(sql, organizationId, held, held.dry_run ? now : failuresKeptUntil(now));
      if (done === undefined) return;
      const { public_id, ...counts } = done;
      const entry = alteration('import', public_id, {}, { state: 'done', ...counts }, 'finished');
      await append(sql, systemAuthor(organizationId), entry);
    });
  }
}
