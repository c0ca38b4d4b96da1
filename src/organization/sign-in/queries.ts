import type { Role } from '../../access/abilities.ts';
import type { Actor } from '../../access/actor.ts';
import { notIdle } from '../../access/not-idle.ts';
import type { Position } from '../../db/cursor.ts';
import type { Sql } from '../../db/sql.ts';
import { Values } from '../../db/values.ts';

// Organizations ------------------------------------------------------------------------------------------------------

/** Of every organization, or of the one with this public id; two at most. */
export async function findOrganizationIds(sql: Sql, publicId?: string): Promise<string[]> {
  const rows = await sql.rows<{ id: string }>(
    `select id from organizations ${publicId === undefined ? '' : 'where public_id = $1'} limit 2`,
    publicId === undefined ? [] : [publicId],
  );
  return rows.map(({ id }) => id);
}

// Memberships and passwords ------------------------------------------------------------------------------------------

export interface PasswordRow {
  membership_id: string;
  hash: string;
}

/** Of an active membership with this email. Where there are several, of the one whose password was set last. */
export function findPassword(sql: Sql, organizationId: string, emailKey: string) {
  return sql.row<PasswordRow>(
    `select p.membership_id, p.hash
       from memberships as m
       join passwords as p on p.organization_id = m.organization_id and p.membership_id = m.id
      where m.organization_id = $1 and m.email_key = $2 and m.active
      order by p.set_at desc limit 1`,
    [organizationId, emailKey],
  );
}

/** The active memberships with this email, two at most. */
export function findActiveByEmail(sql: Sql, organizationId: string, emailKey: string) {
  return sql.rows<{ id: string; email: string }>(
    'select id, email from memberships where organization_id = $1 and email_key = $2 and active order by id limit 2',
    [organizationId, emailKey],
  );
}

export async function setPassword(sql: Sql, organizationId: string, membershipId: string, hash: string) {
  await sql.rows(
    `insert into passwords (organization_id, membership_id, hash, set_at) values ($1, $2, $3, now())
     on conflict (organization_id, membership_id) do update set hash = excluded.hash, set_at = excluded.set_at`,
    [organizationId, membershipId, hash],
  );
}

export async function deletePassword(sql: Sql, organizationId: string, membershipId: string): Promise<void> {
  await sql.rows('delete from passwords where organization_id = $1 and membership_id = $2', [
    organizationId,
    membershipId,
  ]);
}

/** Those who sign in to one membership do so one after the other, and not while it changes. False: it is not active. */
export async function lockActiveMembership(sql: Sql, organizationId: string, membershipId: string): Promise<boolean> {
  const row = await sql.row<{ active: boolean }>(
    'select active from memberships where organization_id = $1 and id = $2 for no key update',
    [organizationId, membershipId],
  );
  return row?.active ?? false;
}

// Invitations --------------------------------------------------------------------------------------------------------

export interface InvitationRow {
  membership_id: string;
  membership_public_id: string;
  name: string;
  email: string | null;
  role: Role;
  without_password: boolean;
}

export interface NewInvitation {
  secretHash: Buffer;
  withoutPassword: boolean;
  hours: number;
}

/** In the place of an older one. */
export async function putInvitation(sql: Sql, organizationId: string, membershipId: string, invitation: NewInvitation) {
  const { secretHash, withoutPassword, hours } = invitation;
  const row = await sql.row<{ expires_at: Date }>(
    `insert into invitations as held (organization_id, membership_id, secret_hash, without_password, created_at, expires_at)
     values ($1, $2, $3, $4, now(), now() + $5 * interval '1 hour')
     on conflict (organization_id, membership_id)
     do update set secret_hash = excluded.secret_hash, without_password = excluded.without_password,
                   created_at = excluded.created_at, expires_at = excluded.expires_at
     returning expires_at`,
    [organizationId, membershipId, secretHash, withoutPassword, hours],
  );
  if (row === undefined) throw new Error('the invitation was not written');
  return row.expires_at;
}

export function findInvitation(sql: Sql, organizationId: string, secretHash: Buffer) {
  return sql.row<InvitationRow>(
    `select i.membership_id, m.public_id as membership_public_id, m.name, m.email, m.role, i.without_password
       from invitations as i
       join memberships as m on m.organization_id = i.organization_id and m.id = i.membership_id
      where i.organization_id = $1 and i.secret_hash = $2 and i.expires_at > now() and m.active`,
    [organizationId, secretHash],
  );
}

/** False: it was used or replaced meanwhile. */
export async function useInvitation(sql: Sql, organizationId: string, secretHash: Buffer): Promise<boolean> {
  const rows = await sql.rows(
    `delete from invitations where organization_id = $1 and secret_hash = $2 and expires_at > now()
     returning organization_id`,
    [organizationId, secretHash],
  );
  return rows.length > 0;
}

export async function deleteInvitation(sql: Sql, organizationId: string, membershipId: string): Promise<void> {
  await sql.rows('delete from invitations where organization_id = $1 and membership_id = $2', [
    organizationId,
    membershipId,
  ]);
}

// Sessions -----------------------------------------------------------------------------------------------------------

export interface SessionRow {
  id: string;
  public_id: string;
  name: string;
  created_at: Date;
  last_used_at: Date;
  expires_at: Date;
}

/** Of `tokens`, whose alias is `t`. `$2` is the membership. */
const live = `
  t.membership_id = $2 and t.kind = 'session' and t.revoked_at is null
    and t.expires_at > now() and ${notIdle}`;

type OfMembership = Pick<Actor, 'organizationId' | 'membershipId'>;

export function listLiveSessions(sql: Sql, of: OfMembership, after: Position | null, limit: number) {
  const values = new Values(of.organizationId, of.membershipId, limit);
  const beyond = values.beyond('t.created_at, t.id', after);
  return sql.rows<SessionRow>(
    `select t.id, t.public_id, t.name, t.created_at, t.last_used_at, t.expires_at from tokens as t
      where t.organization_id = $1 and ${live} ${beyond} order by t.created_at desc, t.id desc limit $3`,
    values.list,
  );
}

export interface NewSession {
  publicId: string;
  membershipId: string;
  name: string;
  abilities: readonly string[];
  secretHash: Buffer;
  days: number;
}

export async function insertSession(sql: Sql, organizationId: string, session: NewSession): Promise<string> {
  const { publicId, membershipId, name, abilities, secretHash, days } = session;
  const row = await sql.row<{ id: string }>(
    `insert into tokens (organization_id, public_id, membership_id, kind, name, abilities, secret_hash, created_at,
                         last_used_at, expires_at)
     values ($1, $2, $3, 'session', $4, $5, $6, now(), now(), now() + $7 * interval '1 day')
     returning id`,
    [organizationId, publicId, membershipId, name, abilities, secretHash, days],
  );
  if (row === undefined) throw new Error('the session was not written');
  return row.id;
}

/** Ends the live sessions of a membership but for the newest `kept`. Answers those that it ended. */
export function endLiveSessions(sql: Sql, of: OfMembership, kept: number) {
  return sql.rows<{ public_id: string; revoked_at: Date }>(
    `update tokens set revoked_at = now()
      where organization_id = $1 and id = any(array(
              select t.id from tokens as t where t.organization_id = $1 and ${live} order by t.created_at desc, t.id desc offset $3))
      returning public_id, revoked_at`,
    [of.organizationId, of.membershipId, kept],
  );
}

/** Whether it has ended or not. */
export const findOwnSession = (sql: Sql, organizationId: string, membershipId: string, publicId: string) =>
  sql.row<{ id: string }>(
    `select id from tokens
      where organization_id = $1 and membership_id = $2 and public_id = $3 and kind = 'session'`,
    [organizationId, membershipId, publicId],
  );
