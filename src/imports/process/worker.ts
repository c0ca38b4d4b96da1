import type { Logger } from 'pino';
import { append } from '../../audit/append.ts';
import { alteration } from '../../audit/audit.ts';
import { ChunkedWork, type Paces } from '../../chunked-work.ts';
import type { Database } from '../../db/sql.ts';
import type { LeadWriter } from '../../leads/writing/writing.ts';
import { systemAuthor } from '../../organization/organizations.ts';
import type { SettingsStore } from '../../settings/store.ts';
import type { Traffic } from '../../slots/traffic.ts';
import { inTask } from '../../tracing/task.ts';
import { failImport, failuresKeptUntil } from '../imports.ts';
import { processChunk } from './chunk.ts';
import { cleanImports } from './clean.ts';
import { type ChunkContext, contextOf } from './context.ts';
import { type HeldImport, heldColumns, listAbandoned, listOrganizationsToImport, updateDone } from './queries.ts';

/** Rows of a chunk. Captures wait for its transaction, so in a busy process it is small. */
const paces: Paces = {
  first: 32,
  idle: { fewest: 32, most: 256, ms: 100 },
  busy: { fewest: 8, most: 32, ms: 20 },
};

interface ImportParts {
  readonly leads: LeadWriter;
  readonly settings: SettingsStore;
  readonly traffic: Traffic;
}

/** Processes the rows of imports. */
export class ImportWorker extends ChunkedWork<HeldImport, ChunkContext, string> {
  readonly #parts: ImportParts;

  constructor(database: Database, parts: ImportParts, log: Logger) {
    super(database, log, 'imports', heldColumns, parts.traffic, paces);
    this.#parts = parts;
  }

  protected override list() {
    return listOrganizationsToImport(this.database);
  }

  protected override async work(organizationId: string): Promise<void> {
    for (const { id } of await listAbandoned(this.database, organizationId)) {
      await failImport(this.database, systemAuthor(organizationId), id, 'The file did not come in whole.');
    }
    await super.work(organizationId);
    await cleanImports(this.database, organizationId, () => this.isStopped);
  }

  protected override itemsOf({ rows }: HeldImport): number {
    return rows;
  }

  protected override async contextOf(organizationId: string, held: HeldImport): Promise<ChunkContext | null> {
    const context = contextOf(held, await this.#parts.settings.current(organizationId));
    if (context === null) {
      const reason = 'The membership that sent the file may no longer import.';
      await failImport(this.database, systemAuthor(organizationId), held.id, reason);
    }
    return context;
  }

  /** An import may have thousands of chunks: each has a trace of its own. */
  protected override chunk(context: ChunkContext, size: number, refusal?: string): Promise<HeldImport | null> {
    const process = () => processChunk(this.database, this.#parts.leads, context, size, refusal);
    const attributes = { 'leadline.import': context.held.public_id, 'leadline.rows': size };
    return inTask('import chunk', process, { isOwnTrace: true, attributes });
  }

  protected override refusal(): string {
    return 'The row could not be processed: internal error.';
  }

  protected override noteFailure({ public_id }: HeldImport, { name }: Error): void {
    this.log.warn({ import: public_id, cause: name }, 'rows could not be processed');
  }

  protected override finish(organizationId: string, held: HeldImport): Promise<void> {
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
