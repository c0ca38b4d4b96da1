import { type Database, DatabaseUnavailable, type Query, query } from './db/sql.ts';
import { BackgroundWork, type Round, sweepOrganizations } from './db/sweep.ts';
import { FairSlots } from './slots/fair-slots.ts';
import type { Traffic } from './slots/traffic.ts';

/** For so long no other process takes it on; every chunk renews it. */
export const LEASE_SECONDS = 10;
/** A chunk that fails is processed item by item; an item that fails so often is refused. */
const ITEM_TRIES = 3;
/** So often begun without progress: the items are processed one by one, and the one that fails is refused. */
const MOST_TRIES = 10;
/** Chunks of all organizations follow each other; organizations take turns. */
const slotLimits = { slots: 1, slotsEach: 1, waiting: 1_000, waitingEach: 1, acquireMs: 600_000 };

/** What a process works on under a lease, and how far it is. */
interface Held {
  readonly id: string;
  readonly public_id: string;
  readonly leased_until: Date;
  readonly processed: number;
  /** How often it was taken on without progress. */
  readonly tries: number;
}

/** Where the work is kept, which also names it. */
type Table = 'imports' | 'jobs';

/** Locks the work for a transaction. No row: it was stopped, or another process has gone on with it. */
export const lockHeld = (table: Table, organizationId: string, held: Held): Query<{ id: string }> =>
  query(
    `select id from ${table}
      where organization_id = $1 and id = $2 and state = 'running' and processed = $3 and leased_until = $4 for update`,
    [organizationId, held.id, held.processed, held.leased_until.toISOString()],
  );

/** Items of a chunk, and how long one should take. */
interface Pace {
  readonly fewest: number;
  readonly most: number;
  readonly ms: number;
}

export interface Paces {
  readonly first: number;
  readonly idle: Pace;
  readonly busy: Pace;
}

/**
 * Work of many items, chunk by chunk under a lease: another process goes on after a crash, and the position that is kept with each
 * chunk says where. One of an organization at a time.
 */
export abstract class ChunkedWork<
  Work extends Held,
  Context extends { readonly held: Work },
  Refusal,
> extends BackgroundWork {
  protected override readonly task: Table;
  readonly #columns: string;
  readonly #traffic: Traffic;
  readonly #paces: Paces;
  readonly #slots: FairSlots;

  /** `columns`: of the table, for what `Work` has. */
  constructor(
    database: Database,
    log: BackgroundWork['log'],
    table: Table,
    columns: string,
    traffic: Traffic,
    paces: Paces,
  ) {
    super(database, log);
    this.task = table;
    this.#columns = columns;
    this.#traffic = traffic;
    this.#paces = paces;
    this.#slots = new FairSlots(table, slotLimits);
  }

  protected abstract itemsOf(held: Work): number;
  /** Null: it cannot go on, and was given up. */
  protected abstract contextOf(organizationId: string, held: Work): Promise<Context | null>;
  /** Null: it was stopped, or another process has gone on with it. */
  protected abstract chunk(context: Context, size: number, refusal?: Refusal): Promise<Work | null>;
  /** What an item is refused with that always fails. */
  protected abstract refusal(): Refusal;
  protected abstract noteFailure(held: Work, error: Error): void;
  protected abstract finish(organizationId: string, held: Work): Promise<void>;

  /** It may take minutes or hours: other organizations do not wait for it. */
  override sweep(known?: Round['known']): Promise<void> {
    return sweepOrganizations(this.round(known), async (organizationId) => this.nudge(organizationId));
  }

  protected override async work(organizationId: string): Promise<void> {
    while (!this.isStopped) {
      const held = await this.#claim(organizationId);
      if (held === undefined) return;
      await this.#process(organizationId, held);
    }
  }

  /**
   * Takes on the organization's next work, unless a process works on one. Timed by the database. `least` passes over null; Citus
   * takes no `now()` in `coalesce`.
   */
  #claim(organizationId: string): Promise<Work | undefined> {
    return this.database.row<Work>(
      `update ${this.task}
          set state = 'running', started_at = least(started_at, now()), tries = tries + 1,
              leased_until = now() + make_interval(secs => $2)
        where organization_id = $1 and state in ('queued', 'running') and leased_until < now()
          and id = (select id from ${this.task}
                     where organization_id = $1 and state in ('queued', 'running')
                     order by state desc, id limit 1)
        returning ${this.#columns}`,
      [organizationId, LEASE_SECONDS],
    );
  }

  /** Leaves it to whoever comes next. */
  async #leave(organizationId: string, { id, leased_until }: Work): Promise<void> {
    await this.database.rows(
      `update ${this.task} set leased_until = '-infinity'
        where organization_id = $1 and id = $2 and state = 'running' and leased_until = $3`,
      [organizationId, id, leased_until.toISOString()],
    );
  }

  async #process(organizationId: string, claimed: Work): Promise<void> {
    let held = claimed;
    let size = held.tries > MOST_TRIES ? 1 : this.#paces.first;
    while (held.processed < this.itemsOf(held)) {
      if (this.isStopped) return this.#leave(organizationId, held);
      const release = await this.#slots.take({ organizationId, tokenId: held.public_id });
      const startedAt = performance.now();
      let next: Work | null;
      try {
        const context = await this.contextOf(organizationId, held);
        next = context && (await this.#processSome(context, size));
      } finally {
        release(this.#traffic.restFor(performance.now() - startedAt));
      }
      if (next === null) return;
      if (held.tries <= MOST_TRIES) size = this.#nextSize(size, performance.now() - startedAt);
      held = next;
    }
    await this.finish(organizationId, held);
  }

  #nextSize(size: number, tookMs: number): number {
    const { fewest, most, ms } = this.#traffic.busyness() > 0.2 ? this.#paces.busy : this.#paces.idle;
    return Math.min(most, Math.max(fewest, Math.round(size * Math.min(2, ms / tookMs))));
  }

  /** Where an item keeps a chunk from being written, the items are processed one by one, and that one is refused. */
  async #processSome(context: Context, size: number): Promise<Work | null> {
    const isStuck = context.held.tries > MOST_TRIES;
    try {
      return await this.chunk(context, size);
    } catch (error) {
      if (error instanceof DatabaseUnavailable && !isStuck) throw error;
      this.noteFailure(context.held, error as Error);
    }
    let held: Work | null = context.held;
    for (let n = 0; n < size && held !== null && held.processed < this.itemsOf(held) && !this.isStopped; n++) {
      held = await this.#processOne({ ...context, held }, isStuck);
    }
    return held;
  }

  async #processOne(context: Context, isStuck: boolean): Promise<Work | null> {
    for (let tries = 1; tries <= ITEM_TRIES; tries++) {
      try {
        return await this.chunk(context, 1);
      } catch (error) {
        if (error instanceof DatabaseUnavailable && !isStuck) throw error;
      }
    }
    return this.chunk(context, 1, this.refusal());
  }
}
