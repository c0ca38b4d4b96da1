import { setTimeout as sleep } from 'node:timers/promises';
import type { Database } from '../../db/sql.ts';
import type { PresentedEvent } from '../../events/read.ts';
import { secretsInForce } from '../secrets.ts';
import { disableWebhook } from '../webhooks.ts';
import { Alarm } from './alarm.ts';
import { Caution } from './caution.ts';
import type { EventTexts } from './event-texts.ts';
import { expandFeed } from './expand.ts';
import type { Outcome } from './outcome.ts';
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
const BATCH = 32;
const BATCH_MS = 100;
/** How long it waits for an answer before it looks whether something else is due. */
const SHORT_MS = 25;
/** Events that are read together with those that are sent at once. */
const READ_AHEAD = 16;
/** After it has read the feed to its end. */
const PAUSE_BETWEEN_LOOKS_MS = 100;
/** How long a run with nothing to do waits for more. */
const LINGER_MS = 500;
/** After a failed statement, and how often it is tried before the run ends. */
const PAUSE_MS = 1_000;
const TRIES = 10;
const NO_EVENT = 'The event is no longer kept.';

export interface RunParts {
  readonly database: Database;
  /** Of the organization's events. */
  readonly texts: EventTexts;
  readonly key: Buffer;
  readonly keptMs: number;
  readonly extraSlots: ExtraSlots;
  /** Runs a step that needs the database; few run at once. */
  step<T>(organizationId: string, webhook: string, work: () => Promise<T>): Promise<T>;
  /** Whether the process stops, or other webhooks wait for this one's place. */
  mustEnd(startedAt: number): boolean;
  count(attempted: readonly Attempted[], url: string): void;
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
  /** When it last read the feed to its end. */
  #endReachedAt = Number.NEGATIVE_INFINITY;
  /** When the next retry of those that were sent here is due. */
  #retryAt = Number.POSITIVE_INFINITY;
  readonly #queue: DeliveryQueue;
  readonly #caution = new Caution();
  readonly #beside = new Map<'look' | 'write', Promise<void>>();
  #results: Attempted[] = [];
  #failure: unknown = null;
  readonly #alarm = new Alarm();
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

  /** There may be new events. */
  eventsWritten(): void {
    this.#isFeedBehind = true;
    this.#alarm.wake();
  }

  /** There may be new events, or deliveries to send again. */
  lookAgain(): void {
    this.#isDueBehind = true;
    this.eventsWritten();
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
      while (this.#mustRefresh && !this.#isOver) await this.#doBeside('write', () => this.#write());
      if (this.#mustLook) void this.#doBeside('look', () => this.#look());
      if (this.#mustWrite) void this.#doBeside('write', () => this.#write());
      this.#sendMore();
      const isIdle = this.#queue.isEmpty && this.#results.length === 0 && this.#beside.size === 0;
      idleSince = isIdle ? (idleSince ?? performance.now()) : null;
      if (idleSince !== null && performance.now() - idleSince >= LINGER_MS) break;
      await this.#alarm.wait(isIdle && !this.isBehind ? LINGER_MS : SHORT_MS);
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

  get #mustLook(): boolean {
    if (performance.now() >= this.#retryAt) this.#isDueBehind = true;
    return this.#isDueBehind ? this.#queue.waiting === 0 : this.#canExpand;
  }

  /** Not for each delivery that leaves room for another one; and events that come one by one are looked at a few at a time. */
  get #canExpand(): boolean {
    if (performance.now() - this.#endReachedAt < PAUSE_BETWEEN_LOOKS_MS) return false;
    return this.#isFeedBehind && this.#queue.size <= MOST_WAITING / 2;
  }

  get #mustWrite(): boolean {
    if (this.#mustRefresh || performance.now() - this.#renewedAt > RENEW_MS) return true;
    return this.#results.length >= BATCH || (this.#results.length > 0 && this.#areResultsOld);
  }

  get #areResultsOld(): boolean {
    const [first] = this.#results;
    if (first === undefined) return true;
    return Date.now() - (first.outcome.at.getTime() + first.outcome.durationMs) >= BATCH_MS;
  }

  /** Runs a task while deliveries go on being sent; each at most once at a time. */
  #doBeside(task: 'look' | 'write', work: () => Promise<void>): Promise<void> {
    const underWay = this.#beside.get(task);
    if (underWay !== undefined) return underWay;
    const done = work()
      .catch((error: unknown) => {
        this.#failure ??= error;
      })
      .finally(() => {
        this.#beside.delete(task);
        this.#alarm.wake();
      });
    this.#beside.set(task, done);
    return done;
  }

  /** What is due already comes before new events, which become deliveries while there is room. */
  #look(): Promise<void> {
    return this.#isDueBehind ? this.#readDue() : this.#expand();
  }

  async #readDue(): Promise<void> {
    this.#isDueBehind = false;
    this.#retryAt = Number.POSITIVE_INFINITY;
    const limit = this.#queue.size + MOST_WAITING;
    const due = await this.#step(() => listDue(this.#parts.database, this.organizationId, this.webhookId, limit));
    this.#queue.add(due);
    if (due.length === limit) this.#isDueBehind = true;
  }

  async #expand(): Promise<void> {
    this.#isFeedBehind = false;
    const { database, keptMs } = this.#parts;
    const room = MOST_WAITING - this.#queue.size;
    const expanded = await this.#step(() => expandFeed(database, this.organizationId, this.#held, room, keptMs));
    if (expanded === null) {
      this.#mustRefresh = true;
      return;
    }
    this.#queue.add(expanded.made);
    if (expanded.isEnd) this.#endReachedAt = performance.now();
    else this.#isFeedBehind = true;
  }

  #sendMore(): void {
    if (this.#caution.isPausing) return;
    const batch = this.#queue.take(this.#caution.isOneAtATime);
    if (batch.length > 0) void this.#send(batch);
  }

  async #send(batch: readonly Slotted[]): Promise<void> {
    let events = new Map<string, PresentedEvent>();
    try {
      const positions = batch.map(({ delivery }) => delivery.position);
      events = await this.#parts.texts.take(positions, this.#queue.next(READ_AHEAD));
    } catch (error) {
      this.#failure ??= error;
    }
    for (const slotted of batch) {
      const { delivery } = slotted;
      const { url } = this.#held;
      void this.#sendOne(events.get(delivery.position)).then((outcome) => {
        this.#queue.giveBack(slotted);
        if (outcome !== null) {
          this.#caution.heed(outcome);
          this.#results.push({ delivery, outcome, url });
        }
        this.#alarm.wake();
      });
    }
  }

  /** Chooses the text with the address: both may have changed while it was read. Null: it was not sent, because the run ends. */
  async #sendOne(event: PresentedEvent | undefined): Promise<Outcome | null> {
    if (this.#isOver) return null;
    if (event === undefined) return { at: new Date(), status: null, durationMs: 0, error: NO_EVENT };
    const { url, public_id, sends_leads } = this.#held;
    const message = { id: event.publicId, body: sends_leads ? event.whole : event.reduced };
    const secrets = secretsInForce(this.#parts.key, this.#held);
    const outcome = await inDelivery(public_id, event, () => this.#receiver.send(url, secrets, message));
    return this.#receiver.isClosed ? null : outcome;
  }

  /** Until the database has them: what it does not know would be sent again. */
  async #write(): Promise<void> {
    this.#mustRefresh = false;
    const attempted = this.#results.slice();
    const write = () => writeResults(this.#parts.database, this.organizationId, this.#held, attempted, LEASE_SECONDS);
    const written = await this.#persist(write);
    this.#renewedAt = performance.now();
    this.#results = this.#results.slice(attempted.length);
    for (const { delivery } of attempted) this.#queue.forget(delivery);
    this.#isLost = written === null;
    if (written === null) return;
    this.#held = written.held;
    if (written.areSomeDue) this.#isDueBehind = true;
    this.#retryAt = Math.min(this.#retryAt, performance.now() + written.retryAfter * 1_000);
    this.#parts.count(attempted, written.held.url);
    if (written.disabledFor !== null) await this.#disable(written.disabledFor);
  }

  async #persist<T>(work: () => Promise<T>): Promise<T> {
    for (let tries = 1; ; tries++) {
      try {
        return await this.#step(work);
      } catch (error) {
        if (tries === TRIES) throw error;
        await sleep(PAUSE_MS);
      }
    }
  }

  async #disable(reason: string): Promise<void> {
    const disable = () => disableWebhook(this.#parts.database, this.organizationId, this.#held, reason);
    if (await this.#persist(disable)) this.#held = { ...this.#held, active: false };
    else this.#mustRefresh = true;
  }

  /** What is being sent gets its answer, and is written down. */
  async #drain(): Promise<void> {
    while (this.#queue.inFlight > 0) await this.#alarm.wait(SHORT_MS);
    await Promise.all(this.#beside.values());
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
}
