import { type Database, DatabaseUnavailable, type Sql } from './sql.ts';

/** A commit that waits for the disk, of a transaction that does nothing: whatever was committed before is there as well. */
const FLUSH = "select pg_logical_emit_message(true, 'leadline', '')";

/** `brokenAt`: when a connection broke last. */
export function openFlush(rows: Sql['rows'], brokenAt: () => number): Database['flush'] {
  let flushing: Promise<unknown> = Promise.resolve();
  let next: Promise<void> | null = null;

  /** A flush that is under way may have begun before the caller's commit: it takes part in the next one, with all who wait. */
  return (since = performance.now()) => {
    next ??= flushing
      .catch(() => {})
      .then(() => {
        next = null;
        const done = rows(FLUSH).then(() => {});
        flushing = done;
        return done;
      });
    return next.then(() => {
      // The server may have crashed and come back: then this flush is of another life than what was committed.
      if (brokenAt() >= since) throw new DatabaseUnavailable('The database was away before it had written everything.');
    });
  };
}
