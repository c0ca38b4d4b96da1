import type { Sql } from '../db/sql.ts';
import { loadSettings, type Settings } from './snapshot.ts';

const MOST_ORGANIZATIONS = 1_000;

/**
 * The settings of each organization that is calling, in memory. Dropped when a change is heard of; and since every
 * look-up of a token (at least once a second while it is in use) brings the current version along, a missed message
 * costs a second at most.
 */
export class SettingsStore {
  readonly #sql: Sql;
  readonly #held = new Map<string, Promise<Settings | null>>();
  readonly #versions = new WeakMap<Promise<Settings | null>, string>();

  constructor(sql: Sql) {
    this.#sql = sql;
  }

  /** The settings, no older than `leastVersion`. */
  async get(organizationId: string, leastVersion: string): Promise<Settings> {
    const held = this.#held.get(organizationId);
    const version = held && this.#versions.get(held);
    const isOld = version !== undefined && BigInt(version) < BigInt(leastVersion);
    const settings = await (held === undefined || isOld ? this.#load(organizationId) : held);
    if (settings === null) throw new Error('the organization of a valid token has no settings');
    return settings;
  }

  forget(organizationId: string): void {
    this.#held.delete(organizationId);
  }

  forgetAll(): void {
    this.#held.clear();
  }

  /** Requests that come while it loads share the one load. A load that a change overtook is used once and not kept. */
  #load(organizationId: string): Promise<Settings | null> {
    const loading = loadSettings(this.#sql, organizationId);
    this.#held.delete(organizationId);
    this.#held.set(organizationId, loading);
    for (const oldest of this.#held.keys()) {
      if (this.#held.size <= MOST_ORGANIZATIONS) break;
      this.#held.delete(oldest);
    }
    loading.then(
      (settings) => {
        if (settings === null) this.#drop(organizationId, loading);
        else this.#versions.set(loading, settings.version);
      },
      () => this.#drop(organizationId, loading),
    );
    return loading;
  }

  #drop(organizationId: string, loading: Promise<Settings | null>): void {
    if (this.#held.get(organizationId) === loading) this.#held.delete(organizationId);
  }
}
