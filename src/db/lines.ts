import type pg from 'pg';
import { drop, hold, wireOf } from './client.ts';
import { DatabaseUnavailable, isConnectionLost } from './sql.ts';
import type { Statement } from './statement.ts';

/** Connections, each of which takes statements one behind the other without waiting for their answers. */
export interface Lines {
  /** Sends a statement that is known to be short; it answers through its own callback. */
  send(statement: Statement): void;
  load(): { open: number; idle: number };
  close(): Promise<void>;
}

/**
 * Short statements are planned once, whatever the values, and go along an index: sorting is for what was gathered first.
 * (Not knowing the values, PostgreSQL would take some filters to be rare, and gather.)
 */
export const LINE_SETTINGS =
  'set plan_cache_mode = force_generic_plan; set enable_sort = off; set enable_bitmapscan = off; set enable_seqscan = off';

interface Line {
  client: pg.Client | null;
  opening: boolean;
  /** Statements that wait for the connection to open. */
  waiting: Statement[];
  underWay: number;
  corked: boolean;
}

/**
 * Few connections for many short statements. What is asked for within one turn of the event loop goes out in one packet a
 * line, and the server works through it without being woken for each: measured with 16 callers, a connection for each of
 * them answered 28,000 reads a second, two lines 50,000. Only statements that take microseconds belong here, since all that
 * stand behind a long one wait for it.
 */
export function openLines(connect: () => Promise<pg.Client>, count: number, most: number): Lines {
  const lines = Array.from(
    { length: count },
    (): Line => ({
      client: null,
      opening: false,
      waiting: [],
      underWay: 0,
      corked: false,
    }),
  );
  let closed = false;

  function open(line: Line): void {
    line.opening = true;
    connect().then(
      (client) => {
        line.opening = false;
        if (closed) {
          void client.end();
          return fail(line, stopping());
        }
        hold(line, client);
        for (const statement of line.waiting.splice(0)) submit(line, client, statement);
      },
      (error: Error) => {
        line.opening = false;
        fail(line, error);
      },
    );
  }

  function fail(line: Line, error: Error): void {
    for (const statement of line.waiting.splice(0)) statement.handleError(error);
  }

  function submit(line: Line, client: pg.Client, statement: Statement): void {
    const { callback } = statement;
    statement.callback = (error, rows) => {
      if (error !== null && isConnectionLost(error)) drop(line, client);
      callback(error, rows);
    };
    if (!line.corked) {
      const { stream } = wireOf(client);
      line.corked = true;
      stream.cork();
      setImmediate(() => {
        line.corked = false;
        stream.uncork();
      });
    }
    client.query(statement as unknown as pg.Submittable);
  }

  return {
    send(statement) {
      if (closed) return statement.handleError(stopping());
      let line = lines[0] as Line;
      for (const other of lines) if (other.underWay < line.underWay) line = other;
      if (line.underWay >= most) {
        return statement.handleError(new DatabaseUnavailable('too many statements wait for a connection'));
      }
      line.underWay++;
      const { callback } = statement;
      statement.callback = (error, rows) => {
        line.underWay--;
        callback(error, rows);
      };
      if (line.client !== null) return submit(line, line.client, statement);
      line.waiting.push(statement);
      if (!line.opening) open(line);
    },
    load() {
      const open = lines.filter(({ client }) => client !== null);
      return { open: open.length, idle: open.filter(({ underWay }) => underWay === 0).length };
    },
    async close() {
      closed = true;
      await Promise.all(lines.map(({ client }) => client?.end()));
    },
  };
}

const stopping = () => new DatabaseUnavailable('the service is stopping');
