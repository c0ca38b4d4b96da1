import { setTimeout as sleep } from 'node:timers/promises';
import { atMost } from '../at-most.ts';
import { type Database, DatabaseUnavailable } from '../db/sql.ts';
import { unavailable } from '../problems.ts';

/** What serves reports while the replica is away: nobody, or the main database. */
export type ReportsFallback = 'off' | 'primary';

/** Where reports are read, and up to when it knows what happened; null: up to now. */
export interface ReportSource {
  readonly database: Database;
  readonly asOf: Date | null;
  /** It serves the captures, too: reports leave it room. */
  readonly isMain: boolean;
}

/** How far a replica is. */
export interface ReplicaState {
  /** It answers, and is not further behind than it may be. */
  readonly isUp: boolean;
  readonly lagSeconds: number;
}

/** A frozen replica does not answer at all. */
const LOOK_MS = 2_000;
/** How long an answer is good. One that is away is asked less often: each look may take as long as it may. */
const FRESH_MS = 1_000;
const AWAY_MS = 5_000;
/** After a quiet time the first change makes a replica seem behind by that time, until it is replayed. */
const CATCH_UP_MS = 250;
const WATCH_MS = 15_000;

interface PositionRow {
  is_replica: boolean;
  replayed_at: Date | null;
  lag: number;
}

/** Why nothing is read there. */
type Away = string;
const UNREACHED: Away = 'The database that serves reports cannot be reached.';
const BEHIND: Away = 'The database that serves reports is too far behind.';

/** A database for reports, such as a read replica: how far it is, and what to do while it is away. */
export class Replica {
  readonly #replica: Database;
  readonly #primary: Database;
  readonly #fallback: ReportsFallback;
  readonly #mostLagSeconds: number;
  #looking: Promise<ReportSource | Away> | null = null;
  #freshUntil = 0;
  #state: ReplicaState = { isUp: false, lagSeconds: 0 };

  /** One that is further behind than `mostLagSeconds` counts as away. */
  constructor(
    replica: Database,
    primary: Database,
    fallback: ReportsFallback,
    mostLagSeconds = Number.POSITIVE_INFINITY,
  ) {
    this.#replica = replica;
    this.#primary = primary;
    this.#fallback = fallback;
    this.#mostLagSeconds = mostLagSeconds;
  }

  /** As last seen. */
  get state(): ReplicaState {
    return this.#state;
  }

  /** The same; one that nobody has looked at yet is looked at. */
  async known(): Promise<ReplicaState> {
    await (this.#looking ?? this.#current());
    return this.#state;
  }

  /** Looks now and from time to time, so that `state` is true also while nobody asks for a report. */
  watch(everyMs = WATCH_MS): { stop(): void } {
    const look = () => void this.#current();
    look();
    const timer = setInterval(look, everyMs).unref();
    return { stop: () => clearInterval(timer) };
  }

  /** Where the next report is read. Requests that come at once share one look. */
  async source(): Promise<ReportSource> {
    const source = await this.#current();
    if (typeof source !== 'string') return source;
    if (this.#fallback === 'primary') return { database: this.#primary, asOf: null, isMain: true };
    throw unavailable(source);
  }

  /** A report failed in it: it is looked at again before the next one. */
  failed(error: unknown): void {
    if (!(error instanceof DatabaseUnavailable)) return;
    this.#freshUntil = 0;
  }

  #current(): Promise<ReportSource | Away> {
    if (this.#looking === null || performance.now() >= this.#freshUntil) {
      this.#freshUntil = Number.POSITIVE_INFINITY; // until it is known
      this.#looking = this.#look();
    }
    return this.#looking;
  }

  async #look(): Promise<ReportSource | Away> {
    const isBehind = (row: PositionRow | null) => row !== null && row.lag > this.#mostLagSeconds;
    const ask = () => atMost(LOOK_MS, position(this.#replica), () => null).catch(() => null);
    let row = await ask();
    if (isBehind(row)) {
      await sleep(CATCH_UP_MS);
      row = await ask();
    }
    this.#freshUntil = performance.now() + (row === null ? AWAY_MS : FRESH_MS);
    this.#state = { isUp: row !== null && !isBehind(row), lagSeconds: row?.lag ?? this.#state.lagSeconds };
    if (row === null) return UNREACHED;
    if (isBehind(row)) return BEHIND;
    return { database: this.#replica, asOf: row.is_replica ? row.replayed_at : null, isMain: false };
  }
}

/**
 * What happened last that a replica has; one that has just started has replayed nothing yet: then, its last checkpoint. It
 * is behind also where it has lost the main database and nothing comes any more.
 */
const position = async (database: Database): Promise<PositionRow> =>
  (await database.row<PositionRow>(
    `select pg_is_in_recovery() as is_replica,
            replayed_at,
            cast(case when not pg_is_in_recovery() then 0
                      when pg_last_wal_receive_lsn() = pg_last_wal_replay_lsn()
                       and exists (select from pg_stat_wal_receiver) then 0
                      else greatest(0, extract(epoch from now() - replayed_at)) end as float8) as lag
       from (select coalesce(pg_last_xact_replay_timestamp(),
                             (select checkpoint_time from pg_control_checkpoint())) as replayed_at) as known`,
  )) as PositionRow;
