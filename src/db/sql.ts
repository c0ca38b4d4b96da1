import { codeOf } from '../error-code.ts';

/**
 * Runs statements: on the transaction's connection inside a transaction, on the pool outside. It is the first argument of every
 * query function, so no statement can slip out of its transaction.
 */
export interface Sql {
  /**
   * Runs one statement and returns its rows. The text is prepared once per connection, and PostgreSQL soon uses a generic plan;
   * `replan` plans for the values each time. A column whose name ends with `_utf8` is not decoded: it comes as a Buffer.
   */
  rows<Row>(text: string, values?: readonly unknown[], planning?: Planning): Promise<Row[]>;
  /** The first row, or undefined. */
  row<Row>(text: string, values?: readonly unknown[], planning?: Planning): Promise<Row | undefined>;
  /**
   * The first row of a read that takes microseconds whatever its values. It uses a generic plan; outside a transaction it is
   * pipelined on a shared connection.
   */
  shortRow<Row>(text: string, values?: readonly unknown[]): Promise<Row | undefined>;
}

export type Planning = 'replan';

/** A statement with its values, to be sent with others. `Row` is the type of its rows. */
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
  /** Runs statements that do not depend on each other's results, in one round trip. */
  together<const Queries extends readonly Query[]>(queries: Queries): Promise<Answers<Queries>>;
  /** Runs the last statements of the transaction and commits, in one round trip. */
  commitWith(queries: readonly Query[]): Promise<void>;
  /** Keeps statements for the round trip of the commit, after all others: also of a larger transaction that this is part of. */
  atCommit(queries: readonly Query[]): void;
}

export interface Database extends Sql {
  /** How long a statement may wait for a row lock. */
  readonly lockMs: number;
  /**
   * Runs `work` in one transaction. After a serialization failure or a deadlock it is re-run, a few times, so `work` must do
   * nothing but talk to the database.
   */
  begin<T>(work: (sql: Transaction) => Promise<T>): Promise<T>;
  /**
   * The same with `synchronous_commit` off, so that locks are held for less time. Answer nobody about it before `flush`.
   */
  beginUnflushed<T>(work: (sql: Transaction) => Promise<T>): Promise<T>;
  /**
   * Runs `work` on one moment of the data: repeatable read, read only. It is never re-run, so it may pass on what it reads.
   * An open snapshot holds back vacuum: bound its time.
   */
  snapshot<T>(work: (sql: Sql) => Promise<T>): Promise<T>;
  /**
   * Waits until everything committed before is on disk. Concurrent callers share one flush. Fails if a connection broke after `since`,
   * by default now: the server may have crashed and lost what was committed or read since then.
   */
  flush(since?: number): Promise<void>;
  /** True if this is a transaction already: the caller's work commits with it. */
  readonly isTransaction: boolean;
  /** Runs `work` after the commit: at once, unless this is part of a larger transaction. */
  afterCommit(work: () => void): void;
  /** Listens for NOTIFY on a channel until stopped. `onGap` is called whenever messages may have been missed. */
  listen(channel: string, onMessage: (payload: string) => void, onGap: () => void): Promise<Subscription>;
  load(): PoolLoad;
  close(): Promise<void>;
}

/** Runs `work` in one transaction, which it also gets in the shape of a database, so that a verb can run as part of it. */
export async function beginWithin<T>(
  database: Database,
  begin: 'begin' | 'beginUnflushed',
  work: (inner: Database, sql: Transaction) => Promise<T>,
): Promise<T> {
  let afterwards: (() => void)[] = [];
  const result = await database[begin]((sql) => {
    afterwards = [];
    return work(
      within(database, sql, (later) => void afterwards.push(later)),
      sql,
    );
  });
  for (const later of afterwards) later();
  return result;
}

function within(database: Database, sql: Transaction, afterCommit: Database['afterCommit']): Database {
  const { rows, row, shortRow, together, atCommit } = sql;
  const inner: Transaction = {
    rows,
    row,
    shortRow,
    together,
    commitWith: async (queries) => void (await together(queries)),
    atCommit,
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
  /** On a cluster, the nodes that were asked for something so far. */
  nodes?: readonly NodeLoad[];
}

export interface NodeLoad {
  /** Host and port, or `every shard` for statements that reach all nodes. */
  readonly node: string;
  /** Its statements are refused until it answers again. */
  readonly isAway: boolean;
  /** Statements that wait for one of its connections. */
  readonly waiting: number;
}

/** The database cannot be reached, has no connection to spare, or did not answer in time. Becomes a 503. */
export class DatabaseUnavailable extends Error {
  override name = 'DatabaseUnavailable';
  /** What a caller is told. */
  readonly detail: string = 'The database cannot answer just now.';
}

/** Too much is waiting already. */
export class QueueFull extends DatabaseUnavailable {
  override readonly detail = 'Too many changes are waiting to be written just now.';
}

/** The settings that the work was decided by have changed since. */
export class SettingsChanged extends DatabaseUnavailable {
  override readonly detail = 'The settings were changed at this moment.';
}

/** True if the parts of the work would fail as well, one by one. */
export const failsWhole = (error: unknown): boolean =>
  error instanceof DatabaseUnavailable && !(error instanceof SettingsChanged);

/** Of a distributed database, a node is known to be away; others may answer. */
export class NodeUnavailable extends DatabaseUnavailable {}

/** The SQLSTATE, if the error came from the server. */
export function sqlState(error: unknown): string | undefined {
  const code = codeOf(error);
  // Every SQLSTATE has a digit, which tells it from EPIPE.
  return code !== undefined && /^(?=.*\d)[0-9A-Z]{5}$/.test(code) ? code : undefined;
}

/**
 * True if the server closes the connection with this error; false if it only refused the statement. Citus refuses statements with
 * connection errors of its nodes, so severity comes before the code; a translated severity is ignored.
 */
export function endsConnection(error: unknown): boolean {
  const severity = error instanceof Error && 'severity' in error ? error.severity : undefined;
  if (severity === 'ERROR') return false;
  return severity === 'FATAL' || severity === 'PANIC' || /^(08|57P|25P03)/.test(sqlState(error) ?? '');
}

/** The connection is lost or closing; the statement itself was not refused. */
export const isConnectionLost = (error: unknown): boolean => sqlState(error) === undefined || endsConnection(error);

/** A deadlock or serialization failure: the statement may be retried unchanged. */
export const isLostRace = (error: unknown): boolean =>
  error instanceof DatabaseUnavailable && ['40001', '40P01'].includes(sqlState(error.cause) ?? '');

/** Thrown in a transaction whose reads are outdated: it is re-run. */
export class Outdated extends Error {
  override name = 'Outdated';
}

export const isUniqueViolation = (error: unknown): boolean => sqlState(error) === '23505';

/** Whether a constraint with this name refused it. A shard's has its number at the end. */
export const isOfConstraint = (error: unknown, name: string): boolean =>
  (error as { constraint?: string } | null)?.constraint?.replace(/_\d+$/, '') === name;
