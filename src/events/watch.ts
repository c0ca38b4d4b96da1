import { findLiveTokens } from '../access/token-store.ts';
import type { Database } from '../db/sql.ts';
import { unavailable } from '../problems.ts';
import { CHANGES } from '../settings/change.ts';
import { listNew, type NewEntry } from './queries.ts';

/** Who may wait in this process: altogether, for one organization, and with one token. */
const limits = { waiting: 5_000, waitingEach: 2_000, waitingToken: 100 };

/** How a message about events begins; processes have one channel for all messages. */
const TOLD = 'events ';
/** Processes tell each other at most this often what has happened. */
const TELL_MS = 20;
/** Without a message, so often is looked: messages get lost, and a pooler passes none on. */
const LOOK_MS = 1_000;
/** So many organizations at a time. */
const MOST_LOOKS = 100;
/** More new entries than so many wake everybody. */
const MOST_NEW = 500;
/** Longer lists of organizations are not told: everybody looks. */
const MOST_TOLD = 300;
const EVERYBODY = '*';

export interface Waiting {
  readonly organizationId: string;
  readonly tokenId: string;
  /** The position up to which the caller has read. */
  readonly after: string;
  readonly ms: number;
  readonly signal: AbortSignal;
  /** Whether it may see an entry. Where in doubt, it may. */
  isFor(entry: NewEntry): boolean;
}

interface Waiter {
  readonly tokenId: string;
  readonly isFor: (entry: NewEntry) => boolean;
  after: bigint;
  wake(): void;
}

interface Watched {
  /** Up to where entries have been looked at. */
  seen: bigint;
  readonly waiters: Set<Waiter>;
  /** How many wait with a token. */
  readonly byToken: Map<string, number>;
  isLooking: boolean;
  /** Whether tokens of those who wait may have ended. */
  areTokensInDoubt: boolean;
  isAskedAgain: boolean;
}

/**
 * Wakes those who wait for events. One statement looks for all who wait for an organization; none holds a connection. That something
 * happened is told within the process, and to others by NOTIFY, which is only a hint.
 */
export class EventWatch {
  readonly #database: Database;
  readonly #watched = new Map<string, Watched>();
  readonly #untold = new Set<string>();
  #waiting = 0;
  #telling: NodeJS.Timeout | null = null;
  #looking: NodeJS.Timeout | null = null;
  #isStopped = false;
  #onOrganization: (organizationId: string) => void = () => {};
  #onEverybody: () => void = () => {};

  constructor(database: Database) {
    this.#database = database;
  }

  /** What another process tells; false: it is about something else. */
  hear(payload: string): boolean {
    if (!payload.startsWith(TOLD)) return false;
    const organizations = payload.slice(TOLD.length);
    if (organizations === EVERYBODY) this.lookEverywhere();
    else for (const id of organizations.split(',')) this.#heard(id);
    return true;
  }

  /** Who waits with a token that has ended is woken, to be refused. */
  tokensChanged(organizationId: string): void {
    const watched = this.#watched.get(organizationId);
    if (watched === undefined) return;
    watched.areTokensInDoubt = true;
    this.#look(organizationId);
  }

  /** Messages may have been missed. */
  lookEverywhere(): void {
    for (const id of this.#watched.keys()) this.tokensChanged(id);
    this.#onEverybody();
  }

  stop(): void {
    this.#isStopped = true;
    if (this.#telling !== null) clearTimeout(this.#telling);
    if (this.#looking !== null) clearInterval(this.#looking);
    for (const { waiters } of this.#watched.values()) for (const waiter of waiters) waiter.wake();
  }

  get isStopped(): boolean {
    return this.#isStopped;
  }

  get waiting(): number {
    return this.#waiting;
  }

  /** This process has written events. */
  written(organizationId: string): void {
    this.#heard(organizationId);
    this.#untold.add(organizationId);
    if (this.#isStopped) return;
    this.#telling ??= setTimeout(() => this.#tell(), TELL_MS).unref();
  }

  /** Tells the process's own workers that an organization may have new events; `everybody`: that each may. */
  tell(organization: (organizationId: string) => void, everybody: () => void): void {
    [this.#onOrganization, this.#onEverybody] = [organization, everybody];
  }

  #heard(organizationId: string): void {
    this.#look(organizationId);
    this.#onOrganization(organizationId);
  }

  #tell(): void {
    this.#telling = null;
    const payload = TOLD + (this.#untold.size > MOST_TOLD ? EVERYBODY : [...this.#untold].join(','));
    this.#untold.clear();
    this.#database.rows('select pg_notify($1, $2)', [CHANGES, payload]).catch(() => {}); // others look anyway
  }

  /**
   * Waits until something may have happened that the caller can see, or the time has passed. Answers how far nothing has: the position
   * from which to read on.
   */
  async wait({ organizationId, tokenId, after, ms, signal, isFor }: Waiting): Promise<string> {
    this.#requireRoom(organizationId, tokenId);
    const watched = this.#watch(organizationId, BigInt(after));
    const waiter: Waiter = { tokenId, isFor, after: BigInt(after), wake: () => {} };
    const woken = new Promise<void>((resolve) => {
      waiter.wake = resolve;
    });
    const late = setTimeout(() => waiter.wake(), ms);
    const hangUp = () => waiter.wake();
    signal.addEventListener('abort', hangUp);
    watched.waiters.add(waiter);
    watched.byToken.set(tokenId, (watched.byToken.get(tokenId) ?? 0) + 1);
    this.#waiting++;
    if (this.#isStopped || signal.aborted) waiter.wake();
    else this.#look(organizationId);
    await woken;
    clearTimeout(late);
    signal.removeEventListener('abort', hangUp);
    this.#waiting--;
    watched.waiters.delete(waiter);
    const left = (watched.byToken.get(tokenId) ?? 1) - 1;
    if (left === 0) watched.byToken.delete(tokenId);
    else watched.byToken.set(tokenId, left);
    if (watched.waiters.size === 0) this.#watched.delete(organizationId);
    return String(waiter.after);
  }

  #requireRoom(organizationId: string, tokenId: string): void {
    const watched = this.#watched.get(organizationId);
    const ofToken = watched?.byToken.get(tokenId) ?? 0;
    const { waiting, waitingEach, waitingToken } = limits;
    if (this.#waiting >= waiting || (watched?.waiters.size ?? 0) >= waitingEach || ofToken >= waitingToken) {
      throw unavailable('Too many callers wait for events: close some connections, or ask without `wait`.');
    }
  }

  #watch(organizationId: string, after: bigint): Watched {
    this.#looking ??= setInterval(() => this.#lookAgain(), LOOK_MS).unref();
    const known = this.#watched.get(organizationId);
    if (known !== undefined) {
      if (after < known.seen) known.seen = after; // what it has not read yet is looked at again
      return known;
    }
    const [waiters, byToken] = [new Set<Waiter>(), new Map<string, number>()];
    const watched = { seen: after, waiters, byToken, isLooking: false, areTokensInDoubt: false, isAskedAgain: false };
    this.#watched.set(organizationId, watched);
    return watched;
  }

  /** Those that were not looked at for longest: a map keeps them in the order in which they were set. */
  #lookAgain(): void {
    for (const [id, watched] of [...this.#watched].slice(0, MOST_LOOKS)) {
      this.#watched.delete(id);
      this.#watched.set(id, watched);
      this.tokensChanged(id);
    }
  }

  /** At most one statement at a time for an organization: who asks meanwhile is answered by the next one. */
  #look(organizationId: string): void {
    const watched = this.#watched.get(organizationId);
    if (watched === undefined) return;
    if (watched.isLooking) {
      watched.isAskedAgain = true;
      return;
    }
    watched.isLooking = true;
    watched.isAskedAgain = false;
    this.#lookOnce(organizationId, watched)
      .catch(() => {}) // the next look is a second away
      .finally(() => {
        watched.isLooking = false;
        if (watched.isAskedAgain) this.#look(organizationId);
      });
  }

  async #wakeEnded(organizationId: string, watched: Watched): Promise<void> {
    watched.areTokensInDoubt = false;
    const asked = new Set(watched.byToken.keys());
    const live = await findLiveTokens(this.#database, organizationId, [...asked]);
    for (const waiter of watched.waiters) {
      if (asked.has(waiter.tokenId) && !live.has(waiter.tokenId)) waiter.wake();
    }
  }

  async #lookOnce(organizationId: string, watched: Watched): Promise<void> {
    if (watched.areTokensInDoubt) await this.#wakeEnded(organizationId, watched);
    const from = watched.seen;
    const entries = await listNew(this.#database, organizationId, String(from), MOST_NEW);
    const last = entries.at(-1);
    if (last === undefined) return;
    const positions = entries.map(({ id }) => BigInt(id));
    const end = BigInt(last.id);
    if (watched.seen === from) watched.seen = end;
    const isMany = entries.length === MOST_NEW;
    for (const waiter of watched.waiters) {
      if (waiter.after < from || waiter.after >= end) continue;
      const isNew = (n: number) => (positions[n] as bigint) > waiter.after;
      const isConcerned = isMany || entries.some((entry, n) => isNew(n) && waiter.isFor(entry));
      if (isConcerned) waiter.wake();
      else waiter.after = end;
    }
  }
}
