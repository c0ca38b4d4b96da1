import { BackgroundWork } from '../../db/sweep.ts';
import { loadSettings, type Settings } from '../../settings/snapshot.ts';
import {
  claimRescoring,
  countLeads,
  endLease,
  keepProgress,
  listBehind,
  listNextLeads,
  listOrganizationsToRescore,
  type Progress,
} from './queries.ts';
import { BATCH, settleLeads } from './settle.ts';

/** For so long no other process takes it on; every batch renews it. */
const LEASE_SECONDS = 30;
/** Until then, requests that began with the old model in hand have ended. */
const SETTLED_MS = 15_000;
/** A lead that is changed again and again during its batch; then the batch is left for the next round. */
const TRIES = 10;

/**
 * Scores all leads anew after the model has changed: a walk in batches under a lease, each kept before the next, so that another
 * process goes on after a crash. A second walk finds leads that a process wrote with the old model, which it may hold for a second.
 */
export class Rescoring extends BackgroundWork {
  protected override readonly task = 'rescoring';

  protected override list() {
    return listOrganizationsToRescore(this.database);
  }

  protected override async work(organizationId: string): Promise<void> {
    let held = await claimRescoring(this.database, organizationId, LEASE_SECONDS);
    if (held === undefined) return;
    const settings = await loadSettings(this.database, organizationId);
    if (settings?.scoring.version !== held.version) return this.nudge(organizationId);
    while (!this.isStopped && !isAtRest(held)) {
      const progress = await this.#step(settings, held);
      const kept = await keepProgress(this.database, organizationId, LEASE_SECONDS, progress);
      // A new model came, or the lease has gone to another process.
      if (kept === undefined) return this.nudge(organizationId);
      held = { ...progress, ...kept };
    }
    await endLease(this.database, organizationId, held);
  }

  /** One batch of a walk. */
  async #step(settings: Settings, held: Progress): Promise<Progress> {
    const { version, after_id: afterId, walked_at } = held;
    const { id: organizationId } = settings.organization;
    const total = held.total ?? (await this.#count(organizationId));
    const leads = await listNextLeads(this.database, organizationId, { afterId, version, limit: BATCH });
    await this.#score(
      settings,
      leads.filter(({ behind }) => behind).map(({ id }) => id),
    );
    const isLast = leads.length < BATCH;
    const after_id = isLast ? '0' : (leads.at(-1)?.id ?? '0');
    if (walked_at !== null) return { ...held, after_id, finished_at: isLast ? new Date() : null };
    const done = Number(held.done) + leads.length;
    return {
      ...held,
      after_id,
      done: String(done),
      total: total === null ? null : String(isLast ? done : Math.max(done, Number(total))),
      walked_at: isLast ? new Date() : null,
    };
  }

  /** Only for the progress that people see: where counting takes too long, it goes without. */
  #count(organizationId: string): Promise<string | null> {
    return countLeads(this.database, organizationId).catch(() => null);
  }

  /** All of them: who lost against a change is looked at again, for not every change puts the score right. */
  async #score(settings: Settings, ids: readonly string[]): Promise<void> {
    let left = ids;
    for (let tries = 0; left.length > 0; tries++) {
      if (tries === TRIES) throw new Error('leads are being changed all the time');
      await settleLeads(this.database, settings, left, new Date());
      left = await listBehind(this.database, settings.organization.id, left, settings.scoring.version);
    }
  }
}

/** Finished, or between the two walks. */
const isAtRest = ({ finished_at, walked_at }: Progress): boolean =>
  finished_at !== null || (walked_at !== null && Date.now() - walked_at.getTime() < SETTLED_MS);
