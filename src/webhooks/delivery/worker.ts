import type { Logger } from 'pino';
import { atMost } from '../../at-most.ts';
import type { Database } from '../../db/sql.ts';
import { BackgroundWork, type Round } from '../../db/sweep.ts';
import { readEventsAt } from '../../events/read.ts';
import type { SettingsStore } from '../../settings/store.ts';
import { FairSlots } from '../../slots/fair-slots.ts';
import { AddressRules } from './addresses.ts';
import { type Dial, judgedConnector, type Network, realNetwork } from './connect.ts';
import { EventTexts } from './event-texts.ts';
import { isSuccess } from './outcome.ts';
import {
  claimWebhooks,
  countWaiting,
  type HeldWebhook,
  listOrganizationsDue,
  listOrganizationsWithWebhooks,
} from './queries.ts';
import { Receiver } from './receiver.ts';
import { type Attempted, resultOf } from './results.ts';
import { DeliveryRun, LEASE_SECONDS, type RunParts } from './run.ts';
import { ExtraSlots } from './slots.ts';

/** Webhooks that this process works on at once. While others wait, each works so long. */
const MOST_RUNS = 500;
const SLICE_MS = 30_000;
/** Events that follow each other closely are one reason to look for webhooks to claim; more so where some are at work. */
const HINT_MS = 25;
const OTHERS_HINT_MS = 250;
/** What is further away is left to the sweep. */
const LATEST_HINT_MS = 60_000;
const REFRESH_MS = 30_000;
/** What is being sent when the process stops gets so long. */
const STOP_MS = 2_000;
const MOST_COUNTED = 10_000;

/** Steps of runs that use the database: requests come first. */
const stepLimits = { slots: 4, slotsEach: 2, waiting: 20_000, waitingEach: 20_000, acquireMs: 60_000 };

/** What is counted of deliveries. */
export interface DeliveryMetrics {
  attempted(result: 'succeeded' | 'retried' | 'failed'): void;
  waiting(deliveries: number, lagSeconds: number): void;
}

export interface WebhookOptions {
  /** The operator's own networks, to which deliveries may go. */
  readonly networks?: readonly string[];
  /** For tests. */
  readonly network?: Network;
  readonly answerMs?: number;
}

interface WorkerParts extends Pick<RunParts, 'key' | 'keptMs'> {
  readonly settings: SettingsStore;
  readonly metrics: DeliveryMetrics;
}

/**
 * Sends deliveries. A webhook is one process's at a time, under a lease: after a crash another one goes on. Each webhook that has
 * something to do has a run of its own, so none waits for another one's receiver.
 */
export class WebhookWorker extends BackgroundWork {
  protected override readonly task = 'webhooks';
  readonly rules: AddressRules;
  readonly #parts: WorkerParts;
  readonly #connect: Dial;
  readonly #answerMs: number | undefined;
  readonly #steps = new FairSlots('deliveries', stepLimits);
  readonly #extraSlots = new ExtraSlots();
  /** By organization and webhook. */
  readonly #runs = new Map<string, { run: DeliveryRun; receiver: Receiver; done: Promise<void> }>();
  /** By organization, as long as it has runs. */
  readonly #texts = new Map<string, EventTexts>();
  /** Organizations that have webhooks, as far as is known here. */
  #subscribed = new Set<string>();
  #refreshedAt = Number.NEGATIVE_INFINITY;
  /** When to look at an organization next. */
  readonly #hints = new Map<string, { at: number; timer: NodeJS.Timeout }>();

  constructor(database: Database, parts: WorkerParts, log: Logger, options: WebhookOptions = {}) {
    super(database, log);
    this.#parts = parts;
    this.rules = new AddressRules(options.networks);
    this.#connect = judgedConnector(this.rules, options.network ?? realNetwork(this.rules));
    this.#answerMs = options.answerMs;
  }

  /** For one webhook; to be closed. */
  openReceiver(): Receiver {
    return new Receiver(this.#connect, this.#answerMs);
  }

  /** An organization may have new events. */
  eventsWritten(organizationId: string): void {
    if (!this.#subscribed.has(organizationId)) return;
    const runs = this.#runsOf(organizationId);
    for (const { run } of runs) run.eventsWritten();
    this.#hint(organizationId, runs.length === 0 ? HINT_MS : OTHERS_HINT_MS);
  }

  everybodyMayHaveEvents(): void {
    for (const organizationId of this.#subscribed) this.#hint(organizationId, HINT_MS);
  }

  /** Its webhooks may have changed. */
  settingsChanged(organizationId: string): void {
    this.#subscribed.add(organizationId); // where it has none, the next refresh finds out
    for (const { run } of this.#runsOf(organizationId)) run.refresh();
    this.#hint(organizationId, HINT_MS);
  }

  /** A lead was erased: what was read of it must not be sent any more. */
  erased(organizationId: string): void {
    this.#texts.get(organizationId)?.forget();
  }

  /** Erasures may have been missed. */
  anybodyMayBeErased(): void {
    for (const texts of this.#texts.values()) texts.forget();
  }

  /** Something of its webhooks is due. */
  override nudge(organizationId: string): void {
    for (const { run } of this.#runsOf(organizationId)) run.lookAgain();
    super.nudge(organizationId);
  }

  protected override list() {
    return listOrganizationsDue(this.database);
  }

  override async sweep(known?: Round['known']): Promise<void> {
    if (performance.now() - this.#refreshedAt > REFRESH_MS) await this.#refresh();
    await super.sweep(known);
  }

  /** Claims what is free, and begins to work on it. */
  protected override async work(organizationId: string): Promise<void> {
    await this.#step(organizationId, '', async () => {
      const room = MOST_RUNS - this.#runs.size;
      if (room <= 0 || this.isStopped) return;
      const claimed = await claimWebhooks(this.database, organizationId, LEASE_SECONDS, room);
      for (const held of claimed) this.#begin(organizationId, held);
    });
  }

  override async stop(): Promise<void> {
    this.isStopped = true;
    for (const { timer } of this.#hints.values()) clearTimeout(timer);
    this.#hints.clear();
    await super.stop();
    const runs = [...this.#runs.values()];
    for (const { run } of runs) run.lookAgain();
    const done = Promise.all(runs.map((one) => one.done));
    await atMost(STOP_MS, done, () => {});
    await Promise.all(runs.map(({ receiver }) => receiver.close()));
    await done;
  }

  #begin(organizationId: string, held: HeldWebhook): void {
    const key = `${organizationId} ${held.id}`;
    const receiver = this.openReceiver();
    const { key: secretKey, keptMs } = this.#parts;
    const run = new DeliveryRun(organizationId, held, receiver, {
      database: this.database,
      texts: this.#textsOf(organizationId),
      key: secretKey,
      keptMs,
      extraSlots: this.#extraSlots,
      step: (id, webhook, work) => this.#step(id, webhook, work),
      mustEnd: (startedAt) => this.isStopped || (this.#isFull && performance.now() - startedAt > SLICE_MS),
      count: (attempted, url) => this.#count(attempted, url),
    });
    const done = run
      .work()
      .catch((error: Error) => {
        this.log.warn({ task: this.task, webhook: held.public_id, cause: error.name }, 'maintenance');
        return LEASE_SECONDS + 1;
      })
      .then(async (seconds) => {
        this.#runs.delete(key);
        if (this.#runsOf(organizationId).length === 0) this.#texts.delete(organizationId);
        await receiver.close();
        // More precise than the sweep; other processes have only that.
        if (run.isBehind) this.#hint(organizationId, HINT_MS);
        else if (seconds !== null) this.#hint(organizationId, Math.max(seconds * 1_000, HINT_MS));
      });
    this.#runs.set(key, { run, receiver, done });
  }

  /** What the webhooks of an organization send is read for all of them. */
  #textsOf(organizationId: string): EventTexts {
    const { settings } = this.#parts;
    const known =
      this.#texts.get(organizationId) ??
      new EventTexts((positions) =>
        this.#step(organizationId, '', () => readEventsAt(this.database, settings, organizationId, positions)),
      );
    this.#texts.set(organizationId, known);
    return known;
  }

  get #isFull(): boolean {
    return this.#runs.size >= MOST_RUNS;
  }

  #runsOf(organizationId: string) {
    return [...this.#runs.values()].filter(({ run }) => run.organizationId === organizationId);
  }

  /** Looks in so long; of several times the earliest counts. */
  #hint(organizationId: string, ms: number): void {
    const at = performance.now() + ms;
    const known = this.#hints.get(organizationId);
    if (this.isStopped || ms > LATEST_HINT_MS || (known !== undefined && known.at <= at)) return;
    clearTimeout(known?.timer);
    const look = () => {
      this.#hints.delete(organizationId);
      for (const { run } of this.#runsOf(organizationId)) run.eventsWritten();
      super.nudge(organizationId); // runs know themselves what else is due
    };
    this.#hints.set(organizationId, { at, timer: setTimeout(look, ms).unref() });
  }

  async #step<T>(organizationId: string, webhook: string, work: () => Promise<T>): Promise<T> {
    const release = await this.#steps.take({ organizationId, tokenId: webhook });
    try {
      return await work();
    } finally {
      release();
    }
  }

  #count(attempted: readonly Attempted[], url: string): void {
    for (const one of attempted) {
      const isRetried = !isSuccess(one.outcome) && resultOf(one, url).status === 'pending';
      this.#parts.metrics.attempted(isRetried ? 'retried' : isSuccess(one.outcome) ? 'succeeded' : 'failed');
    }
  }

  async #refresh(): Promise<void> {
    this.#subscribed = new Set(await listOrganizationsWithWebhooks(this.database));
    const { pending = 0, lag = null } = (await countWaiting(this.database, MOST_COUNTED)) ?? {};
    this.#parts.metrics.waiting(pending, lag ?? 0);
    this.#refreshedAt = performance.now();
  }
}
