import type { Logger } from 'pino';
import { TokenStore } from './access/token-store.ts';
import { loadKeys } from './db/installation.ts';
import type { Database, Subscription } from './db/sql.ts';
import { largeBodyLimits } from './http/large-bodies.ts';
import { defaultLimits, type Limits } from './http/limits.ts';
import { AssignmentWorker } from './leads/assignment/worker.ts';
import { Rescoring } from './leads/scores/rescoring.ts';
import { LeadCaptures } from './leads/writing/capture.ts';
import { LeadChanges } from './leads/writing/change.ts';
import { createMetrics } from './metrics.ts';
import { createRateLimits, defaultQuotas, type Quotas } from './rate-limits/rate-limits.ts';
import { busySince, neverBusy, openReports } from './reports/reading.ts';
import { CHANGES } from './settings/change.ts';
import { SettingsStore } from './settings/store.ts';
import { simulationLimits } from './simulation/replay.ts';
import { previewLimits } from './simulation/simulate.ts';
import { FairSlots } from './slots/fair-slots.ts';

export interface PartsOptions {
  database: Database;
  /** For settings: a request may hold one of the other connections while it waits for them. */
  settingsDatabase?: Database;
  /** For reports. */
  reportsDatabase?: Database;
  /** Whether that is another server, where they take no processor from captures. */
  areReportsElsewhere?: boolean;
  log: Logger;
  limits?: Partial<Limits & Quotas>;
  /** Whether somebody reads the metrics. */
  isWatched?: boolean;
}

/** What a running process is made of: made once at the start, on a database that has been migrated. */
export type Parts = Awaited<ReturnType<typeof makeParts>>;

export async function makeParts({
  database,
  settingsDatabase = database,
  reportsDatabase = database,
  areReportsElsewhere = false,
  log,
  limits,
  isWatched = true,
}: PartsOptions) {
  const keys = await loadKeys(database);
  const tokens = new TokenStore(database, keys.organization);
  const settings = new SettingsStore(settingsDatabase);
  const assignment = new AssignmentWorker(database, settings, log);
  const nudge = (organizationId: string) => assignment.nudge(organizationId);
  const leads = { captures: new LeadCaptures(database, assignment), changes: new LeadChanges(database), nudge };
  const rateLimits = createRateLimits(database, { ...defaultQuotas, ...limits }, log);
  return {
    database,
    reports: openReports(reportsDatabase, areReportsElsewhere ? neverBusy : busySince),
    /** For trying out rules on the leads of a range. */
    simulations: new FairSlots('simulations', simulationLimits),
    /** For simulations of a single lead. */
    previews: new FairSlots('simulations', previewLimits),
    /** For parsing and checking large bodies. */
    largeBodies: new FairSlots('large requests', largeBodyLimits),
    keys,
    tokens,
    settings,
    leads,
    assignment,
    rescoring: new Rescoring(database, log),
    /** Drops what is kept in memory of an organization, and looks what its new settings make possible. */
    settingsChanged(organizationId: string) {
      tokens.forget(organizationId);
      settings.forget(organizationId);
      assignment.nudge(organizationId);
    },
    rateLimits,
    metrics: createMetrics(database, isWatched),
    log,
    /** Addresses in answers; the service's own once it listens, unless they are set. */
    urls: { publicUrl: 'http://127.0.0.1:8080', docsUrl: 'http://127.0.0.1:8080' },
    limits: { ...defaultLimits, ...limits },
  };
}

/** Hears of changes that other processes made. */
export function followChanges({ database, tokens, settings, settingsChanged }: Parts): Promise<Subscription> {
  return database.listen(CHANGES, settingsChanged, () => {
    tokens.forgetAll();
    settings.forgetAll();
  });
}
