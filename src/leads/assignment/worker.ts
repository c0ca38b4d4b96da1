import type { Logger } from 'pino';
import { type Database, DatabaseUnavailable } from '../../db/sql.ts';
import { BackgroundWork } from '../../db/sweep.ts';
import { planOnRoute } from '../../distribution/plan.ts';
import { Rotation } from '../../distribution/rotation.ts';
import type { Settings } from '../../settings/snapshot.ts';
import { findVersion, type SettingsStore } from '../../settings/store.ts';
import { leadOf, type StoredLead } from '../queries.ts';
import type { Written } from '../writing/events.ts';
import { writeLeads } from '../writing/write.ts';
import { assignWaiting } from './assign-waiting.ts';
import { listOrganizationsWithWaiting, listQueue, type QueuePosition, stopWaiting } from './queries.ts';

const PAGE = 40;
/** A lead that could not be written lets others go before it for so long. */
const ASIDE_MS = 30_000;
/** Of a queue, this much is looked at in one run; the next one goes on behind it. */
const MOST_PAGES = 50;
/** What is known of a long queue is looked up anew after so long. */
const PASS_MS = 60_000;
/** Of more routes, only the next time round shows which of them are free. */
const MOST_ROUTES = 200;

type From = QueuePosition | 'front';

/** Routes on which nobody could take a lead, and from where on leads wait on each. */
type Routes = Map<string, From>;

/** How far runs have come in a queue that is too long for one of them. All leads before wait on one of the routes. */
interface Pass {
  readonly after: From;
  readonly routes: Routes;
  /** Another version may match other rules to the leads that were passed. */
  readonly settingsVersion: string;
  readonly begun: number;
}

/** Where a run goes on: behind a position, or at the front with the settings of then, which have changed. */
type Next = From | 'end';

/** What the pages of a run share. */
interface Run {
  readonly settings: Settings;
  readonly routes: Routes;
}

/**
 * Assigns leads that nobody could take when they came, in order of arrival: when nudged, and every few seconds for what only the
 * clock decides. Safe in many processes at once: each page of the queue is one transaction under the organization's lock.
 */
export class AssignmentWorker extends BackgroundWork {
  protected override readonly task = 'assignment';
  readonly #settings: SettingsStore;
  readonly #written: Written;
  readonly #passes = new Map<string, Pass>();
  /** Leads that could not be written, and until when they are passed over. */
  readonly #aside = new Map<string, number>();

  constructor(database: Database, settings: SettingsStore, log: Logger, written: Written = () => {}) {
    super(database, log);
    this.#settings = settings;
    this.#written = written;
  }

  /** Whether the lead could not be written lately: it must not keep others from being assigned. */
  isAside = (leadId: string): boolean => (this.#aside.get(leadId) ?? 0) > Date.now();

  override sweep(known = () => this.#settings.served()): Promise<void> {
    for (const id of this.#aside.keys()) if (!this.isAside(id)) this.#aside.delete(id);
    return super.sweep(known);
  }

  protected override list() {
    return listOrganizationsWithWaiting(this.database);
  }

  protected override async work(organizationId: string, isNudged: boolean): Promise<void> {
    const settings = await this.#settings.current(organizationId);
    let pass = this.#passOf(settings, isNudged);
    let run: Run = { settings, routes: new Map(pass?.routes) };
    const freed: Routes = run.routes.size > MOST_ROUTES ? new Map() : await this.#freeRoutes(run);
    let from: From = [...freed.values()].reduce(earlierOf, pass?.after ?? 'front');
    let next: Next = from;
    for (let page = 0; next !== 'end' && page < MOST_PAGES && !this.isStopped; page++) {
      from = next;
      next = await this.#assignPage(run, from);
      if (next === 'front') {
        pass = undefined;
        run = { settings: await this.#settings.current(organizationId), routes: new Map() };
      } else if (pass !== undefined && next !== 'end' && [...freed.keys()].every((route) => run.routes.has(route))) {
        next = laterOf(next, pass.after);
      }
    }
    const isOver = next === 'end' && (pass === undefined || run.routes.size > MOST_ROUTES);
    if (isOver || next === 'front') {
      this.#passes.delete(organizationId);
      return;
    }
    const begun = pass?.begun ?? Date.now();
    const after = next === 'end' ? from : next;
    this.#passes.set(organizationId, { after, routes: run.routes, settingsVersion: run.settings.version, begun });
    // What became possible is done at once, however long the queue; sweeps take one step each.
    if (isNudged && next !== 'end') this.nudge(organizationId);
  }

  #passOf({ organization, version }: Settings, isNudged: boolean): Pass | undefined {
    const pass = this.#passes.get(organization.id);
    const isOld = pass !== undefined && !isNudged && Date.now() - pass.begun > PASS_MS;
    return pass?.settingsVersion === version && !isOld ? pass : undefined;
  }

  /** Takes out the routes on which somebody can take a lead by now, and answers them. */
  async #freeRoutes({ settings, routes }: Run): Promise<Routes> {
    if (routes.size === 0) return new Map();
    const now = new Date();
    const rotation = new Rotation(settings);
    const planned = [...routes].map(([route, from]) => ({ route, from, plan: planOnRoute(settings, route, now) }));
    const plans = planned.map(({ plan }) => plan);
    await this.database.begin((sql) => rotation.read(sql, plans));
    const freed = planned.filter(({ plan }) => rotation.preview(plan).ownerId !== null);
    for (const { route } of freed) routes.delete(route);
    return new Map(freed.map(({ route, from }) => [route, from]));
  }

  async #assignPage(run: Run, from: From): Promise<Next> {
    try {
      return await this.#assign(run, from, PAGE);
    } catch (error) {
      if (error instanceof DatabaseUnavailable) throw error;
    }
    // One of them cannot be written: each by itself, and that one is set aside.
    let position = from;
    for (let n = 0; n < PAGE; n++) {
      const next = await this.#assign(run, position, 1).catch((error: unknown) => {
        if (error instanceof DatabaseUnavailable) throw error;
        return this.#setAside(run.settings, position, error);
      });
      if (next === 'front' || next === 'end') return next;
      position = next;
    }
    return position;
  }

  async #setAside({ organization }: Settings, from: From, error: unknown): Promise<Next> {
    const { text, values } = listQueue(organization.id, from, 1);
    const lead = await this.database.row<StoredLead & QueuePosition>(text, values);
    if (lead === undefined) return 'end';
    this.#aside.set(lead.id, Date.now() + ASIDE_MS);
    this.log.warn({ lead: lead.public_id, cause: (error as Error).name }, 'a waiting lead could not be assigned');
    return lead;
  }

  #assign({ settings, routes }: Run, from: From, limit: number) {
    const { id: organizationId } = settings.organization;
    return this.database.begin(async (sql): Promise<Next> => {
      const rotation = new Rotation(settings);
      const reads = [listQueue(organizationId, from, limit), findVersion(organizationId)];
      const { hasWaiting, answers } = await rotation.lock(sql, [], reads);
      const [queue, [{ version } = settings]] = answers as [(StoredLead & QueuePosition)[], { version: string }[]];
      // Who was paused before these leads came gets none of them, and those before them may have an owner by now.
      if (version !== settings.version) return 'front';
      const leads = queue.filter(({ id }) => !this.isAside(id)).map(leadOf);
      const { writes, settled, blocked } = await assignWaiting(sql, settings, rotation, leads, routes);
      const isEmpty = queue.length === 0 && from === 'front';
      const queries = [
        ...(writes.length > 0 ? writeLeads(sql, organizationId, writes) : []),
        ...(settled.length > 0 ? [stopWaiting(organizationId, settled)] : []),
        ...rotation.save(isEmpty && hasWaiting ? false : undefined),
      ];
      if (queries.length > 0) await sql.commitWith(queries);
      if (writes.length > 0) this.#written(organizationId);
      for (const route of blocked) routes.set(route, from);
      return queue.length < limit ? 'end' : (queue.at(-1) ?? 'end');
    });
  }
}

function isEarlier(one: From, other: From): boolean {
  if (one === 'front' || other === 'front') return one === 'front';
  const ages = one.assigned_at.getTime() - other.assigned_at.getTime();
  return ages < 0 || (ages === 0 && BigInt(one.id) < BigInt(other.id));
}

const earlierOf = (one: From, other: From): From => (isEarlier(one, other) ? one : other);
const laterOf = (one: From, other: From): From => (isEarlier(one, other) ? other : one);
