import type { Actor } from '../access/actor.ts';
import { scopeKey, seesLeadOf } from '../access/scope.ts';
import type { TokenStore } from '../access/token-store.ts';
import type { Database } from '../db/sql.ts';
import { requireAbility } from '../http/authenticate.ts';
import { type Credential, credentialOf } from '../http/credentials.ts';
import { withNames } from '../leads/answers.ts';
import type { Call } from '../operation.ts';
import { Problem } from '../problems.ts';
import type { Settings } from '../settings/snapshot.ts';
import type { SettingsStore } from '../settings/store.ts';
import type { FairSlots } from '../slots/fair-slots.ts';
import { type FeedPage, readFeed } from './feed.ts';
import { type EventFilterQuery, readFilter } from './filter.ts';
import { presentEvent, seesWholeEvents } from './present.ts';
import type { EventRow } from './queries.ts';
import type { SharedReads } from './shared-reads.ts';
import type { EventWatch } from './watch.ts';

/** A page takes milliseconds, and all who wait for an organization may read one at the same moment. */
export const feedLimits = { slots: 6, slotsEach: 3, waiting: 5_000, waitingEach: 2_000, acquireMs: 10_000 };

export type EventLimits = Readonly<typeof eventLimits>;

export const eventLimits = {
  /** After so long a stream ends; whoever reads it connects again, from its last event on. */
  streamMs: 3_600_000,
};

/** What following the feed needs of a process. */
export interface Following {
  readonly tokens: TokenStore;
  readonly settings: SettingsStore;
  readonly watch: EventWatch;
  /** For reading a page. */
  readonly feedSlots: FairSlots;
  readonly feedReads: SharedReads<FeedPage>;
  readonly keptMs: number;
  readonly limits: EventLimits;
}

interface Identity {
  readonly actor: Actor;
  readonly settings: Settings;
}

const IDENTIFY_MS = 500;

/** Reads the feed for one caller, whose token may end, and whose scope may change, while it waits. */
export class Follower {
  readonly #parts: Following;
  readonly #sql: Database;
  readonly #query: EventFilterQuery;
  readonly #credential: Credential | null;
  #identifiedAt = performance.now();
  /** Of tokens, when this one was looked up. */
  #changes: number;
  readonly #hangUp: AbortSignal;
  #identity: Identity;

  constructor(parts: Following, call: Call<EventFilterQuery>) {
    this.#parts = parts;
    this.#changes = parts.tokens.changes;
    this.#sql = call.sql;
    this.#query = call.query;
    this.#credential = credentialOf(call.headers);
    this.#hangUp = call.hangUp();
    this.#identity = call;
  }

  get hasGone(): boolean {
    return this.#hangUp.aborted || this.#parts.watch.isStopped;
  }

  /** Throws if the token has ended, also while the page was read: who reads many pages may do so for minutes. */
  async read(after: string, size: number): Promise<FeedPage> {
    if (performance.now() - this.#identifiedAt > IDENTIFY_MS) await this.#identify();
    for (;;) {
      const page = await this.#read(after, size);
      if (this.#changes === this.#parts.tokens.changes) return page;
      const scope = scopeKey(this.#identity.actor);
      await this.#identify();
      if (scopeKey(this.#identity.actor) === scope) return page;
    }
  }

  #read(after: string, size: number): Promise<FeedPage> {
    const { actor, settings } = this.#identity;
    const { 'filter[type]': type, 'filter[lead]': lead, 'filter[occurred_at]': occurred } = this.#query;
    const key = JSON.stringify([actor.organizationId, scopeKey(actor), type, lead, occurred, after, size]);
    return this.#parts.feedReads.read(
      key,
      this.#hangUp,
      (signal) => this.#parts.feedSlots.take(actor, signal),
      async () => {
        const filter = await readFilter(this.#sql, settings, actor, this.#query);
        if (filter === null) return { rows: [], position: after, hasMore: false };
        const reader = { organizationId: actor.organizationId, actor };
        return readFeed(this.#sql, settings, { reader, filter, after, size });
      },
    );
  }

  /** Until something may have happened, or the time has passed. Answers where to read on. Throws if the token has ended. */
  async wait(after: string, ms: number): Promise<string> {
    const { actor } = this.#identity;
    const { organizationId, tokenId } = actor;
    const isFor = (entry: Parameters<typeof seesLeadOf>[1]) => seesLeadOf(actor, entry);
    const position = await this.#parts.watch.wait({ organizationId, tokenId, after, ms, signal: this.#hangUp, isFor });
    if (position !== after) await this.#sql.flush();
    if (!this.hasGone) await this.#identify();
    return position;
  }

  /** Events as JSON texts. */
  present(rows: readonly EventRow[]): Promise<string[]> {
    const { actor, settings } = this.#identity;
    const isWhole = seesWholeEvents(actor);
    const currentSettings = () => this.#parts.settings.current(actor.organizationId);
    return withNames({ settings, currentSettings }, (known) => rows.map((row) => presentEvent(known, row, isWhole)));
  }

  async #identify(): Promise<void> {
    const { tokens, settings } = this.#parts;
    const { kind = 'token', text = '' } = this.#credential ?? {};
    this.#identifiedAt = performance.now();
    this.#changes = tokens.changes;
    const recognized = await tokens.recheck(kind, text);
    if (recognized === null) throw new Problem('unauthenticated');
    requireAbility(recognized, 'events:read');
    const { actor, settingsVersion } = recognized;
    this.#identity = { actor, settings: await settings.get(actor.organizationId, settingsVersion) };
  }
}
