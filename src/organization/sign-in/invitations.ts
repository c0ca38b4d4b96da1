import type { Actor } from '../../access/actor.ts';
import { neededForRole, requireHeld } from '../../access/rights.ts';
import { hashToken, secretTexts } from '../../access/token-text.ts';
import { append } from '../../audit/append.ts';
import { type Author, alteration, type Entry } from '../../audit/audit.ts';
import { forgetOld } from '../../db/forget-old.ts';
import type { Database } from '../../db/sql.ts';
import type { Round } from '../../db/sweep.ts';
import { emailKey } from '../../http/email.ts';
import { conflict, found, invalid, Problem } from '../../problems.ts';
import { findMembership, lockMembership } from '../memberships/queries.ts';
import type { Asking } from './passwords.ts';
import {
  findActiveByEmail,
  findInvitation,
  type InvitationRow,
  lockActiveMembership,
  putInvitation,
  setPassword,
  useInvitation,
} from './queries.ts';
import { type BegunSession, beginSession, type Visitor } from './sessions.ts';
import type { SignInParts } from './sign-in.ts';

const HOURS = 72;

/** The page of the console that reads the secret: behind #, so that it reaches no log and no other site. */
export const invitationLink = (publicUrl: string, text: string): string => `${publicUrl}/invitation#/${text}`;

/** The page then asks for no password. */
export const demoLink = (publicUrl: string, text: string): string => `${publicUrl}/invitation?demo#/${text}`;

const entryOf = (verb: 'created' | 'accepted', membership: string, changes: Record<string, unknown>): Entry => ({
  ...alteration('membership', membership, {}, changes),
  action: `invitation.${verb}`,
});

/** Who invites; null: the operator at the command line. */
type Inviter = Pick<Actor, 'abilities' | 'tokenExpiresAt'> | null;

export function requireInviter(inviter: Pick<Actor, 'tokenExpiresAt'> | null): void {
  if (inviter !== null && inviter.tokenExpiresAt !== null) throw new Problem('forbidden', { detail: EXPIRES });
}

/** A link that signs the person of a membership in once. It takes the place of an older one. */
export async function inviteMember(
  database: Database,
  organizationKey: Buffer,
  author: Author,
  inviter: Inviter,
  publicId: string,
  { withoutPassword = false } = {},
): Promise<{ text: string; expiresAt: Date }> {
  requireInviter(inviter);
  const { organizationId } = author;
  return database.begin(async (sql) => {
    await lockMembership(sql, organizationId, publicId);
    const membership = found(await findMembership(sql, organizationId, publicId));
    requireHeld(inviter?.abilities ?? null, neededForRole(membership.role));
    if (!membership.active) throw conflict('This membership is not active: make it active first.');
    const email = emailKey(membership.email);
    if (email === null) throw conflict('This membership has no email to sign in by: give it one first.');
    const sharing = await findActiveByEmail(sql, organizationId, email);
    if (sharing.length > 1) throw conflict('Another active membership has the same email: give each its own first.');
    const text = secretTexts.invitation.mint(organizationKey, organizationId);
    const fields = { secretHash: hashToken(text), withoutPassword, hours: HOURS };
    const expiresAt = await putInvitation(sql, organizationId, membership.id, fields);
    await append(sql, author, entryOf('created', publicId, { expires_at: expiresAt.toISOString() }));
    return { text, expiresAt };
  });
}

const EXPIRES =
  'This token expires, and whoever it invites could sign in after that: use a token that does not expire, or sign in yourself.';

/** An invitation that can be accepted. */
export interface OpenInvitation {
  readonly organizationId: string;
  readonly secretHash: Buffer;
  readonly invitation: InvitationRow;
}

/** 404, alike where it is unknown, used, replaced or expired, or the membership is not active. */
export async function openInvitation({ database, keys }: SignInParts, text: string): Promise<OpenInvitation> {
  const organizationId = secretTexts.invitation.organizationOf(keys.organization, text);
  if (organizationId === null) throw notOpen();
  const secretHash = hashToken(text);
  const invitation = await findInvitation(database, organizationId, secretHash);
  if (invitation === undefined) throw notOpen();
  return { organizationId, secretHash, invitation };
}

const notOpen = () =>
  new Problem('not_found', { detail: 'This link was used or replaced, or has expired: ask for a new one.' });

/** Sets the password, ends the membership's sessions and begins one. Of several who try at once, one is let in. */
export async function acceptInvitation(
  { database, keys, passwords }: SignInParts,
  { organizationId, secretHash, invitation }: OpenInvitation,
  visitor: Visitor,
  asking: Asking,
  password: string | undefined,
): Promise<BegunSession> {
  const { membership_id: membershipId, membership_public_id: publicId } = invitation;
  requirePassword(invitation, password);
  const hash = password === undefined ? null : await passwords.hash(asking, password);
  return database.begin(async (sql) => {
    if (!(await lockActiveMembership(sql, organizationId, membershipId))) throw notOpen();
    if (!(await useInvitation(sql, organizationId, secretHash))) throw notOpen();
    if (hash !== null) await setPassword(sql, organizationId, membershipId, hash);
    const begun = await beginSession(sql, keys.organization, { organizationId, membershipId }, visitor, 0);
    await append(sql, begun.author, entryOf('accepted', publicId, { password_set: hash !== null }));
    return begun;
  });
}

function requirePassword({ name, email, without_password }: InvitationRow, password: string | undefined): void {
  if (password === undefined && without_password) return;
  if (password === undefined) throw invalid({ password: ['is required'] });
  const folded = password.trim().toLowerCase();
  const isGuessed = [name, email].some((known) => known?.toLowerCase() === folded);
  if (isGuessed) throw invalid({ password: ['must be neither the email nor the name'] });
}

export const forgetOldInvitations = (round: Round): Promise<void> =>
  forgetOld(round, {
    table: 'invitations',
    key: 'membership_id',
    cutoff: new Date(Date.now() - HOURS * 3_600_000),
  });
