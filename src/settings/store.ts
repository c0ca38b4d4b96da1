import { type Query, query, type Sql } from '../db/sql.ts';
import { keepNewest } from '../keep-newest.ts';
import { loadSettings, type Settings } from './snapshot.ts';

const MOST_ORGANIZATIONS = 1_000;
/** Members of an organization whose settings take milliseconds to read, and how many of those are kept. */
const LARGE = 500;
const MOST_LARGE = 10;

interface Held {
  readonly loading: Promise<Settings | null>;
  /** Null until they have arrived. */
  settings: Settings | null;
}

/**
 * The settings of each organization that is calling, in memory. Dropped on a notified change; every look-up of a token (once a
 * second while it is in use) also brings the current version, so a missed message costs a second at most.
 */
export class SettingsStore {
  readonly #sql: Sql;
  readonly #held = new Map<string, Held>();
  /** The last state of organizations whose settings take long to read, also where they were dropped. */
  readonly #last = new Map<string, Settings>();

  constructor(sql: Sql) {
    this.#sql = sql;
  }

  /** The settings, no older than `leastVersion`; at once, where they are there. */
  get(organizationId: string, leastVersion: string, sql = this.#sql): Settings | Promise<Settings> {
    const settings = this.#held.get(organizationId)?.settings ?? null;
    return settings === null || isOlder(settings.version, leastVersion)
      ? this.#getAnew(organizationId, leastVersion, sql)
      : settings;
  }

  /** The settings as they are in the database at this moment; a transaction reads them by its own connection. */
  async current(organizationId: string, sql = this.#sql): Promise<Settings> {
    const { text, values } = findVersion(organizationId);
    const row = await sql.row<{ version: string }>(text, values);
    return this.get(organizationId, row?.version ?? '0', sql);
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

  async #getAnew(organizationId: string, leastVersion: string, sql: Sql): Promise<Settings> {
    const held = this.#held.get(organizationId) ?? this.#load(organizationId, sql);
    let settings = await held.loading;
    if (settings !== null && isOlder(settings.version, leastVersion)) {
      // Of many requests that find the settings too old, the first loads them.
      const current = this.#held.get(organizationId);
      const renewed = current === undefined || current === held ? this.#load(organizationId, sql) : current;
      settings = await renewed.loading;
    }
    if (settings === null) throw new Error('the organization of a valid token has no settings');
    return settings;
  }

  /** Requests that come while it loads share the one load; a failed load is not kept. */
  #load(organizationId: string, sql: Sql): Held {
    const loading = loadSettings(sql, organizationId, this.#last.get(organizationId) ?? null);
    const held: Held = { loading, settings: null };
    keepNewest(this.#held, organizationId, held, MOST_ORGANIZATIONS);
    held.loading.then(
      (settings) => {
        held.settings = settings;
        const isLarge = settings !== null && settings.memberships.byId.size >= LARGE;
        if (isLarge) keepNewest(this.#last, organizationId, settings, MOST_LARGE);
      },
      () => {
        if (this.#held.get(organizationId) === held) this.#held.delete(organizationId);
      },
    );
    return held;
  }
}

/** The version of the settings at this moment. */
export const findVersion = (organizationId: string): Query<{ version: string }> =>
  query('select settings_version as version from organizations where id = $1', [organizationId]);

const isOlder = (version: string, least: string) => version !== least && BigInt(version) < BigInt(least);
