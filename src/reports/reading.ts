import { type Database, DatabaseUnavailable, type Sql, sqlState } from '../db/sql.ts';
import { unavailable } from '../problems.ts';
import type { BusySince } from '../slots/busy.ts';
import { FairSlots, type SlotCaller } from '../slots/fair-slots.ts';
import type { Replica } from './replica.ts';

/** What reports may use of the database: captures must not feel them. */
const CONNECTIONS = 3;
export const reportLimits = {
  connections: CONNECTIONS,
  slots: CONNECTIONS,
  slotsEach: 1, // its reports follow each other: two at once keep two processors from everybody else
  waiting: 200,
  waitingEach: 20,
  acquireMs: 10_000,
  statementMs: 20_000,
} as const;

/** In a busy process a slot rests so many times as long as it worked: one organization's reports take a seventh of a processor. */
const REST = 6;
const MOST_REST_MS = 1_000;

const CANCELLED = '57014';

/** Whom a report is for. */
export interface Reader {
  readonly actor: SlotCaller;
  /** Aborted when the caller hangs up, who then no longer waits. */
  hangUp(): AbortSignal;
}

/** The database as reports read it. */
export interface Reports {
  /** Up to when it knows what happened: how far a replica is. Undefined: up to now. */
  knownUntil(): Promise<Date | undefined>;
  /**
   * Waits for a slot; organizations take turns. After its work a slot rests, so that reports leave the processor to captures.
   * `knownUntil`: what happened by then is there, what came later perhaps; null: everything.
   */
  read<T>(reader: Reader, work: (sql: Sql, knownUntil: Date | null) => Promise<T>): Promise<T>;
}

/** What reports need of a replica. */
type Source = Pick<Replica, 'source' | 'failed'>;

/** The main database, where there is no other for reports. */
export const mainSource = (database: Database): Source => ({
  source: async () => ({ database, asOf: null, isMain: true }),
  failed: () => {},
});

export function openReports(source: Source, busy: BusySince): Reports {
  const slots = new FairSlots('reports', reportLimits);
  return {
    knownUntil: async () => (await source.source()).asOf ?? undefined,
    async read({ actor, hangUp }, work) {
      const release = await slots.take(actor, hangUp());
      const startedAt = performance.now();
      const share = busy();
      let restFor = REST;
      try {
        const { database, asOf, isMain } = await source.source();
        if (!isMain) restFor = 0;
        return await work(database, asOf);
      } catch (error) {
        source.failed(error);
        throw isTooLong(error) ? tooLong() : error;
      } finally {
        release(Math.min(restFor * share() * (performance.now() - startedAt), MOST_REST_MS));
      }
    },
  };
}

const isTooLong = (error: unknown): boolean =>
  error instanceof DatabaseUnavailable && sqlState(error.cause) === CANCELLED;

const tooLong = () =>
  unavailable(
    `The report took longer than ${reportLimits.statementMs / 1_000} seconds: choose a shorter range, or try again when the database is less busy.`,
  );
