import { setTimeout as sleep } from 'node:timers/promises';
import type { Database } from '../../db/sql.ts';
import { type PresentedEvent, readEventsAt } from '../../events/read.ts';
import type { SettingsStore } from '../../settings/store.ts';
import { openSecret } from '../secrets.ts';
import { disableWebhook } from '../webhooks.ts';
import { expandFeed } from './expand.ts';
import { isSuccess, type Outcome } from './outcome.ts';
import { endLease, findNextDue, type HeldWebhook, listDue, lockHeld } from './queries.ts';
import { DeliveryQueue, type Slotted } from './queue.ts';
import type { Receiver } from './receiver.ts';
import { type Attempted, writeResults } from './results.ts';
import type { ExtraSlots } from './slots.ts';
import { inDelivery } from './trace.ts';

export const LEASE_SECONDS = 30;
const RENEW_MS = 10_000;
/** While so many deliveries wait to be sent, no more events become deliveries: a receiver that is too slow lags in the feed. */
const MOST_WAITING = 100;
/** Results are written so many at a time, or after so long. */
const BATCH = 16;
const BATCH_MS = 100;
/** How long a run with nothing to do waits for more. */
const LINGER_MS = 500;
/** After a failed statement, and how often it is tried before the run ends. */
const PAUSE_MS = 1_000;
const TRIES = 10;
const NO_EVENT = 'The event is no longer kept.';

export interface RunParts {
  readonly database: Database;
  readonly settings: SettingsStore;
  readonly key: Buffer;
  readonly keptMs: number;
  readonly extraSlots: ExtraSlots;
  /** Runs a step that needs the database; few run at once. */
  step<T>(organizationId: string, webhook: string, work: () => Promise<T>): Promise<T>;
  /** Whether the process stops, or other webhooks wait for this one's place. */
  mustEnd(startedAt: number): boolean;
  count(attempted: readonly Attempted[]): void;
}

/**
 * Sends the deliveries of one webhook, in this process alone as long as it keeps the lease. The events of a lead follow each
 * other; those of several leads are sent at once.
 */
export class DeliveryRun {
  readonly organizationId: string;
  readonly webhookId: string;
  readonly #parts: RunParts;
  readonly #receiver: Receiver;
  #held: HeldWebhook;
  #isLost = false;
  /** The feed may have more; deliveries may be due that are not here. */
  #isFeedBehind = true;
  #isDueBehind = true;
  #mustRefresh = false;
  readonly #queue: DeliveryQueue;
  /** Until the first success, and after a failure, one delivery is sent at a time. */
  #lastFailed = true;
  #results: Attempted[] = [];
  #failure: unknown = null;
  #isWoken = false;
  #resume: () => void = () => {};
  #renewedAt = performance.now();
  readonly #startedAt = performance.now();

  constructor(organizationId: string, held: HeldWebhook, receiver: Receiver, parts: RunParts) {
    this.organizationId = organizationId;
    this.webhookId = held.id;
    this.#held = held;
    this.#receiver = receiver;
    this.#parts = parts;
    this.#queue = new DeliveryQueue(organizationId, parts.extraSlots);
  }

  /** There may be new events, or deliveries to send again. */
  lookAgain(): void {
    this.#isFeedBehind = true;
    this.#isDueBehind = true;
    this.#wake();
  }

  /** The webhook was changed. */
  refresh(): void {
    this.#mustRefresh = true;
    this.lookAgain();
  }

  /** Whether it was asked to look and has not. */
  get isBehind(): boolean {
    return this.#isFeedBehind || this.#isDueBehind;
  }

  /** Until there is nothing to do, or it must end. Answers the seconds until there is; null: until something happens. */
  async work(): Promise<number | null> {
    let idleSince: number | null = null;
    while (!this.#isOver) {
      await this.#renewIfNeeded();
      await this.#lookForWork();
      this.#sendMore();
      const isIdle = this.#queue.inFlight === 0 && this.#results.length === 0;
      idleSince = isIdle ? (idleSince ?? performance.now()) : null;
      if (idleSince !== null && performance.now() - idleSince >= LINGER_MS) break;
      if (!this.#hasWork) await this.#something(isIdle ? LINGER_MS : BATCH_MS);
      if (this.#results.length >= BATCH || (this.#results.length > 0 && this.#areResultsOld)) await this.#write();
    }
    await this.#drain();
    if (this.#isLost) return null;
    const seconds = await this.#release();
    if (this.#failure !== null) throw this.#failure;
    return seconds;
  }

  get #isOver(): boolean {
    return this.#isLost || this.#failure !== null || !this.#held.active || this.#parts.mustEnd(this.#startedAt);
  }

  /** Whether there is something to do without waiting for an answer. */
  get #hasWork(): boolean {
    return this.#canExpand || (this.#isDueBehind && this.#queue.waiting === 0);
  }

  /** Not for each delivery that leaves room for another one. */
  get #canExpand(): boolean {
    return this.#isFeedBehind && this.#queue.size <= MOST_WAITING / 2;
  }

  get #areResultsOld(): boolean {
    const [first] = this.#results;
    if (first === undefined || this.#queue.inFlight === 0) return true;
    return Date.now() - (first.outcome.at.getTime() + first.outcome.durationMs) >= BATCH_MS;
  }

  /** New events become deliveries while there is room; then what is due is read. */
  async #lookForWork(): Promise<void> {
    if (this.#canExpand) {
      this.#isFeedBehind = false;
      const { database, keptMs } = this.#parts;
      const room = MOST_WAITING - this.#queue.size;
      const expanded = await this.#step(() => expandFeed(database, this.organizationId, this.#held, room, keptMs));
      if (expanded === null) this.#mustRefresh = true;
      else {
        if (!expanded.isEnd) this.#isFeedBehind = true;
        if (expanded.made > 0) this.#isDueBehind = true;
      }
    }
    if (!this.#isDueBehind || this.#queue.waiting > 0) return;
    this.#isDueBehind = false;
    const limit = this.#queue.size + MOST_WAITING;
    const due = await this.#step(() => listDue(this.#parts.database, this.organizationId, this.webhookId, limit));
    this.#queue.add(due);
    if (due.length === limit) this.#isDueBehind = true;
  }

  #sendMore(): void {
    const batch = this.#queue.take(this.#lastFailed);
    if (batch.length > 0) void this.#send(batch);
  }

  async #send(batch: readonly Slotted[]): Promise<void> {
    let events = new Map<string, PresentedEvent>();
    try {
      const positions = batch.map(({ delivery }) => delivery.position);
      const { database, settings } = this.#parts;
      events = await this.#step(() => readEventsAt(database, settings, this.organizationId, positions));
    } catch (error) {
      this.#failure ??= error;
    }
    for (const slotted of batch) {
      const { delivery } = slotted;
      void this.#sendOne(events.get(delivery.position)).then((outcome) => {
        this.#queue.giveBack(slotted);
        if (outcome !== null) {
          this.#lastFailed = !isSuccess(outcome);
          this.#results.push({ delivery, outcome });
        }
        this.#wake();
      });
    }
  }

  /** Null: it was not sent, because the run ends. */
  async #sendOne(event: PresentedEvent | undefined): Promise<Outcome | null> {
    if (this.#isOver) return null;
    if (event === undefined) return { at: new Date(), status: null, durationMs: 0, error: NO_EVENT };
    const { url, public_id } = this.#held;
    const message = { id: event.publicId, body: event.text };
    const outcome = await inDelivery(public_id, event, () => this.#receiver.send(url, this.#secrets(), message));
    return this.#receiver.isClosed ? null : outcome;
  }

  #secrets(): Buffer[] {
    const { public_id, secret, previous_secret, previous_until } = this.#held;
    const isOverlapping = previous_until !== null && previous_until > new Date();
    const sealed = isOverlapping && previous_secret !== null ? [secret, previous_secret] : [secret];
    return sealed.map((one) => openSecret(this.#parts.key, public_id, one));
  }

  async #renewIfNeeded(): Promise<void> {
    if (this.#mustRefresh || performance.now() - this.#renewedAt > RENEW_MS) await this.#write();
  }

  /** Until the database has them: what it does not know would be sent again. */
  async #write(): Promise<void> {
    const { database } = this.#parts;
    this.#mustRefresh = false;
    const attempted = this.#results.slice();
    const write = () => writeResults(database, this.organizationId, this.#held, attempted, LEASE_SECONDS);
    for (let tries = 1; ; tries++) {
      try {
        const written = await this.#step(write);
        this.#renewedAt = performance.now();
        this.#results = this.#results.slice(attempted.length);
        for (const { delivery } of attempted) this.#queue.forget(delivery);
        if (written === null) {
          this.#isLost = true;
          return;
        }
        this.#held = written.held;
        this.#parts.count(attempted);
        if (written.disabledFor !== null) await this.#disable(written.disabledFor);
        return;
      } catch (error) {
        if (tries === TRIES) throw error;
        await sleep(PAUSE_MS);
      }
    }
  }

  async #disable(reason: string): Promise<void> {
    const { database } = this.#parts;
    await this.#step(() => disableWebhook(database, this.organizationId, this.#held.public_id, reason));
    this.#held = { ...this.#held, active: false };
  }

  /** What is being sent gets its answer, and is written down. */
  async #drain(): Promise<void> {
    while (this.#queue.inFlight > 0) await this.#something(BATCH_MS);
    if (this.#results.length > 0 && !this.#isLost) await this.#write();
  }

  /** Under the webhook's lock, so that nothing becomes due between the look and the release. */
  #release(): Promise<number | null> {
    const { organizationId } = this;
    const isBehind = this.isBehind || this.#queue.waiting > 0;
    return this.#step(() =>
      this.#parts.database.begin(async (sql) => {
        if ((await lockHeld(sql, organizationId, this.#held)) === undefined) return null;
        const seconds = isBehind ? 0 : await findNextDue(sql, organizationId, this.webhookId);
        await endLease(sql, organizationId, this.#held, seconds);
        return seconds;
      }),
    );
  }

  #step<T>(work: () => Promise<T>): Promise<T> {
    return this.#parts.step(this.organizationId, this.#held.public_id, work);
  }

  #wake(): void {
    this.#isWoken = true;
    this.#resume();
  }

  /** Until an answer comes or somebody wakes it, at most so long. */
  async #something(ms: number): Promise<void> {
    let late: NodeJS.Timeout | undefined;
    await new Promise<void>((resolve) => {
      this.#resume = resolve;
      if (this.#isWoken) resolve();
      else late = setTimeout(resolve, ms);
    });
    this.#isWoken = false;
    clearTimeout(late);
  }
}
