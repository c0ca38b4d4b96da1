import type { Logger } from 'pino';
import { append } from '../../audit/append.ts';
import { alteration } from '../../audit/audit.ts';
import { ChunkedWork, type Paces } from '../../chunked-work.ts';
import type { Database } from '../../db/sql.ts';
import type { LeadWriter } from '../../leads/writing/writing.ts';
import { systemAuthor } from '../../organization/organizations.ts';
import { Problem } from '../../problems.ts';
import type { SettingsStore } from '../../settings/store.ts';
import type { Traffic } from '../../slots/traffic.ts';
import { inTask } from '../../tracing/task.ts';
import { giveUpJob } from '../jobs.ts';
import { processChunk } from './chunk.ts';
import { contextOf, type JobContext } from './context.ts';
import { type HeldJob, heldColumns, listOrganizationsWithJobs, updateDone } from './queries.ts';

/** Leads of a chunk. Other changes of these leads wait for its transaction, so in a busy process it is small. */
const paces: Paces = {
  first: 32,
  idle: { fewest: 16, most: 128, ms: 100 },
  busy: { fewest: 16, most: 64, ms: 50 },
};

interface JobParts {
  readonly leads: LeadWriter;
  readonly settings: SettingsStore;
  readonly traffic: Traffic;
}

/** Changes the leads of jobs. */
export class JobWorker extends ChunkedWork<HeldJob, JobContext, Problem> {
  readonly #parts: JobParts;

  constructor(database: Database, parts: JobParts, log: Logger) {
    super(database, log, 'jobs', heldColumns, parts.traffic, paces);
    this.#parts = parts;
  }

  protected override list() {
    return listOrganizationsWithJobs(this.database);
  }

  protected override itemsOf({ total }: HeldJob): number {
    return total;
  }

  protected override async contextOf(organizationId: string, held: HeldJob): Promise<JobContext | null> {
    const context = await contextOf(this.database, held, await this.#parts.settings.current(organizationId));
    if (typeof context !== 'string') return context;
    await giveUpJob(this.database, systemAuthor(organizationId), held.id, context);
    return null;
  }

  /** A job may have thousands of chunks: each has a trace of its own. */
  protected override chunk(context: JobContext, size: number, refusal?: Problem): Promise<HeldJob | null> {
    const process = () => processChunk(this.database, this.#parts.leads, context, size, refusal);
    const attributes = { 'leadline.job': context.held.public_id, 'leadline.leads': size };
    return inTask('job chunk', process, { isOwnTrace: true, attributes });
  }

  protected override refusal(): Problem {
    return new Problem('internal_error');
  }

  protected override noteFailure({ public_id }: HeldJob, { name }: Error): void {
    this.log.warn({ job: public_id, cause: name }, 'leads could not be changed');
  }

  protected override finish(organizationId: string, held: HeldJob): Promise<void> {
    return this.database.begin(async (sql) => {
      const done = await updateDone(sql, organizationId, held);
      if (done === undefined) return;
      const { public_id, ...counts } = done;
      const entry = alteration('job', public_id, {}, { state: 'done', ...counts }, 'finished');
      await append(sql, systemAuthor(organizationId), entry);
    });
  }
}
