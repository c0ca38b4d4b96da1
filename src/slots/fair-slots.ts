import { unavailable } from '../problems.ts';

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
   * need several iterations of the loop before the next one works.
   */
  readonly mostRestMs?: number;
}

export interface SlotCaller {
  readonly organizationId: string;
  readonly tokenId: string;
}

/** Gives the slot back, after a rest: of so long, or else as the limits say. */
export type Release = (restMs?: number) => void;

/** One that holds a slot or waits for one. Times are counts of the slots given so far; 0: not since it is known here. */
interface Organization {
  readonly id: string;
  held: number;
  waiting: number;
  servedAt: number;
  /** Of tokens that waited. */
  readonly tokensServedAt: Map<string, number>;
}

interface Waiter {
  readonly organization: Organization;
  readonly tokenId: string;
  serve(): void;
  refuse(): void;
}

/**
 * A semaphore that is fair between organizations: a free slot goes to the one that has gone without for longest, and within it to
 * its tokens in rotation. Nobody waits for ever, and where too many wait, the one that asks for the most is refused.
 */
export class FairSlots {
  readonly #limits: SlotLimits;
  readonly #noun: string;
  readonly #organizations = new Map<string, Organization>();
  /** Oldest first. */
  #waiting: Waiter[] = [];
  #free: number;
  #given = 0;

  /** `noun` is what the slots are for, as in "too many reports". */
  constructor(noun: string, limits: SlotLimits) {
    this.#noun = noun;
    this.#limits = limits;
    this.#free = limits.slots;
  }

  /** How many organizations are remembered, and how many callers wait. */
  load(): { organizations: number; waiting: number; free: number } {
    return { organizations: this.#organizations.size, waiting: this.#waiting.length, free: this.#free };
  }

  /** A caller that hangs up (`signal`) stops waiting. */
  take({ organizationId: id, tokenId }: SlotCaller, signal?: AbortSignal): Promise<Release> {
    const fresh = { id, held: 0, waiting: 0, servedAt: 0, tokensServedAt: new Map() };
    const organization = this.#organizations.get(id) ?? fresh;
    this.#organizations.set(id, organization);
    if (this.#free > 0 && organization.held < this.#limits.slotsEach) return Promise.resolve(this.#hold(organization));
    return new Promise((resolve, reject) => {
      const leave = () => {
        clearTimeout(late);
        signal?.removeEventListener('abort', hangUp);
        this.#waiting = this.#waiting.filter((one) => one !== waiter);
        organization.waiting--;
        this.#forgetIfIdle(organization);
      };
      const end = (sentence: string) => {
        leave();
        reject(unavailable(sentence));
      };
      const hangUp = () => end('The caller has gone.');
      const waiter: Waiter = {
        organization,
        tokenId,
        serve: () => {
          const release = this.#hold(organization);
          organization.tokensServedAt.set(tokenId, this.#given);
          leave();
          resolve(release);
        },
        refuse: () => end(`Too many ${this.#noun} are being asked for at once: wait for the answers to some of them.`),
      };
      const late = setTimeout(
        () => end(`The ${this.#noun} that were asked for before take too long: try again when there are fewer.`),
        this.#limits.acquireMs,
      ).unref();
      this.#waiting.push(waiter);
      organization.waiting++;
      if (signal?.aborted) return hangUp();
      signal?.addEventListener('abort', hangUp);
      this.#refuseSurplus(organization);
    });
  }

  /** Now that there is one more: the newest of the token that has the most waiting, of the organization that has. */
  #refuseSurplus(own: Organization): void {
    const isOwn = own.waiting > this.#limits.waitingEach;
    if (!isOwn && this.#waiting.length <= this.#limits.waiting) return;
    const most = isOwn ? own : longestOf([own, ...this.#organizations.values()], ({ waiting }) => waiting);
    const waiting = this.#waiting.filter(({ organization }) => organization === most);
    const counts = new Map<string, number>();
    for (const { tokenId } of waiting) counts.set(tokenId, (counts.get(tokenId) ?? 0) + 1);
    longestOf(waiting.toReversed(), ({ tokenId }) => counts.get(tokenId) ?? 0)?.refuse();
  }

  #hold(organization: Organization): Release {
    this.#free--;
    organization.held++;
    organization.servedAt = ++this.#given;
    const since = performance.now();
    const { mostRestMs = 0 } = this.#limits;
    let isHeld = true;
    const giveBack = () => {
      this.#free++;
      organization.held--;
      this.#forgetIfIdle(organization);
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
    let next: Waiter | undefined;
    for (const one of this.#waiting) {
      if (one.organization.held < this.#limits.slotsEach && (next === undefined || isBefore(one, next))) next = one;
    }
    if (this.#free > 0) next?.serve();
  }

  #forgetIfIdle({ id, held, waiting }: Organization): void {
    if (held === 0 && waiting === 0) this.#organizations.delete(id);
  }
}

function isBefore(one: Waiter, other: Waiter): boolean {
  const { servedAt, tokensServedAt } = one.organization;
  if (one.organization !== other.organization) return servedAt < other.organization.servedAt;
  return (tokensServedAt.get(one.tokenId) ?? 0) < (tokensServedAt.get(other.tokenId) ?? 0);
}

function longestOf<T>(list: readonly T[], lengthOf: (one: T) => number): T | undefined {
  return list.reduce<T | undefined>((most, one) => {
    return most === undefined || lengthOf(one) > lengthOf(most) ? one : most;
  }, undefined);
}
