import { unavailable } from '../problems.ts';
import { RoundRobin } from './round-robin.ts';

export interface SlotLimits {
  /** At work at once in this process, and how many of these may be one organization's. */
  readonly slots: number;
  readonly slotsEach: number;
  /** Waiting at once in this process, and of one organization. */
  readonly waiting: number;
  readonly waitingEach: number;
  readonly acquireMs: number;
  /**
   * For work that blocks the event loop: a slot rests as long as it was held, so many milliseconds at most. Other requests may
   * need several turns of the loop before the next one works.
   */
  readonly mostRestMs?: number;
}

export interface SlotCaller {
  readonly organizationId: string;
  readonly tokenId: string;
}

/** Gives the slot back, after a rest: of so long, or else as the limits say. */
export type Release = (restMs?: number) => void;

interface Waiter {
  readonly caller: SlotCaller;
  serve(): void;
  refuse(): void;
}

interface Organization {
  held: number;
  /** When it last had a slot, as a count of all that were given; 0: not since it is known here. */
  servedAt: number;
  /** By token. */
  readonly waiting: RoundRobin<Waiter>;
}

/**
 * A semaphore that is fair between organizations: a free slot goes to the one that has gone without for longest, and within it to
 * its tokens in rotation. Nobody waits for ever, and where too many wait, the one that asks for the most is refused.
 */
export class FairSlots {
  readonly #limits: SlotLimits;
  readonly #noun: string;
  /** Those that hold a slot or wait for one. */
  readonly #organizations = new Map<string, Organization>();
  #free: number;
  #waiting = 0;
  #given = 0;

  /** `noun` is what the slots are for, as in "too many reports". */
  constructor(noun: string, limits: SlotLimits) {
    this.#noun = noun;
    this.#limits = limits;
    this.#free = limits.slots;
  }

  /** How many organizations are remembered, and how many callers wait. */
  load(): { organizations: number; waiting: number; free: number } {
    return { organizations: this.#organizations.size, waiting: this.#waiting, free: this.#free };
  }

  /** A caller that hangs up (`signal`) stops waiting. */
  take(caller: SlotCaller, signal?: AbortSignal): Promise<Release> {
    const organization = this.#organizationOf(caller.organizationId);
    if (this.#free > 0 && organization.held < this.#limits.slotsEach) {
      return Promise.resolve(this.#hold(caller.organizationId, organization));
    }
    return new Promise((resolve, reject) => this.#wait(caller, organization, signal, resolve, reject));
  }

  #wait(
    caller: SlotCaller,
    organization: Organization,
    signal: AbortSignal | undefined,
    resolve: (release: Release) => void,
    reject: (error: Error) => void,
  ): void {
    const leave = () => {
      clearTimeout(patience);
      signal?.removeEventListener('abort', hangUp);
      if (organization.waiting.remove(caller.tokenId, waiter)) this.#waiting--;
      this.#forgetIfIdle(caller.organizationId, organization);
    };
    const end = (sentence: string) => {
      leave();
      reject(unavailable(sentence));
    };
    const hangUp = () => end('The caller has gone.');
    const waiter: Waiter = {
      caller,
      serve: () => {
        const release = this.#hold(caller.organizationId, organization);
        leave();
        resolve(release);
      },
      refuse: () => end(`Too many ${this.#noun} are being asked for at once: wait for the answers to some of them.`),
    };
    const patience = setTimeout(
      () => end(`The ${this.#noun} that were asked for before take too long: try again when there are fewer.`),
      this.#limits.acquireMs,
    ).unref();
    if (signal?.aborted) {
      hangUp();
      return;
    }
    signal?.addEventListener('abort', hangUp);
    organization.waiting.push(caller.tokenId, waiter);
    this.#waiting++;
    this.#surplusOf(caller)?.refuse();
  }

  /** Whom to refuse now that there is one more: the newest of the token that has the most, of the organization that has. */
  #surplusOf({ organizationId }: SlotCaller): Waiter | undefined {
    const own = this.#organizations.get(organizationId);
    if (own !== undefined && own.waiting.size > this.#limits.waitingEach) return own.waiting.newestOfLongest();
    if (this.#waiting <= this.#limits.waiting) return undefined;
    let longest = own;
    for (const one of this.#organizations.values()) {
      if (one.waiting.size > (longest?.waiting.size ?? 0)) longest = one;
    }
    return longest?.waiting.newestOfLongest();
  }

  #hold(id: string, organization: Organization): Release {
    this.#free--;
    organization.held++;
    organization.servedAt = ++this.#given;
    const since = performance.now();
    const { mostRestMs = 0 } = this.#limits;
    let isHeld = true;
    const giveBack = () => {
      this.#free++;
      organization.held--;
      this.#forgetIfIdle(id, organization);
      this.#serveNext();
    };
    return (restMs = Math.min(performance.now() - since, mostRestMs)) => {
      if (!isHeld) return;
      isHeld = false;
      if (restMs > 0) setTimeout(giveBack, restMs).unref();
      else giveBack();
    };
  }

  /** Of those that wait, the one that has gone without a slot for longest. */
  #serveNext(): void {
    let next: Organization | undefined;
    for (const one of this.#organizations.values()) {
      if (one.waiting.size === 0 || one.held >= this.#limits.slotsEach) continue;
      if (next === undefined || one.servedAt < next.servedAt) next = one;
    }
    if (next === undefined || this.#free === 0) return;
    this.#waiting--;
    next.waiting.shift()?.serve();
  }

  #organizationOf(id: string): Organization {
    const organization = this.#organizations.get(id) ?? { held: 0, servedAt: 0, waiting: new RoundRobin<Waiter>() };
    this.#organizations.set(id, organization);
    return organization;
  }

  #forgetIfIdle(id: string, organization: Organization): void {
    if (organization.held === 0 && organization.waiting.size === 0) this.#organizations.delete(id);
  }
}
