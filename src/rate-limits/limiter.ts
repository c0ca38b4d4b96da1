import { createHash } from 'node:crypto';
import { Bucket, type Shared, WINDOW_SECONDS } from './bucket.ts';
import type { CallsAsked, CallsTaken } from './queries.ts';

/** Organization of what is counted before any is known. */
const NONE = '0';
const MOST_BUCKETS = 50_000;
const SWEEP_MS = 1_000;
/** A lease not used up by then goes back to the other processes. */
const IDLE_MS = 1_000;
const AWAY_MS = 1_000;

/** Takes one call from the quota of a key, or refuses it. */
export async function requireQuota(
  limiter: RateLimiter | null,
  organizationId: string | null,
  key: string,
): Promise<void> {
  const quota = limiter?.of(organizationId, key);
  if (quota !== undefined && !(await quota.take())) throw quota.refusal();
}

/** Takes calls out of a bucket that all processes share. */
export type TakeCalls = (asked: CallsAsked) => Promise<CallsTaken>;

/** Token buckets, each of the quota's size, refilled evenly over the minute, the same for all processes. */
export class RateLimiter {
  readonly policy: string;
  readonly #buckets = new Map<string, Bucket>();
  readonly #lending = new Set<Bucket>();
  readonly #shared: Shared;
  #timer: NodeJS.Timeout | undefined;
  #sweptAt = Number.NEGATIVE_INFINITY;
  #awayUntil = Number.NEGATIVE_INFINITY;
  #stopped = false;

  /** `name` keeps this limiter's keys apart from those of others; `credit`: see Shared. */
  constructor(
    name: string,
    quota: number,
    takeCalls: TakeCalls,
    { credit = 0, onAway = () => {} }: { credit?: number; onAway?: (error: unknown) => void } = {},
  ) {
    this.policy = `"default";q=${quota};w=${WINDOW_SECONDS}`;
    this.#shared = {
      quota,
      credit,
      perMs: quota / (WINDOW_SECONDS * 1_000),
      take: async ({ organizationId, key }, needed, ahead, settled, returned) => {
        const digest = createHash('sha256').update(`${name} ${key}`).digest().subarray(0, 16);
        try {
          return await takeCalls({ organizationId, key: digest, quota, needed, ahead, settled, returned });
        } catch (error) {
          this.#awayUntil = performance.now() + AWAY_MS;
          onAway(error);
          throw error;
        }
      },
      isAway: (now) => now < this.#awayUntil || this.#stopped,
      lends: (bucket) => this.#expectBack(bucket),
    };
  }

  of(organizationId: string | null, key: string): Bucket {
    const known = this.#buckets.get(key);
    if (known !== undefined) {
      this.#buckets.delete(key); // set again: the order of the map is that of use
      this.#buckets.set(key, known);
      return known;
    }
    const now = performance.now();
    const fresh = new Bucket(this.#shared, organizationId ?? NONE, key, now);
    this.#buckets.set(key, fresh);
    if (this.#buckets.size > MOST_BUCKETS) this.#makeRoom(now);
    return fresh;
  }

  /** What is held in advance goes back; from now on nothing is asked any more. */
  async stop(): Promise<void> {
    clearTimeout(this.#timer);
    await this.#collect(0);
    this.#stopped = true;
  }

  #expectBack(bucket: Bucket): void {
    this.#lending.add(bucket);
    this.#timer ??= this.#collectLater();
  }

  #collectLater(): NodeJS.Timeout {
    return setTimeout(async () => {
      await this.#collect(IDLE_MS);
      this.#timer = this.#lending.size > 0 && !this.#stopped ? this.#collectLater() : undefined;
    }, IDLE_MS / 2).unref();
  }

  /** One after the other, so that it takes up one connection at most. */
  async #collect(idleMs: number): Promise<void> {
    for (const bucket of this.#lending) {
      if (this.#shared.isAway(performance.now())) return;
      await bucket.giveBack(idleMs);
      if (bucket.leased === 0) this.#lending.delete(bucket);
    }
  }

  /** A bucket that has filled up says nothing and goes first; else the one longest unused. */
  #makeRoom(now: number): void {
    if (now - this.#sweptAt >= SWEEP_MS) {
      this.#sweptAt = now;
      for (const [key, bucket] of this.#buckets) if (bucket.isFull(now)) this.#buckets.delete(key);
    }
    for (const oldest of this.#buckets.keys()) {
      if (this.#buckets.size <= MOST_BUCKETS) return;
      this.#buckets.delete(oldest);
    }
  }
}
