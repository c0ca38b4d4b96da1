import type { Logger } from 'pino';
import { TokenStore } from './access/token-store.ts';
import { loadKeys } from './db/installation.ts';
import type { Database, Subscription } from './db/sql.ts';
import { Turns } from './distribution/turns.ts';
import { createMetrics } from './metrics.ts';
import { defaultLimits, type Limits, type Services } from './services.ts';
import { CHANGES } from './settings/change.ts';
import { SettingsStore } from './settings/store.ts';

export interface ServiceOptions {
  database: Database;
  /** Connections of their own for taking turns: a request may hold one of the others while it waits for its turn. */
  turnsDatabase?: Database;
  log: Logger;
  urls?: Services['urls'];
  limits?: Partial<Limits>;
}

/** Makes what the running service holds, on a database that has been migrated. */
export async function buildServices({
  database,
  turnsDatabase = database,
  log,
  urls,
  limits,
}: ServiceOptions): Promise<Services> {
  const keys = await loadKeys(database);
  return {
    database,
    keys,
    tokens: new TokenStore(database, keys.organization),
    settings: new SettingsStore(database),
    turns: new Turns(turnsDatabase),
    metrics: createMetrics(database),
    log,
    urls: urls ?? { publicUrl: 'http://127.0.0.1:8080', docsUrl: 'http://127.0.0.1:8080' },
    limits: { ...defaultLimits, ...limits },
  };
}

/** Drops what is kept in memory of an organization as soon as another process has changed it. */
export function followChanges({ database, tokens, settings }: Services): Promise<Subscription> {
  return database.listen(
    CHANGES,
    (organizationId) => {
      tokens.forget(organizationId);
      settings.forget(organizationId);
    },
    () => {
      tokens.forgetAll();
      settings.forgetAll();
    },
  );
}
