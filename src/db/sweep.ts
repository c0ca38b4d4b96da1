import { inTask } from '../tracing/task.ts';
import { type Database, DatabaseUnavailable, type Sql } from './sql.ts';

/** A round of background work over the organizations. */
export interface Round {
  readonly sql: Sql;
  /** Organizations to look at where they cannot all be listed: those that this process serves. */
  readonly known?: (() => Iterable<string>) | undefined;
  readonly isStopped?: () => boolean;
}

export interface Sweep extends Round {
  /** The organizations that have something to be done, across all parts of the database. */
  list(): AsyncIterable<string> | Promise<Iterable<string>>;
}

/** The organizations that a statement answers. */
export async function listOrganizationsBy(sql: Sql, text: string, values: readonly unknown[] = []): Promise<string[]> {
  const rows = await sql.rows<{ organization_id: string }>(text, values);
  return rows.map(({ organization_id }) => organization_id);
}

/**
 * Works on one organization after the other. Where a part of a distributed database is away, the organizations on the other parts
 * are worked on all the same. Fails at the end with the first error, or at once where the whole database is away.
 */
export async function sweepOrganizations(sweep: Sweep, work: (organizationId: string) => Promise<void>): Promise<void> {
  const failures: unknown[] = [];
  for await (const organizationId of organizationsOf(sweep, failures)) {
    if (sweep.isStopped?.()) return;
    try {
      await work(organizationId);
    } catch (error) {
      failures.push(error);
      await requireDatabase(sweep.sql, error);
    }
  }
  if (failures.length > 0) throw failures[0];
}

async function* organizationsOf({ sql, list, known }: Sweep, failures: unknown[]): AsyncGenerator<string> {
  const found = new Set<string>();
  try {
    for await (const organizationId of await list()) {
      found.add(organizationId);
      yield organizationId;
    }
  } catch (error) {
    failures.push(error);
    await requireDatabase(sql, error);
    for (const organizationId of known?.() ?? []) if (!found.has(organizationId)) yield organizationId;
  }
}

/** Where the database answers, only a part of it does not. */
async function requireDatabase(sql: Sql, error: unknown): Promise<void> {
  if (error instanceof DatabaseUnavailable) await sql.rows('select 1');
}

/** Work on organizations that no request waits for. Each has one run at a time in this process. */
export abstract class BackgroundWork {
  protected readonly database: Database;
  protected readonly log: Log;
  protected isStopped = false;
  readonly #running = new Map<string, Promise<void>>();
  readonly #again = new Set<string>();

  constructor(database: Database, log: Log) {
    this.database = database;
    this.log = log;
  }

  /** The name of the task in the log and in traces. */
  protected abstract readonly task: string;
  /** The organizations that have something to be done. */
  protected abstract list(): ReturnType<Sweep['list']>;
  protected abstract work(organizationId: string, isNudged: boolean): Promise<void>;

  /** There is something to do: begins beside the request, or anew after the run under way. */
  nudge(organizationId: string): void {
    if (this.isStopped) return;
    if (this.#running.has(organizationId)) this.#again.add(organizationId);
    else this.#start(organizationId);
  }

  protected isRunning(organizationId: string): boolean {
    return this.#running.has(organizationId);
  }

  #start(organizationId: string): void {
    const log = (error: Error) => this.log.warn({ task: this.task, cause: error.name }, 'maintenance');
    this.run(organizationId, true).catch(log);
  }

  /** Whoever asks during a run shares it, and the next one if that is requested already: it may see what this one did not. */
  run(organizationId: string, isNudged = false): Promise<void> {
    const running = this.#running.get(organizationId);
    if (running !== undefined) {
      return this.#again.has(organizationId) ? running.then(() => this.#running.get(organizationId)) : running;
    }
    const run = this.#workTraced(organizationId, isNudged).finally(() => {
      this.#running.delete(organizationId);
      // A run of its own: a sweep that waits for this one must not wait for all that follow.
      if (this.#again.delete(organizationId) && !this.isStopped) this.#start(organizationId);
    });
    this.#running.set(organizationId, run);
    return run;
  }

  sweep(known?: Round['known']): Promise<void> {
    return sweepOrganizations(this.round(known), (id) => this.run(id));
  }

  protected round(known: Round['known']): Sweep {
    return { sql: this.database, list: () => this.list(), known, isStopped: () => this.isStopped };
  }

  /** Ends after the step in hand. */
  async stop(): Promise<void> {
    this.isStopped = true;
    await Promise.allSettled(this.#running.values());
  }

  /** Whoever nudges does not wait: the work has a trace of its own. A sweep's work is part of the sweep. */
  #workTraced(organizationId: string, isNudged: boolean): Promise<void> {
    return inTask(this.task, () => this.work(organizationId, isNudged), { isOwnTrace: isNudged });
  }
}

interface Log {
  warn(fields: object, message: string): void;
}
