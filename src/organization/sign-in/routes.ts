import type { TSchema } from 'typebox';
import type { Actor } from '../../access/actor.ts';
import { JSON_TYPE } from '../../http/body-parser.ts';
import { networkOf } from '../../http/caller-address.ts';
import { sessionCookieHeader } from '../../http/credentials.ts';
import { newestPosition, PageQuery, pageReply, readPage } from '../../http/pagination.ts';
import { publicOperation } from '../../http/public-operation.ts';
import { List, One } from '../../http/schema.ts';
import { bodyValidator } from '../../http/validate.ts';
import { operation } from '../../operation.ts';
import { type FieldErrors, Problem, requireNoFaults } from '../../problems.ts';
import { Me } from '../me/me.ts';
import { acceptInvitation, invitationLink, inviteMember, openInvitation, requireInviter } from './invitations.ts';
import { listLiveSessions } from './queries.ts';
import { Acceptance, Invitation, Session, SignIn } from './schemas.ts';
import { endSession, presentSession } from './sessions.ts';
import { admitAttempt, leaveSession, type SignInParts, signIn, visitorOf, welcome } from './sign-in.ts';

const common = { tag: 'Sign-in', scope: 'caller', ability: null } as const;
const open = { method: 'POST', tag: 'Sign-in', scope: 'person', media: [JSON_TYPE], bodyBytes: 65_536 } as const;
const cookie = { 'Set-Cookie': { description: 'The session: `__Host-leadline`' } };
const signedIn = { 201: { description: 'Who has signed in', schema: One(Me), headers: cookie } };

/** The body of a public operation, checked by its schema. */
function reading<Body>(schema: TSchema): (body: unknown, faults: FieldErrors) => Body {
  const check = bodyValidator(schema);
  return (body, faults) => {
    requireNoFaults({ ...faults, ...check(body) });
    return body as Body;
  };
}
/** A program that holds some token of the person must not watch or end the person's sessions. */
function requirePerson({ isSession, abilities }: Pick<Actor, 'isSession' | 'abilities'>): void {
  if (isSession || abilities.has('tokens:write')) return;
  throw new Problem('forbidden', { detail: 'Only a session, or a token with the ability tokens:write, may do this.' });
}

const readSignIn = reading<SignIn>(SignIn);
const readAcceptance = reading<Acceptance>(Acceptance);

export const signInOperations = (parts: SignInParts) => [
  publicOperation({
    ...open,
    id: 'signIn',
    path: '/session',
    summary: 'Sign in',
    description:
      'With the email and the password of an active membership. The answer’s cookie is the session: it acts with everything that the role may do, and ends after 12 hours without use, after 7 days, by signing out, and when the membership is deactivated. A browser keeps the cookie over https and on loopback only. A membership has 20 sessions at most: the oldest ends when another begins. A request that a page of another site sends is refused (403). 10 tries a minute and address, 5 a minute and membership.',
    body: SignIn,
    answers: signedIn,
    errors: ['unauthenticated', 'forbidden'],
    admit: (request) => admitAttempt(request, parts),
    handle: async (_, request, faults) => {
      const begun = await signIn(parts, request, readSignIn(request.body, faults));
      await leaveSession(parts, request);
      return welcome(parts, begun);
    },
  }),
  operation({
    ...common,
    id: 'signOut',
    method: 'DELETE',
    path: '/session',
    summary: 'Sign out',
    description: 'Ends the session that the call is made with. 404 for a token, which is revoked at `/tokens`.',
    answers: { 204: { description: 'Signed out', headers: cookie } },
    errors: ['not_found'],
    changesSettings: true,
    handle: async ({ sql, author, actor }) => {
      await endSession(sql, author, actor, actor.tokenPublicId);
      return { status: 204, headers: { 'set-cookie': sessionCookieHeader() } };
    },
  }),
  operation({
    ...common,
    id: 'listSessions',
    method: 'GET',
    path: '/sessions',
    summary: 'List your own sessions, newest first',
    description:
      'Where the person has signed in. Those that have ended are left out. A session may ask, or a token with `tokens:write`.',
    query: PageQuery,
    answers: { 200: { description: 'A page of sessions', schema: List(Session) } },
    errors: ['forbidden'],
    requireCaller: requirePerson,
    handle: async (call) => {
      const page = readPage(call);
      const rows = await listLiveSessions(call.sql, call.actor, page.after, page.limit);
      const present = (row: (typeof rows)[number]) => presentSession(row, call.actor);
      return pageReply(call, page, rows, newestPosition, present);
    },
  }),
  operation({
    ...common,
    id: 'endSession',
    method: 'DELETE',
    path: '/sessions/{public_id}',
    ids: { public_id: 'token' },
    summary: 'End one of your own sessions',
    description:
      'It stops working at once, in other processes within a second. Ending it again answers 204 too. A session may ask, or a token with `tokens:write`.',
    answers: { 204: { description: 'Ended' } },
    errors: ['forbidden'],
    changesSettings: true,
    requireCaller: requirePerson,
    handle: async ({ sql, author, actor, ids }) => {
      await endSession(sql, author, actor, ids.public_id);
      return { status: 204 };
    },
  }),
  operation({
    id: 'inviteMember',
    method: 'POST',
    path: '/memberships/{public_id}/invitation',
    ids: { public_id: 'membership' },
    tag: 'Sign-in',
    scope: 'organization',
    ability: 'tokens:write',
    summary: 'Invite the person of a membership to sign in',
    description:
      'Answers a link, once: who opens it sets a password and is signed in. It works once and for 72 hours; a new one ends the older one, and so does another email, team or role that lets the membership do more. Use it as well where a password was forgotten. Needs every ability that the membership’s role may hold, too, and a token that does not expire (403). The membership must be active and have an email that no other active one has (409).',
    answers: { 201: { description: 'The link', schema: One(Invitation) } },
    errors: ['conflict'],
    requireCaller: requireInviter,
    handle: async ({ sql, author, actor, ids }) => {
      const { text, expiresAt } = await inviteMember(sql, parts.keys.organization, author, actor, ids.public_id);
      const link = invitationLink(parts.urls.publicUrl, text);
      return { status: 201, body: { data: { link, expires_at: expiresAt.toISOString() } } };
    },
  }),
  publicOperation({
    ...open,
    id: 'acceptInvitation',
    path: '/invitations/{token}',
    secrets: { token: 'ldi_0a1B2c3D_abcdefghijklmnopqrstuvwxyzABCD012345' },
    summary: 'Accept an invitation',
    description:
      'Sets the password, ends the membership’s other sessions, and signs in as `POST /session` does. The token is what stands behind `#` in the link. 404 where it is unknown, used, replaced or expired, or the membership is not active. 10 tries a minute and address, those of `POST /session` included.',
    body: Acceptance,
    answers: signedIn,
    errors: ['forbidden', 'not_found'],
    admit: async (request) => {
      await admitAttempt(request, parts);
      return openInvitation(parts, (request.params as { token: string }).token);
    },
    handle: async (invitation, request, faults) => {
      const { password } = readAcceptance(request.body, faults);
      const asking = { organizationId: invitation.organizationId, address: networkOf(request.address) };
      const begun = await acceptInvitation(parts, invitation, visitorOf(request), asking, password);
      await leaveSession(parts, request);
      return welcome(parts, begun);
    },
  }),
];
