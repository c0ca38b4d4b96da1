import { type Span, tracer } from '../tracing/tracer.ts';
import { type Database, QueueFull } from './sql.ts';
import { runBatch } from './trace-batches.ts';

interface Waiting<Item, Result> {
  readonly item: Item;
  readonly since: number;
  /** The span that added it. */
  readonly cause: Span | null;
  resolve(result: Result | Promise<Result>): void;
  reject(error: unknown): void;
}

interface Queue<Item, Result> {
  waiting: Waiting<Item, Result>[];
  /** Batches in progress. */
  running: number;
  isDue: boolean;
}

/** Runs a batch and returns a promise for each item. The next batch starts without waiting for those. */
type Run<Item, Result> = (key: string, items: readonly Item[]) => Promise<readonly Promise<Result>[]>;

const SIZE = 32;
/** Limits on waiting items of one key in this process, and on how long one waits for its batch to start. */
const MOST_WAITING = 500;
const WAIT_MS = 5_000;

/**
 * Collects concurrent work into batches, one batch of a key at a time; what arrives meanwhile goes into the next one. Two batches at
 * a time, each half as large, were 7 % slower for patches at 16 connections.
 */
export class Batches<Item, Result> {
  readonly #run: Run<Item, Result>;
  readonly #size: number;
  readonly #atOnce: number;
  readonly #queues = new Map<string, Queue<Item, Result>>();

  constructor(run: Run<Item, Result>, { size = SIZE, atOnce = 1 } = {}) {
    this.#run = run;
    this.#size = size;
    this.#atOnce = atOnce;
  }

  add(key: string, item: Item): Promise<Result> {
    const queue = this.#queues.get(key) ?? { waiting: [], running: 0, isDue: false };
    return queue.waiting.length >= MOST_WAITING ? tooMany() : this.#push(key, queue, item);
  }

  /** Adds several in their order: all of them or, if too many wait already, none. */
  addAll(key: string, items: readonly Item[]): Promise<Result>[] {
    const queue = this.#queues.get(key) ?? { waiting: [], running: 0, isDue: false };
    const isFull = queue.waiting.length > 0 && queue.waiting.length + items.length > MOST_WAITING;
    return items.map((item) => (isFull ? tooMany() : this.#push(key, queue, item)));
  }

  #push(key: string, queue: Queue<Item, Result>, item: Item): Promise<Result> {
    this.#queues.set(key, queue);
    return new Promise<Result>((resolve, reject) => {
      const cause = tracer === null ? null : tracer.current();
      queue.waiting.push({ item, since: performance.now(), cause, resolve, reject });
      if (queue.isDue || queue.running >= this.#atOnce) return;
      queue.isDue = true;
      // At the end of this tick of the event loop, so that everything added in it goes into one batch.
      setImmediate(() => {
        queue.isDue = false;
        this.#serve(key, queue);
      });
    });
  }

  #serve(key: string, queue: Queue<Item, Result>): void {
    refuseLate(queue.waiting);
    while (queue.running < this.#atOnce && queue.waiting.length > 0) {
      void this.#serveOne(key, queue, queue.waiting.splice(0, this.#size));
    }
    if (queue.running === 0 && !queue.isDue) this.#queues.delete(key);
  }

  async #serveOne(key: string, queue: Queue<Item, Result>, batch: readonly Waiting<Item, Result>[]): Promise<void> {
    queue.running++;
    try {
      const items = batch.map(({ item }) => item);
      const results = await (tracer === null
        ? this.#run(key, items)
        : runBatch(tracer, batch, () => this.#run(key, items)));
      for (const [n, { resolve }] of batch.entries()) resolve(results[n] as Promise<Result>);
    } catch (error) {
      for (const { reject } of batch) reject(error);
    }
    queue.running--;
    this.#serve(key, queue);
  }
}

const tooMany = (): Promise<never> => Promise.reject(new QueueFull('too many writes wait for their batch'));

function refuseLate(waiting: Waiting<unknown, never>[]): void {
  const late = performance.now() - WAIT_MS;
  for (let first = waiting[0]; first !== undefined && first.since < late; first = waiting[0]) {
    waiting.shift();
    first.reject(new QueueFull('the batches before took too long'));
  }
}

/** Limits concurrent work of one key, so that no key takes all connections. */
export function fewAtOnce<Result>(atOnce: number): (key: string, work: () => Promise<Result>) => Promise<Result> {
  const batches = new Batches<() => Promise<Result>, Result>(
    async (_key, items) => {
      const results = items.map((work) => work());
      await Promise.allSettled(results);
      return results;
    },
    { size: 1, atOnce },
  );
  return (key, work) => batches.add(key, work);
}

/** The results of `beginUnflushed`, each resolved after a flush. A null had nothing to write. */
export function afterFlush<Result extends Promise<unknown> | null>(
  database: Database,
  results: readonly Result[],
): Result[] {
  if (results.every((result) => result === null)) return [...results];
  const flushed = database.flush();
  return results.map((result) => (result === null ? result : (flushed.then(() => result) as Result)));
}
