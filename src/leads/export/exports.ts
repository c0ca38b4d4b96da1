import { once } from 'node:events';
import { PassThrough, type Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import { append } from '../../audit/append.ts';
import type { Database } from '../../db/sql.ts';
import type { Call } from '../../operation.ts';
import { loadSettings } from '../../settings/snapshot.ts';
import { type BusySince, busySince } from '../../slots/busy.ts';
import { FairSlots } from '../../slots/fair-slots.ts';
import { inTask } from '../../tracing/task.ts';
import { type LeadFilter, readFilter } from '../listing/filter.ts';
import { settleAllDue } from '../scores/settle.ts';
import { entryOf } from './entry.ts';
import type { Format } from './formats.ts';
import { readWholeList } from './read.ts';

/** What exports may use: an open snapshot holds back vacuum, and a slow reader must not keep others waiting. */
const CONNECTIONS = 3;
export const exportLimits = {
  connections: CONNECTIONS,
  slots: CONNECTIONS,
  slotsEach: 1,
  waiting: 60,
  waitingEach: 6,
  acquireMs: 10_000,
  statementMs: 20_000,
  /** How long the caller may take to read what lies ready, about 256 KiB. */
  stallMs: 20_000,
  longestMs: 600_000,
};
export type ExportLimits = Readonly<typeof exportLimits>;

export type ExportQuery = Parameters<typeof readFilter>[1];
type ExportCall = Pick<Call<ExportQuery>, 'actor' | 'author' | 'settings' | 'query' | 'hangUp'> & Pick<Call, 'sql'>;

/** An export that ended before its last lead. The connection is then broken, so that the caller cannot take it for whole. */
class BrokenOff extends Error {
  override name = 'BrokenOff';
}

interface Progress {
  rows: number;
  isComplete: boolean;
}

/** Whole lists of leads, streamed from a pool of connections of their own. */
export class Exports {
  readonly #database: Database;
  readonly #log: Logger;
  readonly #limits: ExportLimits;
  readonly #busy: BusySince;
  readonly #slots: FairSlots;
  readonly #running = new Set<Promise<void>>();

  constructor(database: Database, log: Logger, limits: Partial<ExportLimits> = {}, busy = busySince) {
    this.#database = database;
    this.#log = log;
    this.#limits = { ...exportLimits, ...limits };
    this.#busy = busy;
    this.#slots = new FairSlots('exports', this.#limits);
  }

  /** Answers once the first leads are there; what fails until then is thrown, what fails later breaks the stream. */
  async open(call: ExportCall, format: Format): Promise<Readable> {
    const hangUp = call.hangUp();
    const release = await this.#slots.take(call.actor, hangUp);
    const stream = new PassThrough({ highWaterMark: 65_536 });
    stream.on('error', () => {}); // the caller of `open` may never see it
    hangUp.addEventListener('abort', () => stream.destroy());
    return new Promise((resolve, reject) => {
      const running = inTask('export', () => this.#run(call, format, stream, () => resolve(stream)))
        .then(() => void stream.end())
        .catch((error: unknown) => {
          reject(error);
          stream.destroy(new BrokenOff('the export was broken off'));
        })
        .finally(() => {
          release();
          this.#running.delete(running);
        });
      this.#running.add(running);
    });
  }

  /** Waits for those under way, whose connections have been closed. */
  async stop(): Promise<void> {
    await Promise.all(this.#running);
  }

  /** The audit entry comes before the end of the body: nobody has a whole export that is not in the trail. */
  async #run(call: ExportCall, format: Format, stream: PassThrough, begun: () => void): Promise<void> {
    const { author } = call;
    const progress: Progress = { rows: 0, isComplete: false };
    const record = () => append(call.sql, author, entryOf(call, format, progress));
    const noted = { request_id: author.requestId };
    this.#log.info(noted, 'export begins'); // what a crash would leave of it
    try {
      await this.#send(call, format, stream, progress, begun);
      progress.isComplete = true;
      await record();
      begun();
    } catch (error) {
      const cause = error instanceof BrokenOff ? error.message : 'it failed';
      this.#log.warn({ ...noted, rows: progress.rows, cause }, 'export broken off');
      progress.isComplete = false;
      if (progress.rows > 0) await record().catch(() => this.#log.error(noted, 'export not recorded'));
      throw error;
    }
  }

  async #send(call: ExportCall, format: Format, stream: PassThrough, progress: Progress, begun: () => void) {
    const { actor, query } = call;
    const { longestMs, stallMs } = this.#limits;
    const ending = new AbortController();
    const end = (why: string) => ending.abort(new BrokenOff(why));
    stream.once('close', () => end('the caller has gone'));
    const late = setTimeout(() => end(`it took longer than ${longestMs / 1_000} seconds`), longestMs);
    const write = async (text: string) => {
      if (stream.write(text)) return;
      const stalled = setTimeout(() => end(`the caller read too slowly`), stallMs);
      await once(stream, 'drain', { signal: ending.signal })
        .catch(() => ending.signal.throwIfAborted())
        .finally(() => clearTimeout(stalled));
    };
    try {
      const now = new Date();
      await settleAllDue(call.sql, call.settings, now);
      await this.#database.snapshot(async (sql) => {
        // Names and filters of the same moment as the leads.
        const settings = (await loadSettings(sql, actor.organizationId)) ?? call.settings;
        const filter: LeadFilter | null = readFilter(settings, query);
        let head = format.head(settings);
        let pace = this.#pace();
        for await (const leads of filter === null ? [] : readWholeList(sql, settings, { actor, filter, now })) {
          ending.signal.throwIfAborted();
          const text = head + format.leads(settings, leads);
          head = '';
          begun();
          await pace();
          await write(text);
          progress.rows += leads.length;
          pace = this.#pace();
        }
        if (head !== '') await write(head);
      });
      ending.signal.throwIfAborted();
    } finally {
      clearTimeout(late);
    }
  }

  /** In a busy process an export rests about as long as it works, and leaves the processor to other requests. */
  #pace(): () => Promise<void> {
    const since = performance.now();
    const share = this.#busy();
    return async () => {
      const restMs = share() * (performance.now() - since);
      if (restMs >= 1) await sleep(restMs);
    };
  }
}
