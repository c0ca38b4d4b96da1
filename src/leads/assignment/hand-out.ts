import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import { type Database, DatabaseUnavailable, isLockedOut, isLostRace, type Sql } from '../../db/sql.ts';
import type { Turn } from '../../distribution/decide.ts';
import { assignmentEvent } from '../../distribution/explanation.ts';
import { type Plan, planFor, rulesInForce } from '../../distribution/plan.ts';
import type { Turns } from '../../distribution/turns.ts';
import { systemAuthor } from '../../organization/organizations.ts';
import type { Settings } from '../../settings/snapshot.ts';
import type { SettingsStore } from '../../settings/store.ts';
import { activity, audit } from '../events.ts';
import { findLeadById, listLeadsById } from '../queries.ts';
import { factsOf, type LeadRow } from '../row.ts';
import { type Alteration, changeLead, laterOf } from '../write.ts';
import { listWaiting, stopWaiting, type WaitingLead } from './queries.ts';
import { WaitingOrganizations } from './waiting-organizations.ts';

const PAGE = 40;
const AT_ONCE = 8;
/** Of the queue, this much is looked at in one go; the next go comes soon. */
const MOST_PAGES = 50;
/** A new lead lets those that wait go first, but not for longer than this: then it waits with them. */
const PATIENCE_MS = 500;
/** A lead that could not be written lets others go before it for so long. */
const ASIDE_MS = 30_000;
/** When a lead is about to wait, it does by then. */
const SOON_MS = 100;

const BUSY = 'busy' as const;
/** What the front of a queue is like: being handed out, or waiting on these routes for somebody; empty if on none. */
type Front = typeof BUSY | ReadonlySet<string>;

/** Of a new lead: it is its turn, or others wait for the same people before it, or that could not be found out in time. */
export type Standing = 'next' | 'behind' | 'unknown';

/**
 * Hands out leads that nobody could take when they came, in order of arrival, as soon as somebody can: after a change of
 * settings, when a lead is closed or given to somebody else, and every few seconds for what only the clock decides (hours,
 * a new day). Safe in many processes at once: who finds the lead taken gives the turn back.
 */
export class HandOut {
  readonly #database: Database;
  readonly #turns: Turns;
  readonly #settings: SettingsStore;
  readonly #organizations: WaitingOrganizations;
  readonly #log: Logger;
  readonly #running = new Map<string, Promise<Front>>();
  readonly #next = new Map<string, Promise<Front>>();
  /** How far a sweep came in a queue that is too long for one. */
  readonly #sweptUntil = new Map<string, WaitingLead>();
  /** Leads that could not be written, and until when they are set aside. */
  readonly #aside = new Map<string, number>();
  readonly #soon = new Set<string>();
  #stopped = false;

  constructor(database: Database, turns: Turns, settings: SettingsStore, log: Logger) {
    this.#database = database;
    this.#turns = turns;
    this.#settings = settings;
    this.#organizations = new WaitingOrganizations(database);
    this.#log = log;
  }

  /** Lets waiting leads go first, and answers where a new one stands after that. */
  async beforeNew(organizationId: string, plan: Plan): Promise<Standing> {
    const go = this.#running.get(organizationId) ?? this.#start(organizationId);
    const patience = sleep<Front>(PATIENCE_MS, BUSY, { ref: false });
    const front = await Promise.race([go.catch(() => BUSY), patience]);
    if (front === BUSY) return 'unknown';
    return front.has(routeOf(plan)) ? 'behind' : 'next';
  }

  /** Somebody may be able to take a lead: looks beside the request. */
  nudge(organizationId: string): void {
    if (!this.#stopped) this.run(organizationId).catch(() => {}); // the sweep comes
  }

  /**
   * Hands out from the front of the queue until nobody can take more. A go that is under way may have looked before whatever
   * made the caller ask: one more comes after it, shared by all who ask meanwhile.
   */
  run(organizationId: string): Promise<Front> {
    const running = this.#running.get(organizationId);
    if (running === undefined) return this.#start(organizationId);
    const next = this.#next.get(organizationId);
    if (next !== undefined) return next;
    const start = () => {
      this.#next.delete(organizationId);
      return this.#start(organizationId);
    };
    const following = running.then(start, start);
    this.#next.set(organizationId, following);
    return following;
  }

  #start(organizationId: string): Promise<Front> {
    const run = this.#fromTheFront(organizationId).finally(() => {
      if (this.#running.get(organizationId) === run) this.#running.delete(organizationId);
    });
    this.#running.set(organizationId, run);
    return run;
  }

  /** Every queue, also behind leads that nobody can take: other rules may know somebody for those that came later. */
  async sweep(): Promise<void> {
    for (const [id, until] of this.#aside) if (until < Date.now()) this.#aside.delete(id);
    const failures: unknown[] = [];
    for await (const organizationId of this.#organizations.list(failures)) {
      if (this.#stopped) return;
      try {
        // What came free again is for who waits longest, wherever that is in the queue.
        if (await this.#throughAll(organizationId)) await this.#throughAll(organizationId);
      } catch (error) {
        failures.push(error);
        // Where the database answers, only this organization's part of it does not.
        if (error instanceof DatabaseUnavailable) await this.#database.rows('select 1');
      }
    }
    if (failures.length > 0) throw failures[0];
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    await Promise.allSettled([...this.#running.values(), ...this.#next.values()]);
  }

  async #fromTheFront(organizationId: string): Promise<Front> {
    let settings: Settings | null = null;
    let after: WaitingLead | null = null;
    const hopeless = new Set<string>();
    for (let page = 0; page < MOST_PAGES && !this.#stopped; page++) {
      const size = page === 0 ? 1 : PAGE; // mostly the first one tells that there is still nobody
      const waiting: WaitingLead[] = await listWaiting(this.#database, organizationId, after, size);
      if (waiting.length === 0) {
        if (this.#turns.mayWait(organizationId)) await this.#nothingWaits(organizationId);
        return hopeless;
      }
      settings ??= await this.#settingsFor(organizationId, waiting);
      const { aside, dealtWith, busy, returned } = await this.#handOut(settings, waiting, hopeless);
      if (aside === waiting.length) after = waiting.at(-1) ?? null;
      else if (dealtWith === 0) return busy > 0 ? BUSY : hopeless;
      if (returned > 0) hopeless.clear(); // whoever found nobody meanwhile may find somebody now
    }
    return BUSY;
  }

  async #nothingWaits(organizationId: string): Promise<void> {
    const isEmpty = async () => (await listWaiting(this.#database, organizationId, null, 1)).length === 0;
    const isAboutTo = await this.#turns.nothingWaits(organizationId, isEmpty);
    if (!isAboutTo || this.#soon.has(organizationId)) return;
    // Whatever made us look may be what the lead that is about to wait will wait for.
    this.#soon.add(organizationId);
    setTimeout(() => {
      this.#soon.delete(organizationId);
      this.nudge(organizationId);
    }, SOON_MS).unref();
  }

  /** True where places came free again. */
  async #throughAll(organizationId: string): Promise<boolean> {
    let settings: Settings | null = null;
    const hopeless = new Set<string>();
    let after = this.#sweptUntil.get(organizationId) ?? null;
    let hasReturned = false;
    for (let page = 0; page < MOST_PAGES && !this.#stopped; page++) {
      const waiting: WaitingLead[] = await listWaiting(this.#database, organizationId, after, PAGE);
      if (waiting.length > 0) {
        settings ??= await this.#settingsFor(organizationId, waiting);
        if ((await this.#handOut(settings, waiting, hopeless)).returned > 0) hasReturned = true;
      }
      after = waiting.length < PAGE ? null : (waiting.at(-1) ?? null);
      if (after === null) break;
    }
    if (after === null) this.#sweptUntil.delete(organizationId);
    else this.#sweptUntil.set(organizationId, after);
    return hasReturned;
  }

  /** As they are now: read anew only where they have changed. */
  #settingsFor(organizationId: string, [first]: readonly WaitingLead[]): Settings | Promise<Settings> {
    return this.#settings.get(organizationId, first?.settings_version ?? '0');
  }

  /** Answers how many are set aside, dealt with, or being given away by another process, and how many places came free again. */
  async #handOut(settings: Settings, waiting: WaitingLead[], hopeless: Set<string>) {
    const { id: organizationId } = settings.organization;
    const ids = waiting.map(({ lead_id }) => lead_id).filter((id) => !this.#isAside(id));
    const found = new Map((await listLeadsById(this.#database, organizationId, ids)).map((lead) => [lead.id, lead]));
    const leads = ids.flatMap((id) => found.get(id) ?? []);
    const settled = leads.filter((lead) => !isToBeGiven(settings, lead)).map(({ id }) => id);
    if (settled.length > 0) await stopWaiting(this.#database, organizationId, settled);

    const now = new Date();
    const planned = leads
      .filter((lead) => isToBeGiven(settings, lead))
      .map((lead) => ({ lead, plan: planFor(settings, rulesInForce(settings), factsOf(settings, lead), now) }))
      .filter(({ plan }) => {
        if (!hasCandidate(plan)) hopeless.add(routeOf(plan));
        return !hopeless.has(routeOf(plan));
      });
    // Asked for at once, in order of arrival: decided together, in that order.
    const turns = await Promise.all(
      planned.map(({ lead, plan }) => this.#turns.take({ settings, plan, lead: lead.public_id, queue: 'ignore' })),
    );
    const counts = { aside: waiting.length - ids.length, dealtWith: settled.length, busy: 0, returned: 0 };
    const useTurn = async ({ lead, plan }: (typeof planned)[number], turn: Turn | null): Promise<void> => {
      if (turn === null) {
        counts.busy++; // another process is giving it away
      } else if (turn.choice.ownerId === null) {
        hopeless.add(routeOf(plan));
        await this.#turns.giveBack(organizationId, turn);
      } else {
        const given = await this.#give(settings, lead, turn);
        counts.dealtWith++;
        if (given) this.#turns.done(organizationId, turn);
        else await this.#turns.giveBack(organizationId, turn);
        if (!given) counts.returned++;
      }
    };
    for (let from = 0; from < planned.length; from += AT_ONCE) {
      const some = planned.slice(from, from + AT_ONCE);
      const used = await Promise.allSettled(some.map((one, n) => useTurn(one, turns[from + n] ?? null)));
      const failure = used.find((one) => one.status === 'rejected');
      if (failure === undefined) continue;
      const unused = turns.slice(from + AT_ONCE).filter((turn) => turn !== null);
      await Promise.allSettled(unused.map((turn) => this.#turns.giveBack(organizationId, turn)));
      throw failure.reason;
    }
    return counts;
  }

  /** False where somebody has the lead by now, or it cannot be written. */
  async #give(settings: Settings, lead: LeadRow, turn: Turn): Promise<boolean> {
    const author = systemAuthor(settings.organization.id);
    const find = (sql: Sql, lock: boolean) => findLeadById(sql, settings.organization.id, lead.id, lock);
    let given = false;
    try {
      await changeLead({ database: this.#database, author, settings }, find, (before, now) => {
        given = isToBeGiven(settings, before);
        return given ? giveLead(settings, before, turn, now) : null;
      });
    } catch (error) {
      if (!isOfThisLead(error)) throw error; // and nobody knows whether it was written: the turn stays under way
      this.#aside.set(lead.id, Date.now() + ASIDE_MS);
      this.#log.warn({ lead: lead.public_id, cause: (error as Error).name }, 'a waiting lead could not be given away');
      return false;
    }
    return given;
  }

  #isAside = (leadId: string): boolean => (this.#aside.get(leadId) ?? 0) > Date.now();
}

/** Not the database's: others can be written meanwhile, and this one was not. */
const isOfThisLead = (error: unknown): boolean =>
  !(error instanceof DatabaseUnavailable) || isLockedOut(error) || isLostRace(error);

const isOpen = ({ statuses }: Settings, lead: LeadRow): boolean => statuses.byId.get(lead.status_id)?.kind === 'open';

/** Without an owner, and still to be worked on. */
const isToBeGiven = (settings: Settings, lead: LeadRow): boolean => lead.owner_id === null && isOpen(settings, lead);

/** Whether somebody with a cap has an open lead less: then another may take its place. */
export function freesCapacity(settings: Settings, before: LeadRow, after: LeadRow): boolean {
  const owner = before.owner_id === null ? undefined : settings.memberships.byId.get(before.owner_id);
  const isLess = isOpen(settings, before) && (after.owner_id !== before.owner_id || !isOpen(settings, after));
  return isLess && owner !== undefined && owner.open_cap !== null;
}

/** Leads that the same rules match have the same chances. */
const routeOf = ({ steps }: Plan): string => steps.map(({ key }) => key).join();

const hasCandidate = ({ steps }: Plan): boolean =>
  steps.some(({ candidates }) => candidates.some(({ obstacle }) => obstacle === null));

function giveLead(settings: Settings, before: LeadRow, turn: Turn, now: Date): Alteration {
  const owner = settings.memberships.byId.get(turn.choice.ownerId ?? '');
  return {
    lead: {
      ...before,
      owner_id: owner?.id ?? null,
      team_id: owner?.team_id ?? null,
      last_activity_at: laterOf(now, before.last_activity_at),
      updated_at: now,
    },
    events: {
      activities: [activity('assigned')],
      assignment: assignmentEvent(turn),
      audit: audit('assigned', [{ field: 'owner', from: null, to: owner?.public_id ?? null }]),
    },
  };
}
