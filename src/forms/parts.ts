import type { Logger } from 'pino';
import type { Keys } from '../db/installation.ts';
import type { Writing } from '../leads/writing/writing.ts';
import type { Metrics } from '../metrics.ts';
import type { SettingsStore } from '../settings/store.ts';
import type { FormLimits } from './limit.ts';

/** What forms work with. */
export interface FormParts extends Pick<Writing, 'database' | 'leads'> {
  readonly keys: Keys;
  readonly settings: SettingsStore;
  readonly formLimits: FormLimits;
  readonly urls: { readonly publicUrl: string; readonly docsUrl: string };
  readonly metrics: Metrics;
  readonly log: Logger;
}
