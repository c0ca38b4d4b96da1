import pg from 'pg';
import type { Bulk } from './bulk.ts';
import { GROUP_SETTINGS, openGroups } from './groups.ts';
import { LINE_SETTINGS, openLines } from './lines.ts';
import { listen } from './listen.ts';
import type { Lookup } from './lookup.ts';
import { openLookups } from './lookups.ts';
import { type SocketTarget, socketConfig } from './socket-target.ts';
import { type Database, DatabaseUnavailable, type Planning, type Sql, sqlState } from './sql.ts';
import { endInTime, Statement } from './statement.ts';
import { isLookup, type Text, textForOne } from './text.ts';
import { UnderWay } from './under-way.ts';

/** Where a PostgreSQL server is: a URL, or the Unix socket of the embedded one. */
export type Target = { url: string } | SocketTarget;

export interface PoolLimits {
  /** Connections of this process. */
  connections: number;
  /** Requests that may wait for a connection; one more is refused at once. */
  waiting: number;
  /** How long one may wait for a connection. */
  acquireMs: number;
  /** How long one statement may run. */
  statementMs: number;
  /** How long one statement may wait for a row lock. */
  lockMs: number;
}

export const defaultLimits: PoolLimits = {
  connections: 10,
  waiting: 500,
  acquireMs: 2_000,
  statementMs: 5_000,
  lockMs: 3_000,
};

const MAX_ATTEMPTS = 4;
/** Connections that short statements share; each takes as many as may wait for one. */
const LINES = 2;
/** Connections on which writes are committed together, and how long such a group waits for a lock of somebody else's. */
const GROUP_SEATS = 2;
const GROUP_LOCK_MS = 200;
/** What a process has besides its pool. */
export const SHARED_CONNECTIONS = LINES + GROUP_SEATS;
/** The server's own limit comes first; this one is for a server that no longer answers at all. */
const GRACE_MS = 2_000;
const WATCH_MS = 1_000;

export function clientConfig(target: Target): pg.ClientConfig {
  const where = 'url' in target ? { connectionString: withoutTimeLimit(target.url) } : socketConfig(target);
  return { ...where, application_name: 'leadline', keepAlive: true };
}

/** Time is watched over here: pg's own limit would answer a statement that is still under way, and once more later. */
const withoutTimeLimit = (url: string): string => url.replace(/(?<=[?&])query_timeout=[^&]*&?/gi, '');

/** A single connection without the pool's time limits: for migrations and for looking whether a server is there. */
export const connectOnce = (target: Target, timeoutMs = 5_000): Promise<pg.Client> =>
  connectWith({ ...clientConfig(target), connectionTimeoutMillis: timeoutMs });

async function connectWith(config: pg.ClientConfig): Promise<pg.Client> {
  const client = new pg.Client(config);
  client.on('error', () => {}); // a lost connection shows in the next query; without a listener it would end the process
  try {
    await client.connect();
  } catch (error) {
    await client.end().catch(() => {});
    throw error;
  }
  return client;
}

export function openDatabase(target: Target, limits: Partial<PoolLimits> = {}): Database {
  const limit = { ...defaultLimits, ...limits };
  const config = {
    ...clientConfig(target),
    connectionTimeoutMillis: limit.acquireMs,
    statement_timeout: limit.statementMs,
    lock_timeout: limit.lockMs,
    idle_in_transaction_session_timeout: 2 * limit.statementMs,
  };
  const pool = new pg.Pool({ ...config, max: limit.connections, idleTimeoutMillis: 30_000 });
  pool.on('error', () => {}); // an idle connection broke: the pool has dropped it already
  pool.on('connect', (client) => client.on('error', () => {})); // else a dying backend ends the process

  async function connectShared(more: pg.ClientConfig, settings: string): Promise<pg.Client> {
    const client = await connectWith({ ...config, ...more });
    try {
      await client.query({ text: settings, query_timeout: limit.acquireMs } as pg.QueryConfig);
    } catch (error) {
      void endInTime(client);
      throw error;
    }
    return client;
  }
  const lines = openLines(() => connectShared({ pipeline: true }, LINE_SETTINGS), LINES, limit.waiting);
  const groups = openGroups(
    {
      connect: () => connectShared({ pipeline: true, lock_timeout: GROUP_LOCK_MS }, GROUP_SETTINGS),
      statement: (text, values, done) => watched(text, values, 'once', done),
      alone: (text, values) => onOwn(text, values),
    },
    { seats: GROUP_SEATS, most: limit.waiting },
  );
  const lookUp = openLookups((text, values, done) => lines.send(watched(text, values, 'short', done)));

  const underWay = new UnderWay();
  const watch = setInterval(() => {
    const now = performance.now();
    groups.expire(now - limit.acquireMs);
    underWay.abandon(now - limit.statementMs - GRACE_MS);
  }, WATCH_MS).unref();

  function watched(
    text: string,
    values: readonly unknown[],
    planning: Planning,
    done: (error: Error | null, rows: unknown[]) => void,
  ): Statement {
    const statement = new Statement(text, values, planning, (error, rows) => {
      underWay.remove(statement);
      done(error, rows);
    });
    underWay.add(statement);
    return statement;
  }

  function run<Row>(
    send: (statement: Statement) => void,
    text: string,
    values: readonly unknown[] = [],
    planning: Planning = 'once',
  ): Promise<Row[]> {
    return new Promise((resolve, reject) => {
      send(
        watched(text, values, planning, (error, rows) => {
          if (error === null) resolve(rows as Row[]);
          else reject(error);
        }),
      );
    });
  }

  /** Together with what others ask for at the same time. */
  function shared<Row>(text: Bulk | Lookup, values: readonly unknown[] = []): Promise<Row[]> {
    return new Promise((resolve, reject) => {
      const settle = (error: Error | null, row: unknown) => {
        if (error === null) resolve(row === undefined ? [] : [row as Row]);
        else reject(asUnavailable(error));
      };
      if (isLookup(text)) lookUp({ lookup: text, values, settle });
      else groups.send({ bulk: text, values, since: performance.now(), settle });
    });
  }

  async function acquire(): Promise<pg.PoolClient> {
    if (pool.waitingCount >= limit.waiting) throw new DatabaseUnavailable('too many requests wait for a connection');
    try {
      return await pool.connect();
    } catch (error) {
      throw asUnavailable(error);
    }
  }

  async function rows<Row>(text: Text, values?: readonly unknown[], planning?: Planning): Promise<Row[]> {
    if (typeof text !== 'string') return shared<Row>(text, values);
    if (planning !== 'short') return onOwn<Row>(text, values, planning);
    return run<Row>(lines.send, text, values, planning).catch((error: unknown) => {
      throw asUnavailable(error);
    });
  }

  /** On a connection of the pool, which is nobody else's meanwhile. */
  async function onOwn<Row>(text: string, values?: readonly unknown[], planning?: Planning): Promise<Row[]> {
    const client = await acquire();
    try {
      const answer = await run<Row>(sendOn(client), text, values, planning);
      client.release();
      return answer;
    } catch (error) {
      client.release(isBroken(error));
      throw asUnavailable(error);
    }
  }

  async function attempt<T>(work: (sql: Sql) => Promise<T>): Promise<T> {
    const client = await acquire();
    let broken = false;
    let open = true;
    const own = executor(async (text, values, planning) => {
      // Work that was left behind: the connection is somebody else's by then.
      if (!open) throw new Error('a statement came after the end of its transaction');
      return run(sendOn(client), textForOne(text), values, planning);
    });
    try {
      await client.query('begin');
      const result = await work(own);
      open = false;
      const { command } = await client.query('commit');
      if (command !== 'COMMIT') throw new Error('a statement of the transaction failed, and its work went on');
      return result;
    } catch (error) {
      open = false;
      // Anything that is not the server's own refusal leaves the connection in doubt: it is closed, which rolls back.
      broken = isBroken(error);
      if (!broken) await client.query('rollback').catch(() => (broken = true));
      throw error;
    } finally {
      client.release(broken);
    }
  }

  async function begin<T>(work: (sql: Sql) => Promise<T>): Promise<T> {
    for (let tries = 1; ; tries++) {
      try {
        return await attempt(work);
      } catch (error) {
        if (!isTransient(error) || tries === MAX_ATTEMPTS) throw asUnavailable(error);
        await new Promise((resolve) => setTimeout(resolve, 5 * 2 ** tries * Math.random()));
      }
    }
  }

  return {
    ...executor(rows),
    begin,
    afterCommit: (work) => work(), // each statement and each transaction of ours commits by itself
    listen: (channel, onMessage, onGap) => listen(() => connectOnce(target), channel, onMessage, onGap),
    load() {
      const [shared, grouped] = [lines.load(), groups.load()];
      return {
        connections: pool.totalCount + shared.open + grouped.open,
        idle: pool.idleCount + shared.idle + grouped.idle,
        waiting: pool.waitingCount,
      };
    },
    async close() {
      clearInterval(watch);
      await Promise.all([lines.close(), groups.close(), pool.end()]);
    },
  };
}

const sendOn = (client: pg.ClientBase) => (statement: Statement) =>
  void client.query(statement as unknown as pg.Submittable);

function executor(rows: Sql['rows']): Sql {
  return {
    rows,
    row: async <Row>(text: Text, values?: readonly unknown[], planning?: Planning) =>
      (await rows<Row>(text, values, planning))[0],
  };
}

/** True where the connection itself may be gone or out of step, rather than the statement refused. */
function isBroken(error: unknown): boolean {
  const state = sqlState(error);
  if (state !== undefined) return state.startsWith('08') || state.startsWith('57P') || state === '25P03';
  return error instanceof Error && isDriverError(error);
}

const isTransient = (error: unknown): boolean => ['40001', '40P01'].includes(sqlState(error) ?? '');

const DRIVER_CODES = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ENOENT',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EACCES',
]);

function isDriverError(error: Error): boolean {
  if ('code' in error && typeof error.code === 'string' && DRIVER_CODES.has(error.code)) return true;
  return /^(Connection terminated|Query read timeout|timeout (exceeded|expired)|Client (has|was) |Cannot use a pool|The server does not support|Client network socket)/.test(
    error.message,
  );
}

/** Server errors that say "not now": no connections left, starting up, shutting down, not let in, time or lock limit. */
const UNAVAILABLE_STATES = /^(08...|28...|3D000|53...|57014|57P0.|55P03|25P03|40001|40P01|58...|25006)$/;

function asUnavailable(error: unknown): unknown {
  if (error instanceof DatabaseUnavailable || !(error instanceof Error)) return error;
  const state = sqlState(error);
  const away = state === undefined ? isDriverError(error) : UNAVAILABLE_STATES.test(state);
  return away ? new DatabaseUnavailable(error.message, { cause: error }) : error;
}
