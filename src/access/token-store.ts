import type { Sql } from '../db/sql.ts';
import { keepNewest } from '../keep-newest.ts';
import { effectiveAbilities, type Role } from './abilities.ts';
import type { Actor } from './actor.ts';
import { LastUse } from './last-use.ts';
import { notIdle } from './not-idle.ts';
import { hashToken, secretTexts, type TokenKind } from './token-text.ts';

/** How long another process' revocation may stay unnoticed where its message is lost. */
const TRUSTED_MS = 1_000;
/** From this age on a token is looked up beside the request, so that a token in steady use never waits. */
const REFRESH_MS = 500;
const MOST_TOKENS = 10_000;

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
  /** Of the organization, when the token was looked up. */
  readonly settingsVersion: string;
}

interface Known extends Recognized {
  readonly kind: TokenKind;
  readonly expiresAt: Date | null;
  readonly lookedUpAt: number;
}

/** Who a token or a session belongs to. Dropped when the organization changes, and trusted for a second: revocations always take effect. */
export class TokenStore {
  readonly #sql: Sql;
  readonly #organizationKey: Buffer;
  /** By token text: reading the organization out of it for each request would take longer than reading a lead. */
  readonly #known = new Map<string, Known>();
  readonly #lookups = new Map<string, Promise<Known | null>>();
  readonly lastUse: LastUse;
  #changes = 0;

  constructor(sql: Sql, organizationKey: Buffer) {
    this.#sql = sql;
    this.#organizationKey = organizationKey;
    this.lastUse = new LastUse(sql);
  }

  /** Null where the token is malformed, unknown, revoked or expired, or its membership is not active. */
  recognize(text: string): Recognized | null | Promise<Recognized | null> {
    return this.#recognize('token', text);
  }

  /** The same for a session, which also ends when it is idle. */
  recognizeSession(text: string): Recognized | null | Promise<Recognized | null> {
    return this.#recognize('session', text);
  }

  /** Whether it still works, without that counting as its use: somebody may only have left a page open. */
  async recheck(kind: TokenKind, text: string): Promise<Recognized | null> {
    const organizationId = secretTexts[kind].organizationOf(this.#organizationKey, text);
    const known = this.#known.get(text);
    if (organizationId === null || (known !== undefined && known.kind !== kind)) return null;
    if (known !== undefined && performance.now() - known.lookedUpAt < REFRESH_MS) return unlessExpired(known);
    const lookedUpAt = performance.now();
    const row = await findToken(this.#sql, kind, organizationId, hashToken(text));
    return row === undefined ? null : unlessExpired(knownOf(kind, organizationId, row, lookedUpAt));
  }

  #recognize(kind: TokenKind, text: string): Recognized | null | Promise<Recognized | null> {
    const known = this.#known.get(text);
    if (known !== undefined && known.kind !== kind) return null;
    const age = known === undefined ? Number.POSITIVE_INFINITY : performance.now() - known.lookedUpAt;
    if (known !== undefined && age < REFRESH_MS) return unlessExpired(known);
    const organizationId = secretTexts[kind].organizationOf(this.#organizationKey, text);
    if (organizationId === null) return null;
    const lookup = this.#lookUp(kind, organizationId, text);
    if (known === undefined || age >= TRUSTED_MS) return lookup.then(unlessExpired);
    lookup.catch(() => {}); // the next request will see it
    return unlessExpired(known);
  }

  /** Counts up whenever a token may have ended, or its membership may have changed. */
  get changes(): number {
    return this.#changes;
  }

  forget(organizationId: string): void {
    this.#changes++;
    for (const [key, known] of this.#known) {
      if (known.actor.organizationId === organizationId) this.#known.delete(key);
    }
    this.#lookups.clear(); // an answer under way may be older than the change
  }

  forgetAll(): void {
    this.#changes++;
    this.#known.clear();
    this.#lookups.clear();
  }

  #lookUp(kind: TokenKind, organizationId: string, text: string): Promise<Known | null> {
    const underWay = this.#lookups.get(text);
    if (underWay !== undefined) return underWay;
    const lookedUpAt = performance.now();
    const lookup = findToken(this.#sql, kind, organizationId, hashToken(text)).then((row) => {
      const known = row === undefined ? null : knownOf(kind, organizationId, row, lookedUpAt);
      if (row !== undefined && unlessExpired(known)) this.lastUse.note(organizationId, row.token_id, row.last_used_at);
      // An answer that was forgotten while under way serves those who asked before the change, and nobody else.
      if (this.#lookups.get(text) === lookup) {
        if (known === null) this.#known.delete(text);
        else keepNewest(this.#known, text, known, MOST_TOKENS);
      }
      return known;
    });
    this.#lookups.set(text, lookup);
    const done = () => {
      if (this.#lookups.get(text) === lookup) this.#lookups.delete(text);
    };
    lookup.then(done, done);
    return lookup;
  }
}

function unlessExpired(known: Known | null): Known | null {
  const end = known?.expiresAt ?? null;
  return end !== null && end.getTime() <= Date.now() ? null : known;
}

function knownOf(kind: TokenKind, organizationId: string, row: TokenRow, lookedUpAt: number): Known {
  return {
    actor: {
      organizationId,
      tokenId: row.token_id,
      tokenPublicId: row.token_public_id,
      tokenName: row.token_name,
      tokenExpiresAt: kind === 'session' ? null : row.expires_at,
      isSession: kind === 'session',
      membershipId: row.membership_id,
      role: row.role,
      teamId: row.team_id,
      abilities: effectiveAbilities(row.role, row.abilities),
    },
    settingsVersion: row.settings_version,
    kind,
    expiresAt: row.expires_at,
    lookedUpAt,
  };
}

function findToken(sql: Sql, kind: TokenKind, organizationId: string, hash: Buffer): Promise<TokenRow | undefined> {
  return sql.shortRow<TokenRow>(
    `select t.id as token_id, t.public_id as token_public_id, t.name as token_name, t.abilities, t.expires_at, t.last_used_at,
            m.id as membership_id, m.role, m.team_id, o.settings_version
       from tokens as t
       join memberships as m on m.organization_id = t.organization_id and m.id = t.membership_id
       join organizations as o on o.id = t.organization_id
      where t.organization_id = $1 and t.secret_hash = $2 and t.kind = $3 and t.revoked_at is null
        and m.active and ${notIdle}`,
    [organizationId, hash, kind],
  );
}

/** Of these tokens and sessions, those that still work. */
export async function findLiveTokens(sql: Sql, organizationId: string, ids: readonly string[]): Promise<Set<string>> {
  const rows = await sql.rows<{ id: string }>(
    `select t.id
       from tokens as t
       join memberships as m on m.organization_id = t.organization_id and m.id = t.membership_id
      where t.organization_id = $1 and t.id = any($2::bigint[]) and t.revoked_at is null
        and (t.expires_at is null or t.expires_at > now()) and m.active and ${notIdle}`,
    [organizationId, ids],
  );
  return new Set(rows.map(({ id }) => id));
}
