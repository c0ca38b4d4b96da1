import type pg from 'pg';
import { DatabaseUnavailable, isConnectionLost } from './sql.ts';
import { drop, hold, wireOf } from './wire/client.ts';
import type { RoundTrip } from './wire/round-trip.ts';

/** Pipelined connections: reads are sent without waiting for the answers to earlier ones. */
export interface PipelinedReads {
  /** `whose` organization it is. */
  send(read: RoundTrip, whose: string): void;
  load(): { open: number; idle: number };
  close(): Promise<void>;
}

/**
 * Short reads use generic plans that follow an index. Without the values, PostgreSQL may take a filter to be rare, and sort or
 * scan a bitmap.
 */
export const READ_SETTINGS =
  'set plan_cache_mode = force_generic_plan; set enable_sort = off; set enable_bitmapscan = off; set enable_seqscan = off';

/** Of one organization, on all connections: the rest waits here, not in front of the reads of others. */
const MOST_EACH = 32;
const WAIT_MS = 5_000;

/** The reads of one organization. */
interface Own {
  inFlight: number;
  waiting: RoundTrip[];
}

interface Connection {
  client: pg.Client | null;
  isOpening: boolean;
  /** Reads that wait for the connection to open. */
  waiting: RoundTrip[];
  inFlight: number;
  isCorked: boolean;
}

/**
 * A few connections for many short reads. Reads of one tick of the event loop go out in one packet per connection. Only reads that
 * take microseconds belong here: the ones behind a slow read wait for it.
 */
export function openPipelinedReads(connect: () => Promise<pg.Client>, count: number, most: number): PipelinedReads {
  const connections = Array.from(
    { length: count },
    (): Connection => ({ client: null, isOpening: false, waiting: [], inFlight: 0, isCorked: false }),
  );
  let isClosed = false;

  function open(connection: Connection): void {
    connection.isOpening = true;
    connect().then(
      (client) => {
        connection.isOpening = false;
        if (isClosed) {
          void client.end();
          return fail(connection, stopping());
        }
        hold(connection, client);
        for (const read of connection.waiting.splice(0)) submit(connection, client, read);
      },
      (error: Error) => {
        connection.isOpening = false;
        fail(connection, error);
      },
    );
  }

  function fail(connection: Connection, error: Error): void {
    for (const read of connection.waiting.splice(0)) read.handleError(error);
  }

  function submit(connection: Connection, client: pg.Client, read: RoundTrip): void {
    const { callback } = read;
    read.callback = (error) => {
      if (error !== null && isConnectionLost(error)) drop(connection, client);
      callback(error);
    };
    if (!connection.isCorked) {
      const { stream } = wireOf(client);
      connection.isCorked = true;
      stream.cork();
      setImmediate(() => {
        connection.isCorked = false;
        stream.uncork();
      });
    }
    client.query(read as unknown as pg.Submittable);
  }

  const organizations = new Map<string, Own>();

  function sendNext(whose: string, own: Own): void {
    while (own.inFlight < MOST_EACH && own.waiting.length > 0) {
      const next = own.waiting.shift() as RoundTrip;
      if (performance.now() - next.startedAt < WAIT_MS) dispatch(next, whose, own);
      else next.handleError(new DatabaseUnavailable('the reads before took too long'));
    }
    if (own.inFlight === 0) organizations.delete(whose);
  }

  function dispatch(read: RoundTrip, whose: string, own: Own): void {
    if (isClosed) return void read.handleError(stopping());
    let connection = connections[0] as Connection;
    for (const other of connections) if (other.inFlight < connection.inFlight) connection = other;
    connection.inFlight++;
    own.inFlight++;
    const { callback } = read;
    read.callback = (error) => {
      connection.inFlight--;
      own.inFlight--;
      callback(error);
      sendNext(whose, own);
    };
    if (connection.client !== null) return void submit(connection, connection.client, read);
    connection.waiting.push(read);
    if (!connection.isOpening) open(connection);
  }

  return {
    send(read, whose) {
      const own = organizations.get(whose) ?? { inFlight: 0, waiting: [] };
      organizations.set(whose, own);
      if (own.inFlight < MOST_EACH) return dispatch(read, whose, own);
      if (own.waiting.length >= most) {
        return read.handleError(new DatabaseUnavailable('too many statements wait for a connection'));
      }
      own.waiting.push(read);
    },
    load() {
      const open = connections.filter(({ client }) => client !== null);
      return { open: open.length, idle: open.filter(({ inFlight }) => inFlight === 0).length };
    },
    async close() {
      isClosed = true;
      await Promise.all(connections.map(({ client }) => client?.end()));
    },
  };
}

const stopping = () => new DatabaseUnavailable('the service is stopping');
