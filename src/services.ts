import type { Logger } from 'pino';
import type { TokenStore } from './access/token-store.ts';
import type { Keys } from './db/installation.ts';
import type { Database } from './db/sql.ts';
import type { FormLimits } from './forms/limit.ts';
import type { AssignmentWorker } from './leads/assignment/worker.ts';
import type { Rescoring } from './leads/scores/rescoring.ts';
import type { LeadWriter } from './leads/writing/writing.ts';
import type { Metrics } from './metrics.ts';
import type { RateLimits } from './rate-limits/rate-limits.ts';
import type { Reports } from './reports/reading.ts';
import type { SettingsStore } from './settings/store.ts';
import type { FairSlots } from './slots/fair-slots.ts';

/** What the running service holds, made once at the start and handed down. */
export interface Services {
  readonly database: Database;
  /** For reports: few connections of its own, perhaps to a replica. */
  readonly reports: Reports;
  /** For trying out rules on the leads of a range. */
  readonly simulations: FairSlots;
  /** For simulations of a single lead. */
  readonly previews: FairSlots;
  /** For parsing and checking large bodies. */
  readonly largeBodies: FairSlots;
  readonly keys: Keys;
  readonly tokens: TokenStore;
  readonly settings: SettingsStore;
  readonly leads: LeadWriter;
  readonly assignment: AssignmentWorker;
  readonly rescoring: Rescoring;
  /** Drops what is kept in memory of an organization, and looks what its new settings make possible. */
  settingsChanged(organizationId: string): void;
  readonly rateLimits: RateLimits;
  readonly formLimits: FormLimits;
  readonly metrics: Metrics;
  readonly log: Logger;
  /** Addresses in answers; the service's own once it listens, unless they are set. */
  readonly urls: { publicUrl: string; docsUrl: string };
  readonly limits: Limits;
}

export interface Limits {
  /** Requests a minute and token; off turns off the three below as well. */
  rate: number | 'off';
  /** Failed authentications a minute and address. */
  failedAuthentications: number | 'off';
  /** Requests to forms, of every kind, a minute and address. */
  formRequests: number | 'off';
  /** Submissions a minute, address and form; as many requests to forms that do not exist. */
  submissions: number | 'off';
  /** Requests being answered at once; one more gets 503. */
  inFlight: number;
  bodyBytes: number;
  headerBytes: number;
  /** How long the header of a request may take, and the whole request. */
  headersMs: number;
  requestMs: number;
  keepAliveMs: number;
  /** How often slow senders are looked for. */
  checkMs: number;
  /** How long requests in flight may take to finish when the service stops. */
  drainMs: number;
}

export const defaultLimits: Limits = {
  rate: 6_000,
  failedAuthentications: 300,
  formRequests: 600,
  submissions: 30,
  inFlight: 1_000,
  bodyBytes: 1_048_576,
  headerBytes: 16_384,
  headersMs: 10_000,
  requestMs: 20_000,
  keepAliveMs: 65_000,
  checkMs: 1_000,
  drainMs: 10_000,
};
