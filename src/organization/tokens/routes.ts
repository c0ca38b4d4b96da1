import type { Keys } from '../../db/installation.ts';
import { createdReply, locationHeader } from '../../http/operation.ts';
import { newestPosition, pageReply, readPage } from '../../http/pagination.ts';
import { List, One } from '../../http/schema.ts';
import { operation } from '../../operation.ts';
import { found } from '../../problems.ts';
import { findToken, listTokens, type TokenRow } from './queries.ts';
import { IssuedToken, Token, TokenCreate, TokenQuery } from './schemas.ts';
import { checkExpiry, checkMembership, issueToken, neededFor, presentToken, revokeToken } from './tokens.ts';

const common = { tag: 'Tokens', scope: 'organization', ability: 'tokens:write' } as const;
const ids = { public_id: 'token' } as const;

export const tokenOperations = ({ keys }: { keys: Pick<Keys, 'organization'> }) => [
  operation({
    ...common,
    id: 'listTokens',
    method: 'GET',
    path: '/tokens',
    summary: 'List tokens, newest first',
    description:
      'Revoked and expired ones and sessions included; sessions are kept for 90 days. Secrets are not kept, so they are not shown.',
    query: TokenQuery,
    answers: { 200: { description: 'A page of tokens', schema: List(Token) } },
    handle: async (call) => {
      const page = readPage(call);
      const { 'filter[kind]': kind = null, 'filter[membership]': membership } = call.query;
      const owner =
        membership === undefined ? null : (await call.currentSettings()).memberships.byPublicId.get(membership);
      if (owner === undefined) return pageReply<TokenRow>(call, page, [], newestPosition, presentToken);
      const wanted = { kind, membershipId: owner?.id ?? null };
      const rows = await listTokens(call.sql, call.actor.organizationId, wanted, page.after, page.limit);
      return pageReply(call, page, rows, newestPosition, presentToken);
    },
  }),
  operation({
    ...common,
    id: 'issueToken',
    method: 'POST',
    path: '/tokens',
    summary: 'Issue a token',
    description:
      'The answer’s `secret` is the token; it is shown this once. An ability above the membership’s role is refused with 422, one that the calling token lacks with 403; `*`, which grows with the role, can be given only by a token that holds every ability. A token that expires issues none that outlives it: `expires_at` is its own unless an earlier one is given. A session may issue tokens that outlive it: its person can sign in again. A membership has 100 live tokens at most.',
    errors: ['conflict'],
    alsoNeeds: neededFor,
    body: TokenCreate,
    check: checkExpiry,
    checkReferences: checkMembership,
    answers: {
      201: { description: 'The new token, with its secret', schema: One(IssuedToken), headers: locationHeader },
    },
    handle: async ({ sql, author, actor, body }) =>
      createdReply('tokens', await issueToken(sql, keys.organization, author, actor, body)),
  }),
  operation({
    ...common,
    id: 'getToken',
    method: 'GET',
    path: '/tokens/{public_id}',
    ids,
    summary: 'Read a token',
    answers: { 200: { description: 'The token', schema: One(Token) } },
    handle: async ({ sql, actor, ids }) => ({
      body: { data: presentToken(found(await findToken(sql, actor.organizationId, ids.public_id))) },
    }),
  }),
  operation({
    ...common,
    id: 'revokeToken',
    method: 'DELETE',
    path: '/tokens/{public_id}',
    ids,
    summary: 'Revoke a token or a session',
    description: 'It stops working at once, in other processes within a second. Revoking it again answers 204 too.',
    answers: { 204: { description: 'Revoked' } },
    changesSettings: true,
    handle: async ({ sql, author, ids }) => {
      await revokeToken(sql, author, ids.public_id);
      return { status: 204 };
    },
  }),
];
