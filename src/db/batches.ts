import { DatabaseUnavailable } from './sql.ts';

interface Waiting<Item, Result> {
  readonly item: Item;
  readonly since: number;
  resolve(result: Result | Promise<Result>): void;
  reject(error: unknown): void;
}

interface Queue<Item, Result> {
  waiting: Waiting<Item, Result>[];
  isRunning: boolean;
}

export interface BatchOptions<Item, Result> {
  /** Does a batch. What it answers of an item may still be under way: the next batch does not wait for that. */
  run(key: string, items: readonly Item[]): Promise<readonly Promise<Result>[]>;
  /** Items of one batch. */
  size?: number;
}

const SIZE = 16;
/** So few are not split: half of them would not be worth a transaction. */
const FEW = 4;
/** Items that may wait in this process, and how long one may wait for its batch to begin. */
const MOST_WAITING = 500;
const WAIT_MS = 5_000;

/**
 * Does work that comes at the same time in batches: one batch of a key at a time, with what came meanwhile in the next one. A
 * batch takes half of what waits: while the database works on it, the event loop answers the other half. If it took all, both
 * would wait for each other in turn.
 */
export class Batches<Item, Result> {
  readonly #options: BatchOptions<Item, Result>;
  readonly #queues = new Map<string, Queue<Item, Result>>();
  #waiting = 0;

  constructor(options: BatchOptions<Item, Result>) {
    this.#options = options;
  }

  add(key: string, item: Item): Promise<Result> {
    if (this.#waiting >= MOST_WAITING) {
      return Promise.reject(new DatabaseUnavailable('too many writes wait for their batch'));
    }
    const queue = this.#queues.get(key) ?? { waiting: [], isRunning: false };
    this.#queues.set(key, queue);
    this.#waiting++;
    return new Promise<Result>((resolve, reject) => {
      queue.waiting.push({ item, since: performance.now(), resolve, reject });
      if (queue.isRunning) return;
      queue.isRunning = true;
      // At the end of this turn of the event loop: whoever has something to write by then goes along.
      setImmediate(() => void this.#serve(key, queue));
    });
  }

  async #serve(key: string, queue: Queue<Item, Result>): Promise<void> {
    for (let batch = this.#take(queue); batch.length > 0; batch = this.#take(queue)) {
      const items = batch.map(({ item }) => item);
      try {
        const results = await this.#options.run(key, items);
        for (const [n, { resolve }] of batch.entries()) resolve(results[n] as Promise<Result>);
      } catch (error) {
        for (const { reject } of batch) reject(error);
      }
    }
    queue.isRunning = false;
    this.#queues.delete(key);
  }

  #take({ waiting }: Queue<Item, Result>): Waiting<Item, Result>[] {
    const { size = SIZE } = this.#options;
    const late = performance.now() - WAIT_MS;
    const isLate = (one: Waiting<Item, Result>) => one.since < late;
    for (let first = waiting[0]; first !== undefined && isLate(first); first = waiting[0]) {
      waiting.shift();
      this.#waiting--;
      first.reject(new DatabaseUnavailable('the batches before took too long'));
    }
    const batch = waiting.splice(0, Math.min(size, Math.max(FEW, Math.ceil(waiting.length / 2))));
    this.#waiting -= batch.length;
    return batch;
  }
}
