import { type Ability, EVERYTHING, type GrantedAbility, roleMay } from '../../access/abilities.ts';
import type { Actor } from '../../access/actor.ts';
import { neededToIssue, requireHeld } from '../../access/rights.ts';
import { hashToken, mintTokenText } from '../../access/token-text.ts';
import { append } from '../../audit/append.ts';
import { type Author, alteration, creation } from '../../audit/audit.ts';
import type { Database, Sql } from '../../db/sql.ts';
import { type FieldErrors, found, invalid } from '../../problems.ts';
import { newPublicId } from '../../public-id.ts';
import { announceChange } from '../../settings/change.ts';
import { requireRoom } from '../../settings/limits.ts';
import type { Settings } from '../../settings/snapshot.ts';
import { findMembership, lockMembership, type MembershipRow } from '../memberships/queries.ts';
import { countLiveTokens, findToken, insertToken, type NewToken, revokeLiveToken, type TokenRow } from './queries.ts';
import { type IssuedToken, isGranted, MOST_ABILITIES, type Token, type TokenCreate } from './schemas.ts';

export function presentToken(row: TokenRow): Token {
  return {
    public_id: row.public_id,
    kind: row.kind,
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

/** The issuing token; null: the operator at the command line, who holds the database itself. */
type Issuer = Pick<Actor, 'abilities' | 'tokenExpiresAt'> | null;

/** A token gives neither what it lacks, nor for longer than it lives itself. */
export async function issueToken(
  database: Database,
  organizationKey: Buffer,
  author: Author,
  issuer: Issuer,
  input: TokenCreate,
): Promise<IssuedToken> {
  requireHeld(issuer?.abilities ?? null, neededToIssue(input.abilities));
  const expiresAt = expiryOf(input, issuer);
  return database.begin(async (sql) => {
    await lockMembership(sql, author.organizationId, input.membership);
    const membership = await findMembership(sql, author.organizationId, input.membership);
    const errors = {
      ...outlivingFault(expiresAt, issuer),
      ...(membership === undefined ? { membership: [NO_MEMBERSHIP] } : aboveRole(membership, input.abilities)),
    };
    if (membership === undefined || Object.keys(errors).length > 0) throw invalid(errors);
    requireRoom('tokens', await countLiveTokens(sql, author.organizationId, membership.id));
    return addToken(sql, organizationKey, author, membership, { ...input, expiresAt });
  });
}

function expiryOf({ expires_at }: TokenCreate, issuer: Issuer): Date | null {
  if (expires_at === undefined) return issuer?.tokenExpiresAt ?? null;
  return expires_at === null ? null : new Date(expires_at);
}

function outlivingFault(expiresAt: Date | null, issuer: Issuer): FieldErrors {
  const end = issuer?.tokenExpiresAt ?? null;
  if (end === null || (expiresAt !== null && expiresAt <= end)) return {};
  return { expires_at: [`must not be later than ${end.toISOString()}, when the issuing token expires`] };
}

/** The insert with its audit entry, also for a new organization's first token. */
export async function addToken(
  sql: Sql,
  organizationKey: Buffer,
  author: Author,
  owner: Pick<MembershipRow, 'id' | 'public_id'>,
  { name, abilities, expiresAt }: Pick<NewToken, 'name' | 'abilities' | 'expiresAt'>,
): Promise<IssuedToken> {
  const secret = mintTokenText(organizationKey, author.organizationId);
  const publicId = newPublicId('token');
  const { organizationId } = author;
  const fields = { name, abilities, expiresAt, membershipId: owner.id, secretHash: hashToken(secret) };
  await insertToken(sql, organizationId, publicId, fields);
  const token = presentToken(found(await findToken(sql, organizationId, publicId)));
  const { kind: _, ...told } = token;
  await append(sql, author, creation('token', publicId, { ...told, membership: owner.public_id }, 'issued'));
  return { ...token, secret };
}

/** Revoking it again changes nothing. */
export async function revokeToken(database: Database, author: Author, publicId: string): Promise<void> {
  await database.begin(async (sql) => {
    const row = found(await findToken(sql, author.organizationId, publicId));
    const revokedAt = await revokeLiveToken(sql, author.organizationId, row.id);
    if (revokedAt === undefined) return;
    const [from, to] = [{ revoked_at: null }, { revoked_at: revokedAt.toISOString() }];
    await append(sql, author, alteration('token', publicId, from, to, 'revoked'));
    await announceChange(sql, author.organizationId);
  });
}

function aboveRole({ role }: Pick<MembershipRow, 'role'>, wanted: readonly GrantedAbility[]): FieldErrors {
  const above = wanted.filter((ability) => ability !== EVERYTHING && !roleMay(role, ability));
  return above.length === 0 ? {} : { abilities: above.map((ability) => `${ability} is not for the role ${role}`) };
}

const NO_MEMBERSHIP = 'is not a membership of this organization';

/** By the settings in memory; the schema refuses values of another form. */
export function checkMembership({ membership, abilities }: TokenCreate, { memberships }: Settings): FieldErrors {
  if (typeof membership !== 'string') return {};
  const owner = memberships.byPublicId.get(membership);
  if (owner === undefined) return { membership: [NO_MEMBERSHIP] };
  return aboveRole(owner, wantedIn(abilities));
}

const wantedIn = (abilities: unknown): GrantedAbility[] =>
  Array.isArray(abilities) ? abilities.slice(0, MOST_ABILITIES).filter(isGranted) : [];

/** What a body asks for that the calling token must hold, whatever else is wrong with it. */
export const neededFor = ({ abilities }: { readonly abilities?: unknown }): readonly Ability[] =>
  neededToIssue(wantedIn(abilities));
