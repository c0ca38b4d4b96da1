import { type Database, DatabaseUnavailable } from './sql.ts';

interface Waiting<Item, Result> {
  readonly item: Item;
  readonly since: number;
  resolve(result: Result | Promise<Result>): void;
  reject(error: unknown): void;
}

interface Queue<Item, Result> {
  waiting: Waiting<Item, Result>[];
  /** Batches that were begun and are not done. */
  running: number;
  isDue: boolean;
}

/** Does a batch. What it answers of an item may still be under way: the next batch does not wait for that. */
type Run<Item, Result> = (key: string, items: readonly Item[]) => Promise<readonly Promise<Result>[]>;

const SIZE = 32;
/** Items of one key that may wait in this process, and how long one may wait for its batch to begin. */
const MOST_WAITING = 500;
const WAIT_MS = 5_000;

/**
 * Does work that comes at the same time in batches, one batch of a key at a time: what comes meanwhile goes into the next. Two
 * at a time were slower, for both databases and event loop: a batch then holds half as much.
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
    if (queue.waiting.length >= MOST_WAITING) {
      return Promise.reject(new DatabaseUnavailable('too many writes wait for their batch'));
    }
    this.#queues.set(key, queue);
    return new Promise<Result>((resolve, reject) => {
      queue.waiting.push({ item, since: performance.now(), resolve, reject });
      if (queue.isDue || queue.running >= this.#atOnce) return;
      queue.isDue = true;
      // At the end of this turn of the event loop: whoever has something to write by then goes along.
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
      const results = await this.#run(
        key,
        batch.map(({ item }) => item),
      );
      for (const [n, { resolve }] of batch.entries()) resolve(results[n] as Promise<Result>);
    } catch (error) {
      for (const { reject } of batch) reject(error);
    }
    queue.running--;
    this.#serve(key, queue);
  }
}

function refuseLate(waiting: Waiting<unknown, never>[]): void {
  const late = performance.now() - WAIT_MS;
  for (let first = waiting[0]; first !== undefined && first.since < late; first = waiting[0]) {
    waiting.shift();
    first.reject(new DatabaseUnavailable('the batches before took too long'));
  }
}

/** Does pieces of work of one key a few at a time, each by itself: so that no key takes all connections. */
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

/** What a batch did by `beginUnflushed`, each as soon as it is on disk. Null: it did nothing. */
export function afterFlush<Result extends Promise<unknown> | null>(
  database: Database,
  results: readonly Result[],
): Result[] {
  if (results.every((result) => result === null)) return [...results];
  const flushed = database.flush();
  return results.map((result) => (result === null ? result : (flushed.then(() => result) as Result)));
}
