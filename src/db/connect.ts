import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { tracer } from '../tracing/tracer.ts';
import { NodeGuard } from './distributed/node-guard.ts';
import { Placement } from './distributed/placement.ts';
import { probeWith } from './distributed/probe.ts';
import { reachOf } from './distributed/reach.ts';
import { asUnavailable, isBroken, isTransient } from './errors.ts';
import { openFairPool } from './fair-pool.ts';
import { openFlush } from './flush.ts';
import { listen } from './listen.ts';
import { openPipelinedReads, READ_SETTINGS } from './pipelined-reads.ts';
import { CITUS_SETTINGS, startupLimits, transactionLimits } from './sessions.ts';
import { type SocketTarget, socketConfig } from './socket-target.ts';
import type { Database, Planning, Query, Sql, Subscription, Transaction } from './sql.ts';
import { endRoundTrip, startRoundTrip } from './trace-statements.ts';
import { openTransaction } from './transaction.ts';
import { Client, RoundTripClient, wireOf } from './wire/client.ts';
import { InFlight } from './wire/in-flight.ts';
import { RoundTrip } from './wire/round-trip.ts';
import { Statement } from './wire/statement.ts';

/** Where a PostgreSQL server is: a URL, or the Unix socket of the embedded one. */
export type Target = ({ url: string } | SocketTarget) & {
  /** It is reached through a pooler: see `isPooled` in sessions.ts. */
  pooled?: boolean;
  /** It is the coordinator of a Citus cluster. */
  distributed?: boolean;
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
/** Pipelined connections for short reads, besides the pool. Up to `waiting` reads of an organization wait. */
export const READ_CONNECTIONS = 2;
/** The server's own limit comes first; this one is for a server that no longer answers at all. */
const GRACE_MS = 2_000;
const WATCH_MS = 1_000;
const PROBE_MS = 3_000;

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
  connect(new Client({ ...clientConfig(target), connectionTimeoutMillis: CONNECT_MS, query_timeout: answerMs }));

async function connect(client: Client): Promise<Client> {
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
    Client: RoundTripClient,
    max: limit.connections,
    idleTimeoutMillis: 30_000,
    ...(!isPooled && { onConnect: (client) => set(client, CITUS_SETTINGS) }),
  });
  const connections = openFairPool(pool, limit);
  let brokenAt = Number.NEGATIVE_INFINITY;
  const noteBroken = () => {
    brokenAt = performance.now();
  };
  pool.on('error', noteBroken); // an idle connection broke: the pool has dropped it already
  pool.on('connect', (client) =>
    // Without a listener, a dying backend ends the process. On a cluster, one that waits for a node says nothing of the server.
    client.on('error', () => {
      if (!target.distributed || !wireOf(client).isAbandoned) noteBroken();
    }),
  );

  async function connectForReads(): Promise<pg.Client> {
    const client = await connect(new RoundTripClient({ ...config, pipeline: true }));
    if (isPooled) return client; // every statement is planned for its values
    try {
      await set(client, `${READ_SETTINGS}; ${CITUS_SETTINGS}`);
    } catch (error) {
      void client.end();
      throw error;
    }
    return client;
  }
  const reads = openPipelinedReads(connectForReads, READ_CONNECTIONS, limit.waiting);

  const inFlight = new InFlight();
  const watch = setInterval(() => inFlight.abandon(performance.now() - limit.statementMs - GRACE_MS), WATCH_MS).unref();

  /** Sends statements in one packet. How long they may take is watched. */
  function exchange(send: (trip: RoundTrip) => void, statements: readonly Statement[]): Promise<void> {
    const span = tracer === null ? null : startRoundTrip(tracer, statements);
    return new Promise((resolve, reject) => {
      const trip = new RoundTrip(statements, (error) => {
        inFlight.remove(trip);
        if (span !== null) endRoundTrip(span, error);
        if (error === null) resolve();
        else reject(error);
      });
      inFlight.add(trip);
      send(trip);
    });
  }

  const statementOf = ({ text, values }: Query, isKept = true) => new Statement(text, values, isKept && !isPooled);

  /** One statement outside a transaction. Behind a pooler it brings its limits along. */
  async function runAlone<Row>(send: (trip: RoundTrip) => void, query: Query, isKept?: boolean): Promise<Row[]> {
    const statement = statementOf(query, isKept);
    await exchange(send, isPooled ? [new Statement(transactionLimits(limit), [], false), statement] : [statement]);
    return statement.rows as Row[];
  }

  /** A connection for these statements, and those of the same transaction. `release` is told the error of what failed on it. */
  async function acquire(statements: readonly Query[]): Promise<Acquired> {
    const leave = guard === null ? undefined : await guard.enter(statements);
    try {
      const taken = await connections.take(statements);
      const release = (isLost: boolean, error?: unknown) => {
        taken.release(isLost);
        leave?.(error);
      };
      return { client: taken.client, release };
    } catch (error) {
      leave?.();
      throw asUnavailable(error);
    }
  }

  const rows: Sql['rows'] = async <Row>(text: string, values: readonly unknown[] = [], planning?: Planning) => {
    const query = { text, values };
    const acquired = await acquire([query]);
    try {
      const answer = await runAlone<Row>(sendOn(acquired.client), query, planning !== 'replan');
      acquired.release(false);
      return answer;
    } catch (error) {
      acquired.release(isBroken(error), error);
      throw asUnavailable(error);
    }
  };
  const row: Sql['row'] = async <Row>(...statement: Parameters<Sql['rows']>) => (await rows<Row>(...statement))[0];
  const guard = target.distributed
    ? new NodeGuard(
        new Placement({ rows, row, shortRow: row }),
        probeWith(() => connectOnce(target, PROBE_MS)),
        limit,
      )
    : null;

  async function attempt<T>(work: (sql: Transaction) => Promise<T>, [begin, ...more]: readonly Query[]): Promise<T> {
    let acquiring: Promise<Acquired> | null = null;
    const limits = isPooled ? [{ text: transactionLimits(limit), values: [] }] : [];
    const first = [begin ?? BEGIN, ...limits, ...more];
    const { sql, end } = openTransaction(first, statementOf, async (statements) => {
      acquiring ??= acquire(statements);
      const { client } = await acquiring;
      return exchange(sendOn(client), statements);
    });
    const release = (isLost: boolean, error?: unknown) =>
      acquiring?.then(
        (acquired) => acquired.release(isLost, error),
        () => {},
      );
    try {
      const result = await work(sql);
      await end('commit');
      release(false);
      return result;
    } catch (error) {
      // Anything that is not the server's own refusal leaves the connection in doubt: it is closed, which rolls back.
      let isLost = isBroken(error);
      if (!isLost) await end('rollback').catch(() => (isLost = true));
      release(isLost, error);
      throw error;
    }
  }

  async function begin<T>(work: (sql: Transaction) => Promise<T>, isFlushed = true): Promise<T> {
    for (let tries = 1; ; tries++) {
      try {
        return await attempt(work, isFlushed ? [BEGIN] : [BEGIN, UNFLUSHED]);
      } catch (error) {
        if (!isTransient(error) || tries === MAX_ATTEMPTS) throw asUnavailable(error);
        await sleep(5 * 2 ** tries * Math.random());
      }
    }
  }

  return {
    rows,
    row,
    shortRow: async <Row>(text: string, values: readonly unknown[] = []) => {
      const query = { text, values };
      // A node that does not answer must not hold up the reads of others on a shared connection.
      if (guard !== null && reachOf([query]) !== 'no shard') return (await rows<Row>(text, values))[0];
      const read = runAlone<Row>((trip) => reads.send(trip, String(values[0])), query); // $1 is the organization
      return (
        await read.catch((error: unknown) => {
          throw asUnavailable(error);
        })
      )[0];
    },
    begin: (work) => begin(work),
    beginUnflushed: (work) => begin(work, false),
    snapshot: (work) =>
      attempt(work, [BEGIN_SNAPSHOT]).catch((error: unknown) => {
        throw asUnavailable(error);
      }),
    flush: openFlush(rows, () => brokenAt),
    isTransaction: false,
    lockMs: limit.lockMs,
    afterCommit: (work) => work(), // each statement and each transaction of ours commits by itself
    listen: async (channel, onMessage, onGap) =>
      isPooled ? deaf : listen(() => connectOnce(target), channel, onMessage, onGap),
    load() {
      const shared = reads.load();
      return {
        connections: pool.totalCount + shared.open,
        idle: pool.idleCount + shared.idle,
        waiting: connections.waiting(),
        ...(guard !== null && { nodes: guard.load() }),
      };
    },
    async close() {
      guard?.close();
      await Promise.all([reads.close(), pool.end()]);
      clearInterval(watch); // until then it ends what a server that does not answer any more keeps waiting
    },
  };
}

interface Acquired {
  readonly client: pg.PoolClient;
  release(isLost: boolean, error?: unknown): void;
}

const BEGIN: Query = { text: 'begin', values: [] };
const BEGIN_SNAPSHOT: Query = { text: 'begin isolation level repeatable read read only', values: [] };
/** Not SET LOCAL, which Citus passes on to the nodes: `flush` reaches this server only. */
const UNFLUSHED: Query = { text: `select set_config('synchronous_commit', 'off', true)`, values: [] };
/** A pooler does not pass NOTIFY on. */
const deaf: Subscription = { stop: async () => {} };

const sendOn = (client: pg.ClientBase) => (trip: RoundTrip) => void client.query(trip as unknown as pg.Submittable);
