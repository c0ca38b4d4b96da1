import { type Database, DatabaseUnavailable, type Sql, sqlState } from '../db/sql.ts';
import { unavailable } from '../problems.ts';
import { Places } from './places.ts';

/** What reports may use of the database: captures must not feel them. */
export const reportLimits = { connections: 2, waiting: 50, acquireMs: 10_000, statementMs: 20_000 } as const;

/**
 * In a process that has its hands full, a place rests so many times as long as it worked: both places together then take a
 * sixth of a processor, however many reports are asked for. Long ones take more: nobody should have to wait for ever. In a
 * process that is idle they hardly rest.
 */
const REST = 12;
const MOST_REST_MS = 2_000;

const CANCELLED = '57014';

/** Answers, when asked again, how busy the process has been meanwhile: from 0 to 1. */
export type BusySince = () => () => number;

export const busySince: BusySince = () => {
  const before = performance.eventLoopUtilization();
  return () => performance.eventLoopUtilization(before).utilization;
};
export const neverBusy: BusySince = () => () => 0;

/** The database as reports read it. */
export interface Reports {
  /**
   * Reads one report, when there is a place for it. One that takes too long ends with a sentence that says what to do, and
   * after its work a place rests, so that reports leave the processor to captures.
   */
  read<T>(work: (sql: Sql) => Promise<T>): Promise<T>;
}

export function openReports(database: Database, busy: BusySince): Reports {
  const places = new Places(reportLimits.connections, reportLimits);
  return {
    async read(work) {
      await places.take();
      const startedAt = performance.now();
      const share = busy();
      try {
        return await work(database);
      } catch (error) {
        throw isTooLong(error) ? tooLong() : error;
      } finally {
        places.giveBack(Math.min(REST * share() * (performance.now() - startedAt), MOST_REST_MS));
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
