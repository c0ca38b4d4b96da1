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
  /** Of those held, what has arrived. */
  readonly #arrived = new WeakMap<Promise<Settings | null>, Settings>();

  constructor(sql: Sql) {
    this.#sql = sql;
  }

  /** The settings, no older than `leastVersion`; at once, where they are there. */
  get(organizationId: string, leastVersion: string): Settings | Promise<Settings> {
    const held = this.#held.get(organizationId);
    const settings = held && this.#arrived.get(held);
    return settings === undefined || isOlder(settings.version, leastVersion)
      ? this.#getAnew(organizationId, leastVersion)
      : settings;
  }

  async #getAnew(organizationId: string, leastVersion: string): Promise<Settings> {
    const held = this.#held.get(organizationId) ?? this.#load(organizationId);
    let settings = await held;
    if (settings !== null && isOlder(settings.version, leastVersion))
      settings = await this.#renew(organizationId, held);
    if (settings === null) throw new Error('the organization of a valid token has no settings');
    return settings;
  }

  /** Ids of organizations that called lately. */
  served(): string[] {
    return [...this.#held.keys()];
  }

  forget(organizationId: string): void {
    this.#held.delete(organizationId);
  }

  forgetAll(): void {
    this.#held.clear();
  }

  /** Of many requests that find the settings too old, the first loads them. */
  #renew(organizationId: string, old: Promise<Settings | null>): Promise<Settings | null> {
    const current = this.#held.get(organizationId);
    return current === undefined || current === old ? this.#load(organizationId) : current;
  }

  /** Requests that come while it loads share the one load; a failed load is not kept. */
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
        if (settings !== null) this.#arrived.set(loading, settings);
      },
      () => {
        if (this.#held.get(organizationId) === loading) this.#held.delete(organizationId);
      },
    );
    return loading;
  }
}

const isOlder = (version: string, least: string) => version !== least && BigInt(version) < BigInt(least);
