import { DatabaseUnavailable } from './sql.ts';

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

export interface BatchOptions<Item, Result> {
  /** Does a batch. What it answers of an item may still be under way: the next batch does not wait for that. */
  run(key: string, items: readonly Item[]): Promise<readonly Promise<Result>[]>;
  /** Items of one batch, and batches of one key at a time. */
  size?: number;
  atOnce?: number;
}

const SIZE = 16;
/** A second batch is begun where as many wait: fewer are not worth a transaction. */
const FEW = 4;
const AT_ONCE = 2;
/** Items of one key that may wait in this process, and how long one may wait for its batch to begin. */
const MOST_WAITING = 500;
const WAIT_MS = 5_000;

/**
 * Does work that comes at the same time in batches. Two of a key are under way at once, each with half of what waits: while the
 * database works on one, the event loop works on the other. With `atOnce` 1, a batch takes all that waits.
 */
export class Batches<Item, Result> {
  readonly #options: BatchOptions<Item, Result>;
  readonly #queues = new Map<string, Queue<Item, Result>>();

  constructor(options: BatchOptions<Item, Result>) {
    this.#options = options;
  }

  add(key: string, item: Item): Promise<Result> {
    const queue = this.#queues.get(key) ?? { waiting: [], running: 0, isDue: false };
    if (queue.waiting.length >= MOST_WAITING) {
      return Promise.reject(new DatabaseUnavailable('too many writes wait for their batch'));
    }
    this.#queues.set(key, queue);
    return new Promise<Result>((resolve, reject) => {
      queue.waiting.push({ item, since: performance.now(), resolve, reject });
      if (queue.isDue || !this.#isRoom(queue)) return;
      queue.isDue = true;
      // At the end of this turn of the event loop: whoever has something to write by then goes along.
      setImmediate(() => {
        queue.isDue = false;
        this.#serve(key, queue);
      });
    });
  }

  #isRoom({ running }: Queue<Item, Result>): boolean {
    return running < (this.#options.atOnce ?? AT_ONCE);
  }

  #serve(key: string, queue: Queue<Item, Result>): void {
    const { size = SIZE } = this.#options;
    while (this.#isRoom(queue) && queue.waiting.length >= (queue.running === 0 ? 1 : Math.min(FEW, size))) {
      const batch = this.#take(queue);
      if (batch.length > 0) void this.#run(key, queue, batch);
    }
    if (queue.running === 0 && !queue.isDue) this.#queues.delete(key);
  }

  async #run(key: string, queue: Queue<Item, Result>, batch: readonly Waiting<Item, Result>[]): Promise<void> {
    queue.running++;
    try {
      const results = await this.#options.run(
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

  #take({ waiting }: Queue<Item, Result>): Waiting<Item, Result>[] {
    const { size = SIZE, atOnce = AT_ONCE } = this.#options;
    const late = performance.now() - WAIT_MS;
    const isLate = (one: Waiting<Item, Result>) => one.since < late;
    for (let first = waiting[0]; first !== undefined && isLate(first); first = waiting[0]) {
      waiting.shift();
      first.reject(new DatabaseUnavailable('the batches before took too long'));
    }
    return waiting.splice(0, Math.min(size, Math.max(FEW, Math.ceil(waiting.length / atOnce))));
  }
}

/** Does pieces of work of one key a few at a time, each by itself: so that no key takes all connections. */
export function fewAtOnce<Result>(atOnce: number): (key: string, work: () => Promise<Result>) => Promise<Result> {
  const batches = new Batches<() => Promise<Result>, Result>({
    run: async (_key, items) => {
      const results = items.map((work) => work());
      await Promise.allSettled(results);
      return results;
    },
    size: 1,
    atOnce,
  });
  return (key, work) => batches.add(key, work);
}
