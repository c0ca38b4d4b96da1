import type pg from 'pg';
import type { Bulk } from './bulk.ts';
import { drop, hold, type Wire, wireOf } from './client.ts';
import { DatabaseUnavailable, isConnectionLost, sqlState } from './sql.ts';
import { PgQuery, type Statement, sendTogether } from './statement.ts';
import { textForOne } from './text.ts';

/** Connections on which writes that come at the same time are committed together. */
export interface Groups {
  send(write: Write): void;
  /** Gives up on what has waited for its turn since before that moment. */
  expire(moment: number): void;
  load(): { open: number; idle: number };
  close(): Promise<void>;
}

/** One row to be written by a statement that takes many. */
export interface Write {
  readonly bulk: Bulk;
  /** The first one is common to all rows of a statement. */
  readonly values: readonly unknown[];
  readonly since: number;
  settle(error: Error | null, row: unknown): void;
}

/** What groups need of the database that they are part of. */
export interface Means {
  connect(): Promise<pg.Client>;
  /** A statement whose time is watched over. */
  statement(text: string, values: readonly unknown[], done: (error: Error | null, rows: unknown[]) => void): Statement;
  /** Nothing has to be learnt of the statement on this connection any more. */
  isKnown(wire: Wire, text: string): boolean;
  /** Runs a statement by itself. */
  alone(text: string, values: readonly unknown[]): Promise<unknown[]>;
}

/** For statements that join the few rows they are given with large tables, whatever these tables were like when planned. */
export const GROUP_SETTINGS =
  'set plan_cache_mode = force_generic_plan; set enable_seqscan = off; set enable_hashjoin = off; set enable_mergejoin = off';

interface Seat {
  client: pg.Client | null;
  isOpening: boolean;
  /** Groups that were sent and are not answered yet. */
  underWay: number;
}

const MOST_TOGETHER = 50;
/** Rows of one statement. More save little, and each number of rows is a statement of its own to be planned and kept. */
const MOST_ROWS = 8;
/** Groups that the first seat has under way, and how many writes a second one must be worth. */
const MOST_UNDER_WAY = 2;
const LEAST_BEHIND = 6;
/** How long a write waits for the first seat before another one takes it. */
const PATIENCE_MS = 20;

/**
 * Writes wait for the disk, and each of them costs PostgreSQL and us a few wake-ups besides. So what comes while others are
 * under way goes out in one packet behind them, as one transaction: it is written to disk once, and answered when it is
 * there. Rows of one kind are written by one statement: measured in groups of seven, a change costs PostgreSQL half of what
 * it costs alone. If any of a group fails, all of it is undone, and each is run by itself, so nobody feels anybody else's
 * failure.
 *
 * All go over the first connection, half of what waits at a time and two groups one behind the other, so that PostgreSQL
 * writes the one while we answer the other: with 16 callers 2,850 creates a second instead of 2,390. Other connections serve
 * only what the first keeps waiting, when it waits for a lock or the disk; used in turn, they make smaller groups.
 */
export function openGroups(means: Means, { seats: count, most }: { seats: number; most: number }): Groups {
  const seats = Array.from({ length: count }, (): Seat => ({ client: null, isOpening: false, underWay: 0 }));
  const [first, ...others] = seats as [Seat, ...Seat[]];
  let waiting: Write[] = [];
  let isClosed = false;
  let isDue = false;
  let isLater = false;

  /** At the end of this turn of the event loop, when everybody who has something to write has said so. */
  function serveSoon(): void {
    if (isDue) return;
    isDue = true;
    setImmediate(() => {
      isDue = false;
      if (waiting.length === 0) return;
      serve(first);
      if (waiting.length > 0) serveLater();
    });
  }

  function serveLater(): void {
    if (isLater || others.length === 0) return;
    isLater = true;
    setTimeout(() => {
      isLater = false;
      const patientSince = performance.now() - PATIENCE_MS;
      const free = others.find(({ underWay, isOpening }) => underWay === 0 && !isOpening);
      if (free !== undefined && waiting.some(({ since }) => since <= patientSince)) serve(free);
      if (waiting.length > 0) serveLater();
    }, PATIENCE_MS).unref();
  }

  function serve(seat: Seat): void {
    if (seat.client === null) open(seat);
    while (seat.client !== null && isDueOn(seat)) sendNext(seat, seat.client);
  }

  function isDueOn(seat: Seat): boolean {
    if (seat.underWay === 0) return waiting.length > 0;
    return seat === first && seat.underWay < MOST_UNDER_WAY && waiting.length >= LEAST_BEHIND;
  }

  function open(seat: Seat): void {
    if (seat.isOpening) return;
    seat.isOpening = true;
    means.connect().then(
      (client) => {
        seat.isOpening = false;
        if (isClosed) return void client.end();
        hold(seat, client);
        serve(seat);
      },
      (error: Error) => {
        seat.isOpening = false;
        if (seat !== first) return; // who waits still has the first one
        for (const write of waiting.splice(0)) write.settle(error, undefined);
      },
    );
  }

  /** What the connection knows already goes together; a statement that it does not know yet is introduced by itself. */
  function sendNext(seat: Seat, client: pg.Client): void {
    const wire = wireOf(client);
    const half = Math.ceil(waiting.length / MOST_UNDER_WAY);
    const parcels = parcelsOf(waiting.splice(0, Math.min(MOST_TOGETHER, Math.max(MOST_ROWS, half))));
    const unknown = parcels.findIndex(({ text }) => !means.isKnown(wire, text));
    const later = unknown === -1 ? [] : parcels.splice(Math.max(1, unknown));
    waiting.unshift(...later.flatMap(({ writes }) => writes));
    const size = parcels.reduce((sum, { writes }) => sum + writes.length, 0);
    const statements = parcels.map((parcel) => statementOf(parcel, size));
    seat.underWay++;
    const group = new Group(statements, (error) => {
      seat.underWay--;
      if (error !== null && isConnectionLost(error)) drop(seat, client);
      if (waiting.length > 0) serve(first);
    });
    client.query(group as unknown as pg.Submittable);
  }

  function statementOf({ text, writes }: Parcel, size: number): Statement {
    const [shared] = (writes[0] as Write).values;
    const values = [shared];
    for (const write of writes) for (let n = 1; n < write.values.length; n++) values.push(write.values[n]);
    return means.statement(text, values, (error, rows) => {
      if (error === null) return settleAll(writes, rows);
      for (const write of writes) {
        if (isToBeTriedAlone(error, size)) writeAlone(write);
        else write.settle(error, undefined);
      }
    });
  }

  function writeAlone({ bulk, values, settle }: Write): void {
    means.alone(textForOne(bulk), values).then(
      ([row]) => settle(null, row),
      (error: Error) => settle(error, undefined),
    );
  }

  return {
    send(write) {
      if (isClosed || waiting.length >= most) {
        return write.settle(new DatabaseUnavailable('too many writes wait for a connection'), undefined);
      }
      waiting.push(write);
      serveSoon();
    },
    expire(moment) {
      const late = waiting.filter(({ since }) => since < moment);
      if (late.length === 0) return;
      waiting = waiting.filter(({ since }) => since >= moment);
      for (const write of late) write.settle(new DatabaseUnavailable('no connection was free in time'), undefined);
    },
    load() {
      const open = seats.filter(({ client }) => client !== null);
      return { open: open.length, idle: open.filter(({ underWay }) => underWay === 0).length };
    },
    async close() {
      isClosed = true;
      for (const write of waiting.splice(0))
        write.settle(new DatabaseUnavailable('the service is stopping'), undefined);
      await Promise.all(seats.map(({ client }) => client?.end()));
    },
  };
}

/** What a connection of their own is spared: a short wait for locks, and a statement that the group before failed to introduce. */
const OF_GROUPS = new Set(['55P03', '26000', '42P05']);

/** The server has refused and undone it all; after a lost connection nobody knows. */
const isToBeTriedAlone = (error: Error, size: number): boolean =>
  !isConnectionLost(error) && (size > 1 || OF_GROUPS.has(sqlState(error) ?? ''));

/** Rows of one kind that go by one statement. */
interface Parcel {
  readonly text: string;
  readonly writes: readonly Write[];
}

function parcelsOf(writes: readonly Write[]): Parcel[] {
  const alike: Write[][] = [];
  for (const write of writes) {
    const [shared] = write.values;
    const known = alike.find(([one]) => one?.bulk === write.bulk && one.values[0] === shared);
    if (known === undefined) alike.push([write]);
    else known.push(write);
  }
  return alike.flatMap((all) =>
    inParts(all).map((part) => ({ text: part[0]?.bulk.text(part.length) ?? '', writes: part })),
  );
}

/** In as few parts as may be, and these of one size. */
function inParts(writes: readonly Write[]): (readonly Write[])[] {
  if (writes.length <= MOST_ROWS) return [writes];
  const size = Math.ceil(writes.length / Math.ceil(writes.length / MOST_ROWS));
  return Array.from({ length: Math.ceil(writes.length / size) }, (_, n) => writes.slice(n * size, (n + 1) * size));
}

/** Who is not among the rows has written nothing. */
function settleAll(writes: readonly Write[], rows: unknown[]): void {
  const byNumber: unknown[] = [];
  for (const row of rows) byNumber[(row as { n: number }).n] = row;
  for (const [n, write] of writes.entries()) write.settle(null, byNumber[n]);
}

/** Statements as one query of pg's: all of them, then the end of their transaction. */
class Group extends PgQuery {
  readonly #statements: readonly Statement[];
  readonly #done: (error: Error | null) => void;
  #at = 0;

  constructor(statements: readonly Statement[], done: (error: Error | null) => void) {
    super('');
    this.#statements = statements;
    this.#done = done;
  }

  submit(wire: Wire): Error | null {
    return sendTogether(wire, this.#statements);
  }

  handleRowDescription(description: Parameters<Statement['handleRowDescription']>[0]): void {
    this.#statements[this.#at]?.handleRowDescription(description);
  }

  handleDataRow(row: Parameters<Statement['handleDataRow']>[0]): void {
    this.#statements[this.#at]?.handleDataRow(row);
  }

  handleCommandComplete(message: Parameters<Statement['handleCommandComplete']>[0]): void {
    if (this.#statements[this.#at]?.handleCommandComplete(message)) this.#at++;
  }

  handleError(error: Error): void {
    this.#done(error);
    for (const statement of this.#statements) statement.handleError(error);
  }

  /** The next group goes out first: while PostgreSQL works on it, this one is answered. */
  handleReadyForQuery(): void {
    this.#done(null);
    for (const statement of this.#statements) statement.handleReadyForQuery();
  }
}
