import type { Sql } from '../db/sql.ts';

/** A use is written at most this often for one token: `last_used_at` tells whether a token is still in use. */
const RESOLUTION_MS = 60_000;

/** Writes `last_used_at` beside the requests, never in their way: many uses of a token become one update. */
export class LastUse {
  readonly #sql: Sql;
  /** Token ids by organization. */
  #pending = new Map<string, Set<string>>();

  constructor(sql: Sql) {
    this.#sql = sql;
  }

  /** Called at each look-up of a token, which reads its last use. */
  note(organizationId: string, tokenId: string, lastUsedAt: Date | null): void {
    if (Date.now() - (lastUsedAt?.getTime() ?? 0) < RESOLUTION_MS) return;
    const tokenIds = this.#pending.get(organizationId) ?? new Set();
    this.#pending.set(organizationId, tokenIds.add(tokenId));
  }

  /** A use that cannot be written is dropped: the next one will be written. */
  async flush(): Promise<void> {
    const pending = this.#pending;
    this.#pending = new Map();
    for (const [organizationId, tokenIds] of pending) {
      await updateLastUse(this.#sql, organizationId, [...tokenIds]).catch(() => {});
    }
  }
}

async function updateLastUse(sql: Sql, organizationId: string, tokenIds: string[]): Promise<void> {
  await sql.rows('update tokens set last_used_at = now() where organization_id = $1 and id = any($2::bigint[])', [
    organizationId,
    tokenIds,
  ]);
}
