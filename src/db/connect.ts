import pg from 'pg';
import type { Bulk } from './bulk.ts';
import { Client } from './client.ts';
import { asUnavailable, isBroken, isTransient } from './errors.ts';
import { GROUP_SETTINGS, openGroups } from './groups.ts';
import { LINE_SETTINGS, openLines } from './lines.ts';
import { listen } from './listen.ts';
import type { Lookup } from './lookup.ts';
import { openLookups } from './lookups.ts';
import { isKnownOn } from './prepared.ts';
import { CITUS_SETTINGS, type SessionLimits, startupLimits, transactionLimits } from './sessions.ts';
import { type SocketTarget, socketConfig } from './socket-target.ts';
import { type Database, DatabaseUnavailable, type Planning, type Sql, type Subscription } from './sql.ts';
import { Statement } from './statement.ts';
import { isLookup, type Text, textForOne } from './text.ts';
import { UnderWay } from './under-way.ts';

/** Where a PostgreSQL server is: a URL, or the Unix socket of the embedded one. */
export type Target = ({ url: string } | SocketTarget) & {
  /** It is reached through a pooler: see `isPooled` in sessions.ts. */
  pooled?: boolean;
};

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
export const BATCH_CONNECTIONS = 2;
const GROUP_LOCK_MS = 200;
/** What a process has besides its pool. */
export const SHARED_CONNECTIONS = LINES + BATCH_CONNECTIONS;
/** The server's own limit comes first; this one is for a server that no longer answers at all. */
const GRACE_MS = 2_000;
const WATCH_MS = 1_000;

export function clientConfig(target: Target): pg.ClientConfig {
  const where = 'url' in target ? { connectionString: withoutTimeLimit(target.url) } : socketConfig(target);
  return { ...where, application_name: 'leadline', keepAlive: true };
}

/** Time is watched over here: pg's own limit would answer a statement that is still under way, and once more later. */
const withoutTimeLimit = (url: string): string => url.replace(/(?<=[?&])query_timeout=[^&]*&?/gi, '');

const CONNECT_MS = 5_000;
const ANSWER_MS = defaultLimits.statementMs + GRACE_MS;

/** A single connection beside the pools: for migrations, LISTEN, and for looking whether a server is there. */
export const connectOnce = (target: Target, answerMs = ANSWER_MS): Promise<Client> =>
  connectWith({ ...clientConfig(target), connectionTimeoutMillis: CONNECT_MS, query_timeout: answerMs });

async function connectWith(config: pg.ClientConfig): Promise<Client> {
  const client = new Client(config);
  client.on('error', () => {}); // a lost connection shows in the next query; without a listener it would end the process
  try {
    await client.connect();
  } catch (error) {
    await client.end();
    throw error;
  }
  return client;
}

export function openDatabase(target: Target, limits: Partial<PoolLimits> = {}): Database {
  const limit = { ...defaultLimits, ...limits };
  const isPooled = target.pooled === true;
  const config = {
    ...clientConfig(target),
    connectionTimeoutMillis: limit.acquireMs,
    ...(!isPooled && startupLimits(limit)),
  };
  const set = (client: pg.ClientBase, settings: string) =>
    client.query({ text: settings, query_timeout: limit.acquireMs } as pg.QueryConfig);
  const pool = new pg.Pool({
    ...config,
    Client,
    max: limit.connections,
    idleTimeoutMillis: 30_000,
    ...(!isPooled && { onConnect: (client) => set(client, CITUS_SETTINGS) }),
  });
  pool.on('error', () => {}); // an idle connection broke: the pool has dropped it already
  pool.on('connect', (client) => client.on('error', () => {})); // else a dying backend ends the process

  async function connectShared(more: pg.ClientConfig, settings: string): Promise<pg.Client> {
    const client = await connectWith({ ...config, pipeline: true, ...(!isPooled && more) });
    if (isPooled) return client; // every statement is planned for its values
    try {
      await set(client, `${settings}; ${CITUS_SETTINGS}`);
    } catch (error) {
      void client.end();
      throw error;
    }
    return client;
  }
  const lines = openLines(() => connectShared({}, LINE_SETTINGS), LINES, limit.waiting);
  const groupLimits = { ...limit, lockMs: GROUP_LOCK_MS };
  const groups = openGroups(
    {
      connect: () => connectShared(startupLimits(groupLimits), GROUP_SETTINGS),
      statement: (text, values, done) => watched(text, values, 'once', done, groupLimits),
      isKnown: (wire, text) => isKnownOn(wire, text, !isPooled),
      alone: (text, values) => onOwn(text, values),
    },
    { seats: BATCH_CONNECTIONS, most: limit.waiting },
  );
  const lookUp = openLookups((text, values, done) => lines.send(watched(text, values, 'short', done)));

  const underWay = new UnderWay();
  const watch = setInterval(() => {
    const now = performance.now();
    groups.expire(now - limit.acquireMs);
    underWay.abandon(now - limit.statementMs - GRACE_MS);
  }, WATCH_MS).unref();

  /** A statement whose time is watched. Behind a pooler it brings its limits along, unless its transaction has them. */
  function watched(
    text: string,
    values: readonly unknown[],
    planning: Planning,
    done: (error: Error | null, rows: unknown[], tag: string) => void,
    limits: SessionLimits | 'set' = limit,
  ): Statement {
    const ahead = isPooled && limits !== 'set' ? transactionLimits(limits) : null;
    const naming = isPooled ? 'never' : planning;
    const finish = (error: Error | null, rows: unknown[]) => {
      underWay.remove(statement);
      done(error, rows, statement.tag);
    };
    const statement = new Statement(text, values, naming, finish, ahead);
    underWay.add(statement);
    return statement;
  }

  function run<Row>(
    send: (statement: Statement) => void,
    text: string,
    values: readonly unknown[] = [],
    planning: Planning = 'once',
    limits?: SessionLimits | 'set',
  ): Promise<Row[]> {
    return new Promise((resolve, reject) => {
      const done = (error: Error | null, rows: unknown[]) => (error === null ? resolve(rows as Row[]) : reject(error));
      send(watched(text, values, planning, done, limits));
    });
  }

  /** Begins or ends a transaction; answers the server's word for what was done. */
  function control(client: pg.ClientBase, text: 'begin' | 'commit' | 'rollback'): Promise<string> {
    return new Promise((resolve, reject) => {
      const done = (error: Error | null, _rows: unknown[], tag: string) =>
        error === null ? resolve(tag) : reject(error);
      sendOn(client)(watched(text, [], 'once', done, 'set'));
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
      return run(sendOn(client), textForOne(text), values, planning, 'set');
    });
    try {
      await control(client, 'begin');
      if (isPooled) await run(sendOn(client), transactionLimits(limit), [], 'once', 'set');
      const result = await work(own);
      open = false;
      if ((await control(client, 'commit')) !== 'COMMIT')
        throw new Error('a statement of the transaction failed, and its work went on');
      return result;
    } catch (error) {
      open = false;
      // Anything that is not the server's own refusal leaves the connection in doubt: it is closed, which rolls back.
      broken = isBroken(error);
      if (!broken) await control(client, 'rollback').catch(() => (broken = true));
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
    lockMs: limit.lockMs,
    begin,
    afterCommit: (work) => work(), // each statement and each transaction of ours commits by itself
    listen: async (channel, onMessage, onGap) =>
      isPooled ? deaf : listen(() => connectOnce(target), channel, onMessage, onGap),
    load() {
      const [shared, grouped] = [lines.load(), groups.load()];
      return {
        connections: pool.totalCount + shared.open + grouped.open,
        idle: pool.idleCount + shared.idle + grouped.idle,
        waiting: pool.waitingCount,
      };
    },
    async close() {
      await Promise.all([lines.close(), groups.close(), pool.end()]);
      clearInterval(watch); // until then it ends what a server that does not answer any more keeps waiting
    },
  };
}

/** A pooler does not pass NOTIFY on. */
const deaf: Subscription = { stop: async () => {} };

const sendOn = (client: pg.ClientBase) => (statement: Statement) =>
  void client.query(statement as unknown as pg.Submittable);

function executor(rows: Sql['rows']): Sql {
  return {
    rows,
    row: async <Row>(text: Text, values?: readonly unknown[], planning?: Planning) =>
      (await rows<Row>(text, values, planning))[0],
  };
}
