import type { Text } from './text.ts';

/**
 * What a query function needs: somewhere to run a statement. Inside a transaction it is the transaction's connection,
 * outside it is the pool. It is the first argument of every query, so no statement can slip out of its transaction.
 */
export interface Sql {
  /**
   * Runs one statement and answers its rows. The text is prepared once per connection, and PostgreSQL soon stops looking at
   * the values when it plans; `replan` makes it look every time, for statements whose best plan depends on them. `short` is
   * for reads that take microseconds whatever the values: outside a transaction they share connections, one behind the other.
   * A `Bulk` writes one row here, a `Lookup` reads one: outside a transaction together with others at the same time, and
   * always planned once.
   */
  rows<Row>(text: Text, values?: readonly unknown[], planning?: Planning): Promise<Row[]>;
  /** The first row, or undefined. */
  row<Row>(text: Text, values?: readonly unknown[], planning?: Planning): Promise<Row | undefined>;
}

export type Planning = 'once' | 'replan' | 'short';

export interface Database extends Sql {
  /** How long a statement may wait for a row lock. */
  readonly lockMs: number;
  /**
   * Runs `work` in one transaction. A serialization failure or a deadlock runs it again, a few times, so `work` must do
   * nothing but talk to the database.
   */
  begin<T>(work: (sql: Sql) => Promise<T>): Promise<T>;
  /** Runs `work` when what was done here so far is committed: at once, unless it is part of somebody else's transaction. */
  afterCommit(work: () => void): void;
  /** Hears NOTIFY on a channel until stopped. `onGap` is called whenever messages may have been missed. */
  listen(channel: string, onMessage: (payload: string) => void, onGap: () => void): Promise<Subscription>;
  load(): PoolLoad;
  close(): Promise<void>;
}

/** The database as one transaction: whatever `work` of a verb does there commits with it, and on its connection. */
export const within = (database: Database, sql: Sql, afterCommit: Database['afterCommit']): Database => ({
  ...database,
  rows: sql.rows,
  row: sql.row,
  begin: (work) => work(sql),
  afterCommit,
});

export interface Subscription {
  stop(): Promise<void>;
}

export interface PoolLoad {
  connections: number;
  idle: number;
  waiting: number;
}

/** The database cannot be reached, has no connection to spare, or did not answer in time. Becomes a 503. */
export class DatabaseUnavailable extends Error {
  override name = 'DatabaseUnavailable';
}

/** PostgreSQL's five-character error code, where the error came from the server. */
export function sqlState(error: unknown): string | undefined {
  if (!(error instanceof Error) || !('code' in error) || typeof error.code !== 'string') return undefined;
  // Every SQLSTATE has a digit; without asking for one, EPIPE would pass for a code of the server's.
  return /^(?=.*\d)[0-9A-Z]{5}$/.test(error.code) ? error.code : undefined;
}

/**
 * The server ends the connection with this error; else it has only refused the statement. A distributed database refuses with
 * connection errors of its nodes. Severities may be translated, then the code tells.
 */
export function endsConnection(error: unknown): boolean {
  const severity = error instanceof Error && 'severity' in error ? error.severity : undefined;
  if (severity === 'ERROR') return false;
  return severity === 'FATAL' || severity === 'PANIC' || /^(08|57P|25P03)/.test(sqlState(error) ?? '');
}

/** The connection is gone, or about to go: not the statement was refused. */
export const isConnectionLost = (error: unknown): boolean => sqlState(error) === undefined || endsConnection(error);

/** The statement lost against another one (deadlock, serialization): it may be tried again as it is. */
export const isLostRace = (error: unknown): boolean =>
  error instanceof DatabaseUnavailable && ['40001', '40P01'].includes(sqlState(error.cause) ?? '');

/** The statement waited too long for a row that another one holds. */
export const isLockedOut = (error: unknown): boolean =>
  error instanceof DatabaseUnavailable && sqlState(error.cause) === '55P03';

export const isUniqueViolation = (error: unknown): boolean => sqlState(error) === '23505';
