import type { Sql } from '../db/sql.ts';
import type { Actor } from './actor.ts';

const FLUSH_MS = 1_000;
/** A use is written down at most this often for one token: `last_used_at` tells whether a token is still in use. */
const RESOLUTION_MS = 60_000;
const MOST_TOKENS = 20_000;

/** Writes `last_used_at` beside the requests, never in their way: many uses of a token become one update. */
export class LastUse {
  readonly #sql: Sql;
  readonly #written = new Map<string, number>();
  #pending = new Map<string, { organizationId: string; tokenId: string }>();
  #timer: NodeJS.Timeout | undefined;
  #writing: Promise<void> = Promise.resolve();

  constructor(sql: Sql) {
    this.#sql = sql;
  }

  /** What the database knows of a token's last use. */
  learn(actor: Actor, lastUsedAt: Date | null): void {
    const key = keyOf(actor);
    if (this.#written.size >= MOST_TOKENS) this.#written.clear();
    this.#written.set(key, Math.max(this.#written.get(key) ?? 0, lastUsedAt?.getTime() ?? 0));
  }

  note(actor: Actor): void {
    const key = keyOf(actor);
    const now = Date.now();
    if (now - (this.#written.get(key) ?? 0) < RESOLUTION_MS) return;
    this.#written.set(key, now);
    this.#pending.set(key, { organizationId: actor.organizationId, tokenId: actor.tokenId });
    this.#timer ??= setTimeout(() => void this.flush(), FLUSH_MS).unref();
  }

  /** Ends when every use noted so far is written, also those that are being written already. */
  flush(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#writing = this.#writing.then(() => this.#write());
    return this.#writing;
  }

  /** A use that cannot be written is let go: it is a convenience, and the next use comes. */
  async #write(): Promise<void> {
    const byOrganization = new Map<string, string[]>();
    for (const { organizationId, tokenId } of this.#pending.values()) {
      byOrganization.set(organizationId, [...(byOrganization.get(organizationId) ?? []), tokenId]);
    }
    this.#pending = new Map();
    for (const [organizationId, tokenIds] of byOrganization) {
      await updateLastUse(this.#sql, organizationId, tokenIds).catch(() => {});
    }
  }
}

const keyOf = (actor: Actor) => `${actor.organizationId}:${actor.tokenId}`;

async function updateLastUse(sql: Sql, organizationId: string, tokenIds: string[]): Promise<void> {
  await sql.rows('update tokens set last_used_at = now() where organization_id = $1 and id = any($2::bigint[])', [
    organizationId,
    tokenIds,
  ]);
}
