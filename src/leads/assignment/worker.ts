import type { Logger } from 'pino';
import { type Database, DatabaseUnavailable } from '../../db/sql.ts';
import { BackgroundWork, type Round } from '../../db/sweep.ts';
import { Rotation } from '../../distribution/rotation.ts';
import type { Settings } from '../../settings/snapshot.ts';
import { findVersion, type SettingsStore } from '../../settings/store.ts';
import { leadOf, type StoredLead } from '../queries.ts';
import type { Written } from '../writing/events.ts';
import { writeLeads } from '../writing/write.ts';
import { assignWaiting } from './assign-waiting.ts';
import {
  listOrganizationsWithWaiting,
  listQueue,
  QUEUE_PAGE,
  type QueuePosition,
  type QueueStart,
  stopWaiting,
} from './queries.ts';

/** A lead that could not be written lets others go before it for so long. */
const ASIDE_MS = 30_000;
/** Of a queue, this much is looked at in one run; the next one goes on behind it. */
const MOST_PAGES = 50;

/** How far runs have come in a queue that is too long for one of them, and the routes on which nobody could take a lead. */
interface Pass {
  readonly after: QueuePosition;
  readonly blocked: Set<string>;
  /** Another version may match other rules to the leads that were passed. */
  readonly settingsVersion: string;
  /** The next run follows at once, and not with the next sweep. */
  readonly isHurried: boolean;
}

/** Where a run goes on: behind a position, or at the front with the settings of then, which have changed. */
type Next = QueueStart | 'end';

/** What the pages of a run share. */
interface Run {
  readonly settings: Settings;
  readonly blocked: Set<string>;
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
  /** Organizations whose queue is to be looked at from the front again, once runs have come to its end. */
  readonly #fromFront = new Set<string>();
  /** Leads that could not be written, and until when they are passed over. */
  readonly #aside = new Map<string, number>();

  constructor(database: Database, settings: SettingsStore, log: Logger, written: Written = () => {}) {
    super(database, log);
    this.#settings = settings;
    this.#written = written;
  }

  /** Whether the lead could not be written lately: it must not keep others from being assigned. */
  isAside = (leadId: string): boolean => (this.#aside.get(leadId) ?? 0) > Date.now();

  override sweep(known: Round['known'] = () => this.#settings.served()): Promise<void> {
    for (const id of this.#aside.keys()) if (!this.isAside(id)) this.#aside.delete(id);
    return super.sweep(known);
  }

  protected override list() {
    return listOrganizationsWithWaiting(this.database);
  }

  /** From the front of the queue; a pass under way comes to its end first, or no run would get far where many nudge. */
  override nudge(organizationId: string): void {
    const isUnderWay = this.isRunning(organizationId) || this.#passes.get(organizationId)?.isHurried === true;
    if (isUnderWay) this.#fromFront.add(organizationId);
    else this.#passes.delete(organizationId);
    super.nudge(organizationId);
  }

  protected override async work(organizationId: string, isNudged: boolean): Promise<void> {
    const settings = await this.#settings.current(organizationId);
    const last = this.#passes.get(organizationId);
    const pass = last?.settingsVersion === settings.version ? last : undefined;
    let run: Run = { settings, blocked: pass?.blocked ?? new Set() };
    let next: Next = pass?.after ?? 'front';
    for (let page = 0; next !== 'end' && page < MOST_PAGES && !this.isStopped; page++) {
      next = await this.#assignPage(run, next);
      if (next === 'front') run = { settings: await this.#settings.current(organizationId), blocked: new Set() };
    }
    if (next === 'front' || next === 'end') {
      this.#passes.delete(organizationId);
      if (this.#fromFront.delete(organizationId)) super.nudge(organizationId);
      return;
    }
    const isHurried = isNudged || pass?.isHurried === true;
    const { blocked, settings: current } = run;
    this.#passes.set(organizationId, { after: next, blocked, settingsVersion: current.version, isHurried });
    if (isHurried) super.nudge(organizationId);
  }

  async #assignPage(run: Run, from: QueueStart): Promise<Next> {
    try {
      return await this.#assign(run, from, QUEUE_PAGE);
    } catch (error) {
      if (error instanceof DatabaseUnavailable) throw error;
    }
    // One of them cannot be written: each by itself, and that one is set aside.
    let position = from;
    for (let n = 0; n < QUEUE_PAGE; n++) {
      const next = await this.#assign(run, position, 1).catch((error: unknown) => {
        if (error instanceof DatabaseUnavailable) throw error;
        return this.#setAside(run.settings, position, error);
      });
      if (next === 'front' || next === 'end') return next;
      position = next;
    }
    return position;
  }

  async #setAside({ organization }: Settings, from: QueueStart, error: unknown): Promise<Next> {
    const { text, values } = listQueue(organization.id, from, 1);
    const lead = await this.database.row<StoredLead & QueuePosition>(text, values);
    if (lead === undefined) return 'end';
    this.#aside.set(lead.id, Date.now() + ASIDE_MS);
    this.log.warn({ lead: lead.public_id, cause: (error as Error).name }, 'a waiting lead could not be assigned');
    return lead;
  }

  #assign({ settings, blocked }: Run, from: QueueStart, limit: number) {
    const { id: organizationId } = settings.organization;
    return this.database.begin(async (sql): Promise<Next> => {
      const rotation = new Rotation(settings);
      const reads = [listQueue(organizationId, from, limit), findVersion(organizationId)];
      const { hasWaiting, answers } = await rotation.lock(sql, [], reads);
      const [queue, [{ version } = settings]] = answers as [(StoredLead & QueuePosition)[], { version: string }[]];
      // Who was paused before these leads came gets none of them, and those before them may have an owner by now.
      if (version !== settings.version) return 'front';
      const leads = queue.filter(({ id }) => !this.isAside(id)).map(leadOf);
      const { writes, settled, blocked: found } = await assignWaiting(sql, settings, rotation, leads, blocked);
      const isEmpty = queue.length === 0 && from === 'front';
      const queries = [
        ...(writes.length > 0 ? writeLeads(sql, organizationId, writes) : []),
        ...(settled.length > 0 ? [stopWaiting(organizationId, settled)] : []),
        ...rotation.save(isEmpty && hasWaiting ? false : undefined),
      ];
      if (queries.length > 0) await sql.commitWith(queries);
      if (writes.length > 0) this.#written(organizationId);
      for (const route of found) blocked.add(route);
      return queue.length < limit ? 'end' : (queue.at(-1) ?? 'end');
    });
  }
}
