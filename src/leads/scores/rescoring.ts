import type { Logger } from 'pino';
import { listLeadsWritten } from '../../audit/read.ts';
import type { Database } from '../../db/sql.ts';
import { DatabaseUnavailable } from '../../db/sql.ts';
import { type Known, nobodyKnown, sweepOrganizations } from '../../db/sweep.ts';
import { loadSettings, type Settings } from '../../settings/snapshot.ts';
import {
  type ClaimedRescoring,
  claimRescoring,
  countLeads,
  endLease,
  keepProgress,
  listBehind,
  listNextLeads,
  listOrganizationsToRescore,
} from './queries.ts';
import { BATCH, settleLeads } from './settle.ts';

/** For so long nobody else takes it on; every batch renews it. */
const LEASE_SECONDS = 30;
/** Until then, requests that began with the old model in hand have ended. */
const SETTLED_MS = 15_000;
/** How far the clocks of two machines may differ. */
const SKEW_MS = 60_000;
/** A lead that is changed under our hands again and again; then the batch is left for the next round. */
const TRIES = 10;

/**
 * Scores the leads of an organization anew after its model has changed: a walk through all of them in batches, each kept
 * before the next, so that whoever comes after a crash goes on from there. A lease keeps it to one process at a time. Then
 * a second look at the leads written meanwhile: a process may have had the old model in hand for another second.
 */
export class Rescoring {
  readonly #database: Database;
  readonly #log: Logger;
  readonly #running = new Map<string, Promise<void>>();
  readonly #again = new Set<string>();
  #stopped = false;

  constructor(database: Database, log: Logger) {
    this.#database = database;
    this.#log = log;
  }

  /** There is a new model: begins beside the request. What fails is gone on with by the next sweep. */
  nudge(organizationId: string): void {
    if (this.#stopped) return;
    if (this.#running.has(organizationId)) this.#again.add(organizationId);
    else this.run(organizationId).catch(() => {});
  }

  /** Goes on with what is to be done in an organization; whoever asks while it goes on shares it. */
  run(organizationId: string): Promise<void> {
    const running = this.#running.get(organizationId);
    if (running !== undefined) return running;
    const run = this.#work(organizationId)
      .catch((error: Error) => this.#log.warn({ task: 'rescoring', cause: error.name }, 'maintenance'))
      .finally(() => this.#running.delete(organizationId));
    this.#running.set(organizationId, run);
    return run;
  }

  async sweep(known: Known = nobodyKnown): Promise<void> {
    const list = () => listOrganizationsToRescore(this.#database);
    const isStopped = () => this.#stopped;
    await sweepOrganizations({ sql: this.#database, list, known, isStopped }, (organizationId) =>
      this.run(organizationId),
    );
  }

  /** Ends after the batch in hand. */
  async stop(): Promise<void> {
    this.#stopped = true;
    await Promise.allSettled(this.#running.values());
  }

  async #work(organizationId: string): Promise<void> {
    do {
      this.#again.delete(organizationId);
      const claimed = await claimRescoring(this.#database, organizationId, LEASE_SECONDS);
      if (claimed === undefined) continue;
      const settings = await loadSettings(this.#database, organizationId);
      if (settings === null || settings.scoring.version !== claimed.version) this.#again.add(organizationId);
      else await this.#rescore(settings, claimed);
    } while (this.#again.has(organizationId) && !this.#stopped);
  }

  async #rescore(settings: Settings, claimed: ClaimedRescoring): Promise<void> {
    const organizationId = settings.organization.id;
    let held: ClaimedRescoring | null = claimed;
    if (held.total === null) held = await this.#keep(organizationId, { ...held, total: await this.#count(settings) });
    while (held !== null && held.walked_at === null) {
      if (this.#stopped) return endLease(this.#database, organizationId, held, null);
      held = await this.#keep(organizationId, await this.#step(settings, held));
    }
    if (held === null) return void this.#again.add(organizationId); // a new model came, or somebody else is at it
    const finished = await this.#lookAgain(settings, held);
    await endLease(this.#database, organizationId, held, finished ? new Date() : null);
  }

  async #keep(organizationId: string, progress: ClaimedRescoring): Promise<ClaimedRescoring | null> {
    const kept = await keepProgress(this.#database, organizationId, LEASE_SECONDS, progress);
    return kept === undefined ? null : { ...progress, ...kept };
  }

  /** Only for the progress that people see: where counting takes too long, it goes without. */
  async #count({ organization }: Settings): Promise<string | null> {
    try {
      return (await countLeads(this.#database, organization.id)) ?? null;
    } catch (error) {
      if (error instanceof DatabaseUnavailable) return null;
      throw error;
    }
  }

  /** One batch of the walk. */
  async #step(settings: Settings, held: ClaimedRescoring): Promise<ClaimedRescoring> {
    const { version, after_id: afterId } = held;
    const leads = await listNextLeads(this.#database, settings.organization.id, { afterId, version, limit: BATCH });
    await this.#score(
      settings,
      leads.filter(({ behind }) => behind).map(({ id }) => id),
    );
    const done = Number(held.done) + leads.length;
    const isLast = leads.length < BATCH;
    return {
      ...held,
      done: String(done),
      total: held.total === null ? null : String(isLast ? done : Math.max(done, Number(held.total))),
      after_id: leads.at(-1)?.id ?? afterId,
      walked_at: isLast ? new Date() : null,
    };
  }

  /** All of them: who lost against a change is looked at again, for not every change puts the score right. */
  async #score(settings: Settings, ids: readonly string[]): Promise<void> {
    let left = ids;
    for (let tries = 0; left.length > 0; tries++) {
      if (tries === TRIES) throw new Error('leads are being changed all the time');
      await settleLeads(this.#database, settings, left, new Date());
      left = await listBehind(this.#database, settings.organization.id, left, settings.scoring.version);
    }
  }

  /** Leads that were written with the old model meanwhile; true when none can come any more. Every write is audited. */
  async #lookAgain(settings: Settings, walked: ClaimedRescoring): Promise<boolean> {
    if (Date.now() - (walked.walked_at?.getTime() ?? 0) < SETTLED_MS) return false;
    const { id: organizationId } = settings.organization;
    const limit = BATCH;
    let held: ClaimedRescoring | null = walked;
    let after = { occurred_at: new Date(walked.started_at.getTime() - SKEW_MS), id: '0' };
    while (held !== null && !this.#stopped) {
      const written = await listLeadsWritten(this.#database, organizationId, after, limit);
      const ids = [...new Set(written.map(({ lead_id }) => lead_id))];
      await this.#score(settings, await listBehind(this.#database, organizationId, ids, walked.version));
      if (written.length < limit) return true;
      after = written.at(-1) ?? after;
      held = await this.#keep(organizationId, held);
      if (held !== null) walked.leased_until = held.leased_until;
    }
    return false;
  }
}
