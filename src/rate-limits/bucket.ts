import { Problem } from '../problems.ts';
import type { CallsTaken } from './queries.ts';

export const WINDOW_SECONDS = 60;
/** So long a request waits to hear of the other processes' calls; then it is counted here alone. */
const PATIENCE_MS = 250;
/** Who asks again this soon is given more ahead, who asks later less: a lease lasts about so long. */
const LEASE_MS = 500;
const MOST_AHEAD = 1_000_000;
/** After that a lease is void: the database reckons with it a second longer; see leadline_take_calls. */
const VOID_MS = 4_000;
/** A whole call, but for rounding. */
const ONE = 1 - 1e-6;

/** What the buckets of one limiter have in common. */
export interface Shared {
  readonly quota: number;
  readonly perMs: number;
  /** Calls that pass before the database is asked, and are reported to it then. */
  readonly credit: number;
  take(bucket: Bucket, needed: number, ahead: number, settled: number, returned: number): Promise<CallsTaken>;
  /** The database did not answer just now: it is left alone for a moment. */
  isAway(now: number): boolean;
  /** The bucket holds calls in advance. */
  lends(bucket: Bucket): void;
}

type Waiter = (passed: boolean) => void;

/**
 * The process's view of one quota. It leases calls from the database, so that most requests need no statement, and estimates what
 * is left for all processes: callers see that, refusals cost nothing, and it is used while the database is away.
 */
export class Bucket {
  readonly organizationId: string;
  readonly key: string;
  readonly #shared: Shared;
  /** What is left for all processes, the lease included, as of `#at`. */
  #left: number;
  #at: number;
  #lease = 0;
  #size = 0;
  #leasedAt = 0;
  /** Of the lease, what the database does not know to be used. */
  #owed = 0;
  #onCredit = 0;
  #ahead = 0;
  #askedAt = Number.NEGATIVE_INFINITY;
  #asking = false;
  #late = false;
  /** Passed without the database while it was being asked. */
  #unasked = 0;
  #waiting: Waiter[] = [];
  #served: Waiter[] = [];

  constructor(shared: Shared, organizationId: string, key: string, now: number) {
    this.#shared = shared;
    this.organizationId = organizationId;
    this.key = key;
    this.#left = shared.quota;
    this.#at = now;
  }

  /** Takes one call out; false, and nothing taken, where it is empty. At once, unless the database must be asked. */
  take(): boolean | Promise<boolean> {
    const now = this.#refill();
    if (this.#lease > 0) {
      if (now - this.#leasedAt < VOID_MS) {
        this.#lease -= 1;
        this.#left -= 1;
        if (this.#lease * 2 <= this.#size && !this.#asking) this.#fetchAhead(now);
        return true;
      }
      this.#lease = 0;
    }
    if (this.#left < ONE) return false;
    if (this.#onCredit < this.#shared.credit) {
      this.#onCredit += 1;
      this.#left -= 1;
      return true;
    }
    if (this.#late || this.#shared.isAway(now)) return this.#takeHere();
    return new Promise((resolve) => {
      this.#waiting.push(resolve);
      if (!this.#asking) void this.#ask(0);
    });
  }

  /** What is left, and in how many seconds the quota is whole again: the RateLimit header field. */
  state(): string {
    this.#refill();
    const left = Math.max(0, this.#left);
    const reset = Math.ceil((this.#shared.quota - left) / this.#shared.perMs / 1_000 - 1e-6);
    return `"default";r=${Math.floor(left + 1 - ONE)};t=${reset}`;
  }

  refusal(): Problem {
    this.#refill();
    const wait = (1 - this.#left) / this.#shared.perMs / 1_000;
    return new Problem('rate_limited', { headers: { 'retry-after': String(Math.max(1, Math.ceil(wait - 1e-6))) } });
  }

  /** It has filled up again, and nothing is held or asked for. */
  isFull(now: number): boolean {
    const { quota, perMs } = this.#shared;
    return this.#at < now && !this.#asking && this.#lease === 0 && this.#left + (now - this.#at) * perMs >= quota;
  }

  /** Calls held in advance. */
  get leased(): number {
    return this.#lease;
  }

  /** Calls held longer than `ms` go back, for the other processes. */
  async giveBack(ms: number): Promise<void> {
    const age = performance.now() - this.#leasedAt;
    if (this.#lease === 0 || this.#asking || age < ms) return;
    const returned = this.#lease;
    this.#lease = 0;
    if (age < VOID_MS) await this.#ask(returned);
  }

  #refill(): number {
    const now = performance.now();
    this.#left += (now - this.#at) * this.#shared.perMs;
    if (this.#left >= this.#shared.quota) {
      this.#left = this.#shared.quota;
      this.#onCredit = 0; // it has been forgiven meanwhile
    }
    this.#at = now;
    return now;
  }

  #fetchAhead(now: number): void {
    if (this.#size < 2 || this.#left - this.#lease < ONE || this.#shared.isAway(now)) return;
    void this.#ask(0);
  }

  #takeHere(): boolean {
    if (this.#left < ONE) return false;
    this.#left -= 1;
    if (this.#asking) this.#unasked += 1;
    return true;
  }

  /** Asks until nobody waits: those who come while a statement is under way share the next. It never fails. */
  async #ask(returned: number): Promise<void> {
    this.#asking = true;
    do {
      await null; // who comes at the same moment is asked for, too
      this.#served = this.#waiting;
      this.#waiting = [];
      const onCredit = this.#onCredit;
      const needed = this.#served.length + onCredit;
      const patience = setTimeout(() => this.#waitNoLonger(), PATIENCE_MS);
      try {
        const now = performance.now();
        const ahead = returned > 0 ? 0 : this.#paceAt(now);
        const settled = now - this.#leasedAt < VOID_MS ? Math.max(0, this.#owed - this.#lease) : 0;
        this.#owed = this.#lease;
        this.#unasked = onCredit;
        const taken = await this.#shared.take(this, needed, ahead, settled, returned);
        this.#onCredit -= onCredit;
        this.#keep(taken, needed, now);
      } catch {
        this.#waitNoLonger();
      }
      clearTimeout(patience);
      this.#late = false;
      returned = 0;
    } while (this.#waiting.length > 0);
    this.#asking = false;
    if (this.#lease > 0) this.#shared.lends(this);
  }

  #paceAt(now: number): number {
    const isQuick = now - this.#askedAt < LEASE_MS;
    this.#askedAt = now;
    this.#ahead = isQuick ? Math.min(2 * this.#ahead + 1, MOST_AHEAD) : this.#ahead >> 1;
    return this.#ahead;
  }

  #keep({ granted, remaining }: CallsTaken, needed: number, askedAt: number): void {
    const isLent = granted > needed;
    if (isLent) {
      this.#owed += granted - needed;
      this.#leasedAt = askedAt;
    }
    let leased = Math.max(0, this.#lease + granted - this.#unasked);
    const pass = (waiter: Waiter) => {
      waiter(leased > 0);
      if (leased > 0) leased -= 1;
    };
    for (const waiter of this.#served.splice(0)) pass(waiter);
    leased = Math.min(leased, this.#owed);
    for (const waiter of this.#waiting.splice(0, leased)) pass(waiter);
    this.#lease = leased;
    this.#size = isLent ? leased : 0; // nothing to be had ahead: the next is asked for when it is needed
    this.#left = remaining + leased;
    this.#at = performance.now();
    if (this.#left < ONE) for (const waiter of this.#waiting.splice(0)) waiter(false);
  }

  /** The database takes too long, or cannot answer: who waits is counted by what is known here. */
  #waitNoLonger(): void {
    this.#late = true;
    for (const waiter of [...this.#served.splice(0), ...this.#waiting.splice(0)]) waiter(this.#takeHere());
  }
}
