import type { Sql } from '../db/sql.ts';
import { type Ability, effectiveAbilities, type Role } from './abilities.ts';
import type { Actor } from './actor.ts';
import { LastUse } from './last-use.ts';
import { hashToken, organizationOfToken } from './token-text.ts';

/** A token is looked up again when what is known of it is older than this: so long may another process' revocation take. */
const TRUSTED_MS = 1_000;
/** From this age on it is looked up ahead, beside the request, so that a token in steady use never waits. */
const REFRESH_MS = 500;
const MOST_TOKENS = 10_000;

interface Known {
  readonly actor: Actor;
  readonly settingsVersion: string;
  readonly expiresAt: number;
  readonly lookedUpAt: number;
}

interface ReadToken {
  readonly organizationId: string;
  readonly hash: Buffer;
  readonly key: string;
}

interface TokenRow {
  token_id: string;
  token_public_id: string;
  token_name: string;
  abilities: string[];
  expires_at: Date | null;
  last_used_at: Date | null;
  membership_id: string;
  role: Role;
  team_id: string | null;
  settings_version: string;
}

export interface Recognized {
  readonly actor: Actor;
  /** The version of the organization's settings when the token was looked up. */
  readonly settingsVersion: string;
}

/**
 * Tells who a token belongs to. What it knows is dropped when a change of the organization is heard of, and trusted for
 * a second at most, so a revoked token stops working within a second even where no message arrives.
 */
export class TokenStore {
  readonly #sql: Sql;
  readonly #organizationKey: Buffer;
  readonly #texts = new Map<string, ReadToken>();
  readonly #known = new Map<string, Known>();
  readonly #lookups = new Map<string, Promise<Known | null>>();
  readonly lastUse: LastUse;

  constructor(sql: Sql, organizationKey: Buffer) {
    this.#sql = sql;
    this.#organizationKey = organizationKey;
    this.lastUse = new LastUse(sql);
  }

  /**
   * Null where the token is malformed, unknown, revoked or expired, or its membership is not active. At once, where it is
   * known well enough.
   */
  recognize(text: string): Recognized | null | Promise<Recognized | null> {
    const token = this.#read(text);
    if (token === null) return null;
    const known = this.#known.get(token.key);
    const age = known === undefined ? Number.POSITIVE_INFINITY : performance.now() - known.lookedUpAt;
    if (known === undefined || age >= TRUSTED_MS) return this.#lookUp(token).then((found) => this.#admit(found));
    if (age >= REFRESH_MS) this.#lookUp(token).catch(() => {}); // the next request will see it
    return this.#admit(known);
  }

  #admit(known: Known | null): Recognized | null {
    if (known === null || known.expiresAt <= Date.now()) return null;
    this.lastUse.note(known.actor);
    return known;
  }

  /** What a text says without anybody being asked. Remembered, since working it out takes longer than a read of a lead. */
  #read(text: string): ReadToken | null {
    const before = this.#texts.get(text);
    if (before !== undefined) return before;
    const organizationId = organizationOfToken(this.#organizationKey, text);
    if (organizationId === null) return null;
    const hash = hashToken(text);
    const token = { organizationId, hash, key: hash.toString('latin1') };
    if (this.#texts.size >= MOST_TOKENS) this.#texts.clear();
    this.#texts.set(text, token);
    return token;
  }

  forget(organizationId: string): void {
    for (const [key, known] of this.#known) {
      if (known.actor.organizationId === organizationId) this.#known.delete(key);
    }
    this.#lookups.clear(); // an answer under way may be older than the change
  }

  forgetAll(): void {
    this.#known.clear();
    this.#lookups.clear();
  }

  #lookUp({ organizationId, hash, key }: ReadToken): Promise<Known | null> {
    const under = this.#lookups.get(key);
    if (under !== undefined) return under;
    const lookedUpAt = performance.now();
    const lookup = findToken(this.#sql, organizationId, hash).then((row) => {
      const known = row === undefined ? null : knownOf(organizationId, row, lookedUpAt);
      if (row !== undefined && known !== null) this.lastUse.learn(known.actor, row.last_used_at);
      // Forgotten while under way: its answer serves those who wait for it, who asked before the change, and nobody else.
      if (this.#lookups.get(key) === lookup) this.#keep(key, known);
      return known;
    });
    this.#lookups.set(key, lookup);
    const done = () => {
      if (this.#lookups.get(key) === lookup) this.#lookups.delete(key);
    };
    lookup.then(done, done);
    return lookup;
  }

  #keep(key: string, known: Known | null): void {
    this.#known.delete(key);
    if (known === null) return;
    this.#known.set(key, known);
    for (const oldest of this.#known.keys()) {
      if (this.#known.size <= MOST_TOKENS) break;
      this.#known.delete(oldest);
    }
  }
}

function knownOf(organizationId: string, row: TokenRow, lookedUpAt: number): Known {
  const abilities: ReadonlySet<Ability> = effectiveAbilities(row.role, row.abilities);
  return {
    actor: {
      organizationId,
      tokenId: row.token_id,
      tokenPublicId: row.token_public_id,
      tokenName: row.token_name,
      tokenExpiresAt: row.expires_at,
      membershipId: row.membership_id,
      role: row.role,
      teamId: row.team_id,
      abilities,
    },
    settingsVersion: row.settings_version,
    expiresAt: row.expires_at?.getTime() ?? Number.POSITIVE_INFINITY,
    lookedUpAt,
  };
}

function findToken(sql: Sql, organizationId: string, hash: Buffer): Promise<TokenRow | undefined> {
  return sql.shortRow<TokenRow>(
    `select t.id as token_id, t.public_id as token_public_id, t.name as token_name, t.abilities, t.expires_at, t.last_used_at,
            m.id as membership_id, m.role, m.team_id, o.settings_version
       from tokens as t
       join memberships as m on m.organization_id = t.organization_id and m.id = t.membership_id
       join organizations as o on o.id = t.organization_id
      where t.organization_id = $1 and t.secret_hash = $2 and t.revoked_at is null and m.active`,
    [organizationId, hash],
  );
}
