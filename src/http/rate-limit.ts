import { Problem } from '../problems.ts';

const WINDOW_SECONDS = 60;
const MOST_BUCKETS = 50_000;
const SWEEP_MS = 1_000;

interface Bucket {
  left: number;
  at: number;
}

/** Token buckets, each of the quota's size, refilled evenly over the minute. */
export class RateLimiter {
  readonly #quota: number;
  readonly #perMs: number;
  readonly #buckets = new Map<string, Bucket>();
  readonly policy: string;
  #sweptAt = Number.NEGATIVE_INFINITY;

  constructor(quota: number) {
    this.#quota = quota;
    this.#perMs = quota / (WINDOW_SECONDS * 1_000);
    this.policy = `"default";q=${quota};w=${WINDOW_SECONDS}`;
  }

  /** Takes one call out of the bucket; false, and nothing taken, where it is empty. */
  take(key: string): boolean {
    const bucket = this.#fill(key);
    if (bucket.left < 1) return false;
    bucket.left -= 1;
    return true;
  }

  isEmpty(key: string): boolean {
    return this.#fill(key).left < 1;
  }

  /** What is left, and in how many seconds the bucket is full again: the RateLimit header field. */
  state(key: string): string {
    const { left } = this.#fill(key);
    const reset = Math.ceil((this.#quota - left) / this.#perMs / 1_000);
    return `"default";r=${Math.floor(left)};t=${reset}`;
  }

  refusal(key: string): Problem {
    const wait = (1 - this.#fill(key).left) / this.#perMs / 1_000;
    return new Problem('rate_limited', { headers: { 'retry-after': String(Math.max(1, Math.ceil(wait))) } });
  }

  #fill(key: string): Bucket {
    const now = performance.now();
    const bucket = this.#buckets.get(key);
    if (bucket === undefined) {
      const fresh = { left: this.#quota, at: now };
      this.#buckets.set(key, fresh);
      if (this.#buckets.size > MOST_BUCKETS) this.#makeRoom(now);
      return fresh;
    }
    this.#buckets.delete(key); // set again below: the order of the map is that of use
    this.#buckets.set(key, bucket);
    bucket.left = Math.min(this.#quota, bucket.left + (now - bucket.at) * this.#perMs);
    bucket.at = now;
    return bucket;
  }

  /** A bucket that has filled up says nothing and goes first; else the one longest unused. */
  #makeRoom(now: number): void {
    if (now - this.#sweptAt >= SWEEP_MS) {
      this.#sweptAt = now;
      for (const [key, { left, at }] of this.#buckets) {
        if (at < now && left + (now - at) * this.#perMs >= this.#quota) this.#buckets.delete(key);
      }
    }
    for (const oldest of this.#buckets.keys()) {
      if (this.#buckets.size <= MOST_BUCKETS) return;
      this.#buckets.delete(oldest);
    }
  }
}
