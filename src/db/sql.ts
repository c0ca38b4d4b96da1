/**
 * What a query function needs: somewhere to run a statement. Inside a transaction it is the transaction's connection,
 * outside it is the pool. It is the first argument of every query, so no statement can slip out of its transaction.
 */
export interface Sql {
  /**
   * Runs one statement and answers its rows. The text is prepared once per connection, and PostgreSQL soon stops looking at
   * the values when it plans; `replan` makes it look every time, for statements whose best plan depends on them.
   */
  rows<Row>(text: string, values?: readonly unknown[], planning?: Planning): Promise<Row[]>;
  /** The first row, or undefined. */
  row<Row>(text: string, values?: readonly unknown[], planning?: Planning): Promise<Row | undefined>;
  /**
   * The first row of a read that takes microseconds whatever the values, and is planned once. Outside a transaction such reads
   * are pipelined: they share connections, one behind the other.
   */
  shortRow<Row>(text: string, values?: readonly unknown[]): Promise<Row | undefined>;
}

export type Planning = 'once' | 'replan';

/** A statement with its values, to be sent with others. `Row` is what it answers. */
export interface Query<Row = unknown> {
  readonly text: string;
  readonly values: readonly unknown[];
  readonly answers?: Row;
}

export const query = <Row>(text: string, values: readonly unknown[]): Query<Row> => ({ text, values });

/** The rows of each query. */
export type Answers<Queries extends readonly Query[]> = {
  -readonly [N in keyof Queries]: Queries[N] extends Query<infer Row> ? Row[] : never;
};

export interface Transaction extends Sql {
  /** Runs statements that need nothing of each other's answers, in one round trip. */
  together<const Queries extends readonly Query[]>(queries: Queries): Promise<Answers<Queries>>;
  /** The same as the last of the transaction, which is committed in the same round trip. */
  commitWith(queries: readonly Query[]): Promise<void>;
}

export interface Database extends Sql {
  /** How long a statement may wait for a row lock. */
  readonly lockMs: number;
  /**
   * Runs `work` in one transaction. A serialization failure or a deadlock runs it again, a few times, so `work` must do
   * nothing but talk to the database.
   */
  begin<T>(work: (sql: Transaction) => Promise<T>): Promise<T>;
  /**
   * The same, but committed without waiting for the disk: locks are held for less time. What it did must be answered to nobody
   * before `flush`.
   */
  beginUnflushed<T>(work: (sql: Transaction) => Promise<T>): Promise<T>;
  /** Waits until everything that was committed before is on disk; many who wait share it. */
  flush(): Promise<void>;
  /** It is a transaction already: what is done here commits with somebody else's work. */
  readonly isTransaction: boolean;
  /** Runs `work` when what was done here so far is committed: at once, unless it is part of somebody else's transaction. */
  afterCommit(work: () => void): void;
  /** Hears NOTIFY on a channel until stopped. `onGap` is called whenever messages may have been missed. */
  listen(channel: string, onMessage: (payload: string) => void, onGap: () => void): Promise<Subscription>;
  load(): PoolLoad;
  close(): Promise<void>;
}

/** The database as one transaction: whatever `work` of a verb does there commits with it, and on its connection. */
export function within(database: Database, sql: Transaction, afterCommit: Database['afterCommit']): Database {
  const { rows, row, shortRow, together } = sql;
  const inner: Transaction = {
    rows,
    row,
    shortRow,
    together,
    commitWith: async (queries) => void (await together(queries)),
  };
  return {
    ...database,
    rows,
    row,
    shortRow,
    begin: (work) => work(inner),
    beginUnflushed: (work) => work(inner),
    flush: async () => {},
    isTransaction: true,
    afterCommit,
  };
}

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

/** Thrown in a transaction: what it has read is outdated, and it may be run again. */
export class Outdated extends Error {
  override name = 'Outdated';
}

export const isUniqueViolation = (error: unknown): boolean => sqlState(error) === '23505';
