import type { Logger } from 'pino';
import { TokenStore } from './access/token-store.ts';
import { loadKeys } from './db/installation.ts';
import type { Database, Subscription } from './db/sql.ts';
import type { FeedPage } from './events/feed.ts';
import { type EventLimits, eventLimits, feedLimits } from './events/following.ts';
import { SharedReads } from './events/shared-reads.ts';
import { EventWatch } from './events/watch.ts';
import { largeBodyLimits } from './http/large-bodies.ts';
import { defaultLimits, type Limits } from './http/limits.ts';
import { ImportWorker } from './imports/process/worker.ts';
import { type ImportLimits, importLimits, uploadLimits } from './imports/receive/receive.ts';
import { JobWorker } from './jobs/process/worker.ts';
import { findingLimits } from './jobs/start.ts';
import { AssignmentWorker } from './leads/assignment/worker.ts';
import { erasureIn } from './leads/erasure/announce.ts';
import { Retention } from './leads/erasure/retention.ts';
import { type ExportLimits, Exports } from './leads/export/exports.ts';
import { Rescoring } from './leads/scores/rescoring.ts';
import { Suppression } from './leads/suppression/suppression.ts';
import { LeadCaptures } from './leads/writing/capture.ts';
import { LeadChanges } from './leads/writing/change.ts';
import { createMetrics } from './metrics.ts';
import { IdentityProvider, type ProviderOptions } from './organization/sign-in/oidc/provider.ts';
import { SignInOrganizations } from './organization/sign-in/organizations.ts';
import { Passwords } from './organization/sign-in/passwords.ts';
import { createRateLimits, defaultQuotas, type Quotas } from './rate-limits/rate-limits.ts';
import { mainSource, openReports } from './reports/reading.ts';
import type { Replica } from './reports/replica.ts';
import { CHANGES } from './settings/change.ts';
import { SettingsStore } from './settings/store.ts';
import { simulationLimits } from './simulation/replay.ts';
import { previewLimits } from './simulation/simulate.ts';
import { busySince } from './slots/busy.ts';
import { FairSlots } from './slots/fair-slots.ts';
import { Traffic } from './slots/traffic.ts';
import { type WebhookOptions, WebhookWorker } from './webhooks/delivery/worker.ts';
import { testLimits } from './webhooks/test.ts';

export interface PartsOptions {
  database: Database;
  /** For settings: a request may hold one of the other connections while it waits for them. */
  settingsDatabase?: Database;
  /** For reports. */
  reportsDatabase?: Database;
  /** Another server for them, where they take no processor from captures. */
  replica?: Replica | null;
  /** For exports, each of which holds a connection until its reader is done. */
  exportsDatabase?: Database;
  exportLimits?: Partial<ExportLimits>;
  log: Logger;
  limits?: Partial<Limits & Quotas & ImportLimits & EventLimits>;
  /** Whether somebody reads the metrics. */
  isWatched?: boolean;
  /** After how many months without activity lost leads are erased. */
  retentionLostMonths?: number | 'off';
  /** How long events are kept. */
  eventsDays?: number;
  webhookOptions?: WebhookOptions;
  /** The identity provider that people may sign in through. */
  oidc?: ProviderOptions | null;
}

/** What a running process is made of: made once at the start, on a database that has been migrated. */
export type Parts = Awaited<ReturnType<typeof makeParts>>;

export async function makeParts({
  database,
  settingsDatabase = database,
  reportsDatabase = database,
  replica = null,
  exportsDatabase = database,
  exportLimits,
  log,
  limits,
  isWatched = true,
  retentionLostMonths = 'off',
  eventsDays = 30,
  webhookOptions,
  oidc = null,
}: PartsOptions) {
  const keys = await loadKeys(database);
  const watch = new EventWatch(database);
  const written = (organizationId: string) => watch.written(organizationId);
  const tokens = new TokenStore(database, keys.organization);
  const settings = new SettingsStore(settingsDatabase);
  const assignment = new AssignmentWorker(database, settings, log, written);
  const nudge = (organizationId: string) => assignment.nudge(organizationId);
  const suppression = new Suppression(keys.suppression);
  const captures = new LeadCaptures(database, assignment, suppression, written);
  const erased = (organizationId: string) => webhooks.erased(organizationId);
  const leads = { captures, changes: new LeadChanges(database, written), suppression, nudge, written, erased };
  const traffic = new Traffic();
  const metrics = createMetrics(database, isWatched, () => watch.waiting, replica);
  const keptMs = eventsDays * 86_400_000;
  const sending = { settings, key: keys.webhook, keptMs, metrics: metrics.webhooks };
  const webhooks = new WebhookWorker(database, sending, log, webhookOptions);
  watch.tell(
    (organizationId) => webhooks.eventsWritten(organizationId),
    () => webhooks.everybodyMayHaveEvents(),
  );
  const rateLimits = createRateLimits(database, { ...defaultQuotas, ...limits }, log);
  return {
    database,
    reports: openReports(replica ?? mainSource(reportsDatabase), busySince),
    exports: new Exports(exportsDatabase, log, exportLimits),
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
    imports: new ImportWorker(database, { leads, settings, traffic }, log),
    jobs: new JobWorker(database, { leads, settings, traffic }, log),
    /** For finding the leads of bulk changes. */
    jobFinding: new FairSlots('bulk changes', findingLimits),
    /** For files that come in. */
    uploads: new FairSlots('uploads', uploadLimits),
    traffic,
    /** Wakes those who wait for events. */
    watch,
    /** For reading pages of events. */
    feedSlots: new FairSlots('pages of events', feedLimits),
    feedReads: new SharedReads<FeedPage>(),
    /** How long events are kept. */
    keptMs,
    /** Sends deliveries to webhooks. */
    webhooks,
    webhookTests: new FairSlots('tests of webhooks', testLimits),
    retention: new Retention({ database, settings, leads }, retentionLostMonths),
    /** Drops what is kept in memory of an organization, and looks what its new settings make possible. */
    settingsChanged(organizationId: string) {
      tokens.forget(organizationId);
      watch.tokensChanged(organizationId);
      settings.forget(organizationId);
      assignment.nudge(organizationId);
      webhooks.settingsChanged(organizationId);
    },
    rateLimits,
    /** Hashes and checks passwords. */
    passwords: new Passwords(),
    signInOrganizations: new SignInOrganizations(database),
    oidc: oidc && { provider: new IdentityProvider(oidc), journeyKey: keys.journey },
    metrics,
    log,
    /** Addresses in answers; the service's own once it listens, unless they are set. */
    urls: { publicUrl: 'http://127.0.0.1:8080', docsUrl: 'http://127.0.0.1:8080' },
    limits: { ...defaultLimits, ...importLimits, ...eventLimits, ...limits },
  };
}

/** Hears of changes that other processes made. */
export function followChanges({
  database,
  tokens,
  settings,
  settingsChanged,
  watch,
  leads,
  webhooks,
}: Parts): Promise<Subscription> {
  const onMessage = (payload: string) => {
    const erasedOf = erasureIn(payload);
    if (erasedOf !== null) leads.erased(erasedOf);
    else if (!watch.hear(payload)) settingsChanged(payload);
  };
  return database.listen(CHANGES, onMessage, () => {
    tokens.forgetAll();
    settings.forgetAll();
    webhooks.anybodyMayBeErased();
    watch.lookEverywhere();
  });
}
