import { type Author, alteration, append, creation } from '../../audit/audit.ts';
import type { Database, Sql } from '../../db/sql.ts';
import { type FieldErrors, faultsOf, invalid, notFound, Problem } from '../../problems.ts';
import { newPublicId } from '../../public-id.ts';
import { announceChange } from '../../settings/change.ts';
import type { Settings } from '../../settings/snapshot.ts';
import { type Ability, EVERYTHING, effectiveAbilities, type GrantedAbility, roleMay } from '../abilities.ts';
import { findMembership, type MembershipRow } from '../memberships/queries.ts';
import { hashToken, mintTokenText } from '../token-text.ts';
import { findToken, insertToken, revokeLiveToken, type TokenRow } from './queries.ts';
import { type IssuedToken, isGranted, MOST_ABILITIES, type Token, type TokenCreate } from './schemas.ts';

export function presentToken(row: TokenRow): Token {
  return {
    public_id: row.public_id,
    name: row.name,
    membership: { public_id: row.membership_public_id, name: row.membership_name },
    abilities: row.abilities,
    expires_at: row.expires_at?.toISOString() ?? null,
    created_at: row.created_at.toISOString(),
    last_used_at: row.last_used_at?.toISOString() ?? null,
    revoked_at: row.revoked_at?.toISOString() ?? null,
  };
}

export function checkExpiry({ expires_at }: Pick<TokenCreate, 'expires_at'>): FieldErrors {
  const isPast = typeof expires_at === 'string' && Date.parse(expires_at) <= Date.now();
  return isPast ? { expires_at: ['must be in the future'] } : {};
}

/**
 * Issues a token. Nobody hands on an ability that its own token lacks; `held` is what the issuing token may do, or null
 * for the operator at the command line, who holds the database itself.
 */
export async function issueToken(
  database: Database,
  organizationKey: Buffer,
  author: Author,
  held: ReadonlySet<Ability> | null,
  input: TokenCreate,
): Promise<IssuedToken> {
  const expiresAt = input.expires_at ? new Date(input.expires_at) : null;
  requireHeld(
    held,
    input.abilities.filter((ability) => ability !== EVERYTHING),
  );
  return database.begin(async (sql) => {
    const membership = await findMembership(sql, author.organizationId, input.membership);
    if (membership === undefined) throw invalid({ membership: [NO_MEMBERSHIP] });
    requireHeld(held, [...effectiveAbilities(membership.role, input.abilities)]);
    requireWithinRole(membership, input.abilities);
    return addToken(sql, organizationKey, author, membership, { ...input, expiresAt });
  });
}

type Owner = Pick<MembershipRow, 'id' | 'public_id' | 'name'>;

/** The bare insert with its audit entry, also for a new organization's first tokens. */
export async function addToken(
  sql: Sql,
  organizationKey: Buffer,
  author: Author,
  owner: Owner,
  {
    name,
    abilities,
    expiresAt = null,
  }: { name: string; abilities: readonly GrantedAbility[]; expiresAt?: Date | null },
): Promise<IssuedToken> {
  const secret = mintTokenText(organizationKey, author.organizationId);
  const publicId = newPublicId('token');
  const { created_at } = await insertToken(sql, author.organizationId, {
    publicId,
    membershipId: owner.id,
    name,
    abilities,
    secretHash: hashToken(secret),
    expiresAt,
  });
  const token: Token = {
    public_id: publicId,
    name,
    membership: { public_id: owner.public_id, name: owner.name },
    abilities: [...abilities],
    expires_at: expiresAt?.toISOString() ?? null,
    created_at: created_at.toISOString(),
    last_used_at: null,
    revoked_at: null,
  };
  await append(sql, author, creation('token', publicId, { ...token, membership: owner.public_id }, 'issued'));
  return { ...token, secret };
}

/** Revokes a token; to revoke it again changes nothing. */
export async function revokeToken(database: Database, author: Author, publicId: string): Promise<void> {
  await database.begin(async (sql) => {
    const row = await findToken(sql, author.organizationId, publicId);
    if (row === undefined) throw notFound();
    const revokedAt = await revokeLiveToken(sql, author.organizationId, row.id);
    if (revokedAt === undefined) return;
    const [from, to] = [{ revoked_at: null }, { revoked_at: revokedAt.toISOString() }];
    await append(sql, author, alteration('token', publicId, from, to, 'revoked'));
    await announceChange(sql, author.organizationId);
  });
}

function requireHeld(held: ReadonlySet<Ability> | null, wanted: readonly Ability[]): void {
  const lacking = held === null ? [] : wanted.filter((ability) => !held.has(ability));
  if (lacking.length > 0) {
    throw new Problem('forbidden', { detail: `This token cannot hand on what it lacks: ${lacking.join(', ')}.` });
  }
}

function requireWithinRole({ role }: Pick<MembershipRow, 'role'>, wanted: readonly GrantedAbility[]): void {
  const above = wanted.filter((ability) => ability !== EVERYTHING && !roleMay(role, ability));
  if (above.length > 0) {
    throw invalid({ abilities: above.map((ability) => `${ability} is not for the role ${role}`) });
  }
}

const NO_MEMBERSHIP = 'is not a membership of this organization';

/** What a token would refer to, by the settings at hand; what is of another form is the schema's to refuse. */
export function checkMembership({ membership, abilities }: TokenCreate, { memberships }: Settings): FieldErrors {
  if (typeof membership !== 'string') return {};
  const owner = memberships.byPublicId.get(membership);
  if (owner === undefined) return { membership: [NO_MEMBERSHIP] };
  const wanted = Array.isArray(abilities) ? abilities.slice(0, MOST_ABILITIES).filter(isGranted) : [];
  return faultsOf(() => requireWithinRole(owner, wanted));
}
