import { type Database, DatabaseUnavailable, type Sql, sqlState } from '../db/sql.ts';
import { unavailable } from '../problems.ts';

/** What reports may use of the database: captures must not feel them. */
export const reportLimits = { connections: 2, waiting: 50, acquireMs: 10_000, statementMs: 20_000 } as const;

const CANCELLED = '57014';

/** The database as reports read it: one that takes too long ends with a sentence that says what to do. */
export function readingWithinTime(database: Database): Sql {
  const rows: Sql['rows'] = (text, values, planning) =>
    database.rows<never>(text, values, planning).catch((error: unknown) => {
      const isTooLong = error instanceof DatabaseUnavailable && sqlState(error.cause) === CANCELLED;
      throw isTooLong
        ? unavailable(
            `The report took longer than ${reportLimits.statementMs / 1_000} seconds: choose a shorter range, or try again when the database is less busy.`,
          )
        : error;
    });
  return { rows, row: async (text, values, planning) => (await rows<never>(text, values, planning))[0] };
}
