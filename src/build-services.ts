import type { Logger } from 'pino';
import { TokenStore } from './access/token-store.ts';
import { loadKeys } from './db/installation.ts';
import type { Database, Subscription } from './db/sql.ts';
import { FormLimits } from './forms/limit.ts';
import { largeBodyLimits } from './http/large-bodies.ts';
import { AssignmentWorker } from './leads/assignment/worker.ts';
import { Rescoring } from './leads/scores/rescoring.ts';
import { LeadCaptures } from './leads/writing/capture.ts';
import { LeadChanges } from './leads/writing/change.ts';
import { createMetrics } from './metrics.ts';
import { createRateLimits } from './rate-limits/rate-limits.ts';
import { busySince, neverBusy, openReports } from './reports/reading.ts';
import { defaultLimits, type Limits, type Services } from './services.ts';
import { CHANGES } from './settings/change.ts';
import { SettingsStore } from './settings/store.ts';
import { simulationLimits } from './simulation/replay.ts';
import { previewLimits } from './simulation/simulate.ts';
import { FairSlots } from './slots/fair-slots.ts';

export interface ServiceOptions {
  database: Database;
  /** For settings: a request may hold one of the other connections while it waits for them. */
  settingsDatabase?: Database;
  /** For reports. */
  reportsDatabase?: Database;
  /** Whether that is another server, where they take no processor from captures. */
  areReportsElsewhere?: boolean;
  log: Logger;
  urls?: Services['urls'];
  limits?: Partial<Limits>;
  /** Whether somebody reads the metrics. */
  isWatched?: boolean;
}

/** Makes what the running service holds, on a database that has been migrated. */
export async function buildServices({
  database,
  settingsDatabase = database,
  reportsDatabase = database,
  areReportsElsewhere = false,
  log,
  urls,
  limits,
  isWatched = true,
}: ServiceOptions): Promise<Services> {
  const keys = await loadKeys(database);
  const tokens = new TokenStore(database, keys.organization);
  const settings = new SettingsStore(settingsDatabase);
  const assignment = new AssignmentWorker(database, settings, log);
  const nudge = (organizationId: string) => assignment.nudge(organizationId);
  const leads = { captures: new LeadCaptures(database, assignment), changes: new LeadChanges(database), nudge };
  const allLimits = { ...defaultLimits, ...limits };
  const rateLimits = createRateLimits(database, allLimits, log);
  return {
    database,
    reports: openReports(reportsDatabase, areReportsElsewhere ? neverBusy : busySince),
    simulations: new FairSlots('simulations', simulationLimits),
    previews: new FairSlots('simulations', previewLimits),
    largeBodies: new FairSlots('large requests', largeBodyLimits),
    keys,
    tokens,
    settings,
    leads,
    assignment,
    rescoring: new Rescoring(database, log),
    settingsChanged(organizationId) {
      tokens.forget(organizationId);
      settings.forget(organizationId);
      assignment.nudge(organizationId);
    },
    rateLimits,
    formLimits: new FormLimits(rateLimits),
    metrics: createMetrics(database, isWatched),
    log,
    urls: urls ?? { publicUrl: 'http://127.0.0.1:8080', docsUrl: 'http://127.0.0.1:8080' },
    limits: allLimits,
  };
}

/** Hears of changes that other processes made. */
export function followChanges({ database, tokens, settings, settingsChanged }: Services): Promise<Subscription> {
  return database.listen(CHANGES, settingsChanged, () => {
    tokens.forgetAll();
    settings.forgetAll();
  });
}
