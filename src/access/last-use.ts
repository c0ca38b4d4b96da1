import { type Column, updateRows } from '../db/many-rows.ts';
import type { Sql } from '../db/sql.ts';

/** A use is written at most this often for one token: `last_used_at` tells whether a token is still in use. */
const RESOLUTION_MS = 60_000;

/** Another process may have seen a later use. */
const LAST_USE: readonly Column[] = [
  { name: 'last_used_at', type: 'timestamptz', set: 'greatest(tokens.last_used_at, new.last_used_at)' },
];

/** Writes `last_used_at` beside the requests, never in their way: many uses of a token become one update. */
export class LastUse {
  readonly #sql: Sql;
  /** By organization, tokens with the time of their use. */
  #pending = new Map<string, Map<string, Date>>();

  constructor(sql: Sql) {
    this.#sql = sql;
  }

  /** Called at each look-up of a token, which reads its last use. */
  note(organizationId: string, tokenId: string, lastUsedAt: Date | null): void {
    if (Date.now() - (lastUsedAt?.getTime() ?? 0) < RESOLUTION_MS) return;
    const uses = this.#pending.get(organizationId) ?? new Map();
    this.#pending.set(organizationId, uses.set(tokenId, new Date()));
  }

  /** A use that cannot be written is dropped: the next one will be written. */
  async flush(): Promise<void> {
    const pending = this.#pending;
    this.#pending = new Map();
    for (const [organizationId, uses] of pending) {
      const rows = [...uses].map(([tokenId, at]) => [tokenId, at.toISOString()]);
      for (const { text, values } of updateRows('tokens', 'id', organizationId, LAST_USE, rows)) {
        await this.#sql.rows(text, values).catch(() => {});
      }
    }
  }
}
