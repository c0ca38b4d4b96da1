import type { Actor } from '../../access/actor.ts';
import { hasNewEmail, neededForRole, requireHeld, widens } from '../../access/rights.ts';
import { type Author, alteration, creation } from '../../audit/audit.ts';
import type { Database, Sql } from '../../db/sql.ts';
import { emailKey } from '../../http/email.ts';
import type { RequireSeen } from '../../http/etag.ts';
import { conflict, found, invalid, Problem } from '../../problems.ts';
import { newPublicId } from '../../public-id.ts';
import { changeSettings } from '../../settings/change.ts';
import { requireRoomIn } from '../../settings/limits.ts';
import { deleteInvitation, deletePassword } from '../sign-in/queries.ts';
import { endSessionsOf } from '../sign-in/sessions.ts';
import { findTeam } from '../teams/queries.ts';
import { followFor, markMove } from './leads-follow.ts';
import {
  countActiveAdmins,
  findMembership,
  insertMembership,
  type MembershipFields,
  type MembershipRow,
  type StoredMembership,
  updateMembership,
} from './queries.ts';
import type { Membership, MembershipCreate, MembershipPatch } from './schemas.ts';

export function presentMembership(row: MembershipRow): Membership {
  const { id, team_id, team_public_id, team_name, created_at, ...wire } = row;
  const team = team_public_id === null ? null : { public_id: team_public_id, name: team_name ?? '' };
  return { ...wire, team, created_at: created_at.toISOString() };
}

/** How long a change of team waits for the membership's leads; tens of thousands of them take longer. */
const FOLLOW_MS = 2_000;

export const memberDefaults = {
  email: null,
  active: true,
  accepting_leads: true,
  weight: 1,
  open_cap: null,
  daily_cap: null,
  working_hours: null,
} as const;

/** Whoever has the email can sign in by the organization's identity provider, also after the token's end. */
export function requireLasting(tokenExpires: boolean): void {
  if (tokenExpires) {
    throw new Problem('forbidden', { detail: 'This token expires, so it cannot give anybody an email to sign in by.' });
  }
}

export function createMembership(
  database: Database,
  author: Author,
  input: MembershipCreate,
  tokenExpires = false,
): Promise<Membership> {
  if (typeof input.email === 'string') requireLasting(tokenExpires);
  return changeSettings(database, author, async (sql) => {
    const { team: teamId, ...sent } = input;
    const team = known(await findSentTeam(sql, author.organizationId, teamId));
    const fields = { ...memberDefaults, ...sent, team_id: team?.id ?? null };
    await requireRoomIn(sql, author.organizationId, 'memberships');
    const { row, entry } = await addMembership(sql, author.organizationId, fields);
    return { result: presentMembership(row), entries: [entry] };
  });
}

/** The insert and its audit entry, also for a new organization's first member. */
export async function addMembership(sql: Sql, organizationId: string, fields: MembershipFields) {
  const publicId = newPublicId('membership');
  await insertMembership(sql, organizationId, publicId, stored(fields));
  const row = found(await findMembership(sql, organizationId, publicId));
  return { row, entry: creation('membership', publicId, auditable(presentMembership(row))) };
}

/** The caller's token (`held`) must be able to give what its change lets other tokens do or see. */
export async function changeMembership(
  database: Database,
  author: Author,
  publicId: string,
  patch: MembershipPatch,
  { actor, requireSeen }: { actor: Pick<Actor, 'abilities' | 'tokenExpiresAt'>; requireSeen: RequireSeen },
): Promise<Membership> {
  let movedId: string | null = null;
  const membership = await changeSettings(database, author, async (sql) => {
    const row = found(await findMembership(sql, author.organizationId, publicId));
    const { team: teamId, ...sent } = patch;
    const team = await findSentTeam(sql, author.organizationId, teamId);
    const next = { ...row, ...sent };
    if (teamId !== undefined) next.team_id = team === null ? null : (team?.id ?? teamId); // an unknown team is another one
    if (widens(row, next)) requireHeld(actor.abilities, neededForRole(next.role));
    if (hasNewEmail(row, next)) requireLasting(actor.tokenExpiresAt !== null);
    requireSeen(presentMembership(row));
    known(team);
    await updateMembership(sql, author.organizationId, row.id, stored(next));
    // An open link was made for what the membership was.
    if (widens(row, next) || next.email === null) await deleteInvitation(sql, author.organizationId, row.id);
    // Another email is perhaps another person, unless people change their own.
    const isHandedOver = next.email === null || (hasNewEmail(row, next) && author.membershipId !== row.id);
    if (isHandedOver && row.email !== null) await deletePassword(sql, author.organizationId, row.id);
    if (!next.active || isHandedOver) await endSessionsOf(sql, author, row.id);
    const changed = found(await findMembership(sql, author.organizationId, publicId));
    const [before, after] = [presentMembership(row), presentMembership(changed)];
    movedId = row.team_id === next.team_id ? null : row.id;
    if (movedId !== null) await markMove(sql, author.organizationId, movedId);
    if (isActiveAdmin(row) && !isActiveAdmin(next) && (await countActiveAdmins(sql, author.organizationId)) === 0) {
      throw conflict('This is the last active admin of the organization: make another one first.');
    }
    return { result: after, entries: [alteration('membership', publicId, auditable(before), auditable(after))] };
  });
  if (movedId !== null) await followFor(FOLLOW_MS, database, author.organizationId, movedId);
  return membership;
}

const stored = (fields: MembershipFields): StoredMembership => ({ ...fields, email_key: emailKey(fields.email) });

const isActiveAdmin = ({ role, active }: MembershipFields) => role === 'admin' && active;

/** In the audit trail a team appears as its public id. */
const auditable = ({ team, ...fields }: Membership) => ({ ...fields, team: team?.public_id ?? null });

export const NO_TEAM = 'is not a team of this organization';

const findSentTeam = async (sql: Sql, organizationId: string, publicId: string | null | undefined) =>
  typeof publicId === 'string' ? findTeam(sql, organizationId, publicId) : null;

function known<Team>(team: Team | undefined): Team {
  if (team === undefined) throw invalid({ team: [NO_TEAM] });
  return team;
}
