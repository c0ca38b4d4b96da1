import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { mintTokenText } from '../../src/access/token-text.ts';
import { addressOf, guarded, named, open, openWholeApi, type WholeApi } from './api.ts';

let api: WholeApi;
const refused = new Map<string, string>();

/** Ways to send a token that must not work. The values are made once the database is there. */
const badTokens = [
  'malformed',
  'with a bad checksum',
  'with a letter more',
  'never issued',
  'of an organization that does not exist',
  'revoked',
  'expired',
  'of a membership that is not active',
] as const;

beforeAll(async () => {
  api = await openWholeApi();
  const { cast, services, call } = api;
  const { token } = cast.admin;
  const issue = async (membership: string) => {
    const body = { name: 'short-lived', membership, abilities: ['*'] };
    const { secret, public_id } = (await call('POST', '/tokens', { token, body })).body.data;
    // Each works before it stops working, so that what is tested is the end of a token that the service already knows.
    expect((await call('GET', '/me', { token: secret })).status).toBe(200);
    return { secret, public_id } as { secret: string; public_id: string };
  };
  const last = cast.admin.token.at(-1) === 'x' ? 'y' : 'x';
  refused.set('malformed', 'ldl_what?');
  refused.set('with a bad checksum', cast.admin.token.slice(0, -1) + last);
  refused.set('with a letter more', `${cast.admin.token}x`);
  refused.set('never issued', mintTokenText(services.keys.organization, cast.organizationId));
  refused.set('of an organization that does not exist', mintTokenText(services.keys.organization, '987654321'));

  const revoked = await issue(cast.admin.membership);
  await call('DELETE', `/tokens/${revoked.public_id}`, { token });
  refused.set('revoked', revoked.secret);

  const expired = await issue(cast.admin.membership);
  await services.database.rows(`update tokens set expires_at = now() - interval '1 second' where public_id = $1`, [
    expired.public_id,
  ]);
  services.tokens.forgetAll();
  refused.set('expired', expired.secret);

  const inactive = await issue(cast.vikram.membership);
  await call('PATCH', `/memberships/${cast.vikram.membership}`, { token, body: { active: false } });
  refused.set('of a membership that is not active', inactive.secret);
});
afterAll(() => api.close());

/** Operations that need no token at all. This list may only grow by decision. */
const PUBLIC = ['signIn', 'acceptInvitation', 'submitForm'];

it('only the chosen few need no token, and to those a token makes no difference', async () => {
  expect(open.map(({ id }) => id)).toEqual(PUBLIC);
  for (const operation of open) {
    for (const token of [undefined, api.cast.admin.token, ...refused.values()]) {
      const { status, headers } = await api.send(operation.method, addressOf(operation), { token, body: {} });
      // No such form or invitation; neither email nor password.
      expect([status, headers['www-authenticate']]).toEqual([operation.id === 'signIn' ? 422 : 404, undefined]);
    }
  }
});

const CHALLENGE = 'Bearer realm="leadline"';

describe.each(named(guarded))('%s', (_, operation) => {
  it('refuses a call without a token, and says how to send one', async () => {
    const { status, headers, body } = await api.send(operation.method, addressOf(operation));
    expect([status, body.code]).toEqual([401, 'unauthenticated']);
    expect(headers['www-authenticate']).toBe(CHALLENGE);
  });

  it.each(badTokens)('refuses a token %s', async (which) => {
    const token = refused.get(which) as string;
    const { status, headers, body } = await api.send(operation.method, addressOf(operation), { token });
    expect([status, body.code]).toEqual([401, 'unauthenticated']);
    expect(headers['www-authenticate']).toBe(`${CHALLENGE}, error="invalid_token"`);
  });

  it.each([
    ['Basic', 'Basic YWRtaW46YWRtaW4='],
    ['no', ''],
    ['an empty Bearer', 'Bearer'],
    ['an unknown', 'Token ldl_what'],
  ])('refuses %s scheme', async (_, authorization) => {
    const answer = await api.send(operation.method, addressOf(operation), { headers: { authorization } });
    expect([answer.status, answer.body.code]).toEqual([401, 'unauthenticated']);
    expect(answer.headers['www-authenticate']).toBe(CHALLENGE);
  });

  it('refuses a good token in the wrong place', async () => {
    const { token } = api.cast.admin;
    const place = { 'x-api-key': token, cookie: `token=${token}` };
    const answer = await api.send(operation.method, `${addressOf(operation)}?token=${token}`, { headers: place });
    expect(answer.status).toBe(401);
  });

  it('asks for the token before it looks at anything else', async () => {
    const headers = { 'content-type': 'text/plain', accept: 'text/html' };
    const idless = addressOf(operation, () => 'nonsense');
    const body = operation.method === 'GET' ? undefined : '{';
    const answer = await api.send(operation.method, `${idless}?nonsense=%FF`, { headers, body });
    expect(answer.status).toBe(401);
  });
});

it('a good token works with the scheme in any case', async () => {
  for (const scheme of ['Bearer', 'bearer', 'BEARER']) {
    const headers = { authorization: `${scheme} ${api.cast.admin.token}` };
    expect((await api.send('GET', '/api/v1/me', { headers })).status).toBe(200);
  }
});

it('HEAD asks for a token wherever GET does', async () => {
  for (const operation of guarded.filter(({ method }) => method === 'GET')) {
    expect((await api.send('HEAD', addressOf(operation))).status, operation.id).toBe(401);
  }
});
