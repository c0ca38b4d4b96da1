import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openJourney, sealJourney } from '../../src/organization/sign-in/oidc/sealed.ts';
import { ownPath } from '../../src/organization/sign-in/oidc/sign-in.ts';
import { type Cast, createCast } from '../support/cast.ts';
import { openTestApp, type TestApp } from '../support/harness.ts';
import { TestProvider } from '../support/identity-provider.ts';
import { emailOf, Reception } from '../support/sign-in.ts';
import { entriesLeftBy } from '../support/trail.ts';

let provider: TestProvider;
let app: TestApp;
let cast: Cast;
let reception: Reception;

const START = '/api/v1/session/oidc';

beforeAll(async () => {
  provider = await TestProvider.open();
  app = await openTestApp({ oidc: provider.options, limits: { signIns: 'off', signInsEach: 'off' } });
  cast = await createCast(app);
  reception = new Reception(app, cast);
  await reception.register(cast.ravi);
});
afterAll(async () => {
  await app.close();
  await provider.close();
});
beforeEach(() => {
  provider.person = { email: emailOf(cast.ravi), email_verified: true };
  provider.wrong = {};
  provider.faults = {};
});

interface Visit {
  status: number;
  location: string;
  /** By name, as the browser keeps them. */
  cookies: Map<string, string>;
}

async function visit(url: string, cookie = '', headers: Record<string, string> = {}): Promise<Visit> {
  const path = url.replace('http://127.0.0.1:8080', '');
  const answer = await app.app.http.inject({ url: path, headers: { ...(cookie && { cookie }), ...headers } });
  const set = [answer.headers['set-cookie'] ?? []].flat();
  const cookies = new Map(set.map((one) => one.split(';', 1)[0]?.split('=') as [string, string]));
  return { status: answer.statusCode, location: String(answer.headers.location), cookies };
}

/** Goes to the provider: what the browser keeps, and where it is sent. */
async function leave(query = '') {
  const { location, cookies } = await visit(`${START}?organization=${cast.organization}${query}`);
  return { location, cookie: `__Host-leadline-oidc=${cookies.get('__Host-leadline-oidc')}` };
}

async function comeBack(query = '') {
  const { location, cookie } = await leave(query);
  return visit(provider.agree(location), cookie);
}

const sessionIn = ({ cookies }: Visit) => cookies.get('__Host-leadline');
const problem = (code: string) => ({ status: 302, location: `/sign-in?problem=${code}` });
const expectRefused = (answer: Visit, code: string) => {
  expect(answer).toMatchObject(problem(code));
  expect(sessionIn(answer)).toBeUndefined();
};

it('who comes back with the verified email of an active membership is in, and goes where it wanted to', async () => {
  const entries = await entriesLeftBy(app, cast.admin.token, async () => {
    const back = await comeBack('&to=/leads%3Fsort=-score');
    expect(back).toMatchObject({ status: 302, location: '/leads?sort=-score' });
    const { body } = await reception.as(`__Host-leadline=${sessionIn(back)}`, 'GET', '/me');
    expect(body.data).toMatchObject({ role: 'agent', membership: { public_id: cast.ravi.membership } });
    expect(back.cookies.get('__Host-leadline-oidc')).toBe('');
  });
  expect(entries.map(({ action }) => action)).toEqual(['session.started']);
});

it('the browser is sent with PKCE, state and nonce, and keeps what belongs to them sealed, for ten minutes', async () => {
  const { http } = app.app;
  const { headers } = await http.inject({ url: `${START}?organization=${cast.organization}` });
  const { searchParams, origin, pathname } = new URL(String(headers.location));
  expect(origin + pathname).toBe(`${provider.issuer}/authorize`);
  expect(Object.fromEntries(searchParams)).toEqual({
    client_id: 'leadline',
    redirect_uri: 'http://127.0.0.1:8080/api/v1/session/oidc/callback',
    response_type: 'code',
    scope: 'openid email',
    code_challenge: expect.stringMatching(/^[\w-]{43}$/),
    code_challenge_method: 'S256',
    state: expect.stringMatching(/^[\w-]{43}$/),
    nonce: expect.stringMatching(/^[\w-]{43}$/),
  });
  expect(headers['set-cookie']).toMatch(
    /^__Host-leadline-oidc=[\w-]+; Path=\/; HttpOnly; Secure; SameSite=Lax; Max-Age=600$/,
  );
  expect(headers['cache-control']).toBe('no-store');
  const sealed = /=([\w-]+);/.exec(String(headers['set-cookie']))?.[1] ?? '';
  expect(Buffer.from(sealed, 'base64url').toString('latin1')).not.toContain(searchParams.get('state'));
});

it('what is sealed opens for ten minutes, and not once altered or with another key', () => {
  const [key, now] = [Buffer.alloc(32, 1), Date.now()];
  const journey = { organizationId: '1', to: '/', state: 's', nonce: 'n', verifier: 'v' };
  const sealed = sealJourney(key, journey, now);
  expect(openJourney(key, sealed, now + 599_999)).toEqual(journey);
  expect(openJourney(key, sealed, now + 600_000)).toBeNull();
  expect(openJourney(Buffer.alloc(32, 2), sealed, now)).toBeNull();
  for (const text of ['', 'x', sealed.slice(0, -2), `${sealed[0] === 'A' ? 'B' : 'A'}${sealed.slice(1)}`]) {
    expect(openJourney(key, text, now)).toBeNull();
  }
});

describe('nobody is let in', () => {
  it('with another state than the browser’s own', async () => {
    const [one, other] = [await leave(), await leave()];
    expectRefused(await visit(provider.agree(one.location), other.cookie), 'expired');
    const altered = provider
      .agree(one.location)
      .replace(/state=(.)/, (_, first) => `state=${first === '_' ? 'x' : '_'}`);
    expectRefused(await visit(altered, one.cookie), 'expired');
  });

  it('without the cookie, with one that was altered, or with two', async () => {
    const { location, cookie } = await leave();
    expectRefused(await visit(provider.agree(location)), 'expired');
    const altered = cookie.replace(/=(.)/, (_, first) => `=${first === 'A' ? 'B' : 'A'}`);
    expectRefused(await visit(provider.agree(location), altered), 'expired');
    expectRefused(await visit(provider.agree(location), `${cookie}; ${cookie}`), 'expired');
  });

  it('by an answer that was used already', async () => {
    const { location, cookie } = await leave();
    const answer = provider.agree(location);
    expect(sessionIn(await visit(answer, cookie))).toBeDefined();
    expectRefused(await visit(answer, cookie), 'provider_failed');
  });

  it.each([
    ['another nonce', { nonce: 'another' }],
    ['another audience', { aud: 'somebody else' }],
    ['another issuer', { iss: 'https://evil.example' }],
    ['an end that has passed', { exp: 1_000_000_000 }],
    ['no end', { exp: undefined }],
  ])('by an ID token with %s', async (_, wrong) => {
    provider.wrong = wrong;
    expectRefused(await comeBack(), 'provider_failed');
  });

  it('by an ID token that somebody else signed, or nobody', async () => {
    provider.faults = { signature: true };
    expectRefused(await comeBack(), 'provider_failed');
    provider.faults = { none: true };
    expectRefused(await comeBack(), 'provider_failed');
  });

  it.each([false, undefined, 'true', 1])('whose email_verified is %s', async (email_verified) => {
    provider.person = { email: emailOf(cast.ravi), email_verified };
    expectRefused(await comeBack(), 'email_not_verified');
  });

  it('whose email no membership has, and nobody is made', async () => {
    const count = async () => (await app.services.database.rows('select id from memberships')).length;
    const before = await count();
    provider.person = { email: 'nobody@example.in', email_verified: true };
    expectRefused(await comeBack(), 'no_membership');
    provider.person = { email_verified: true };
    expectRefused(await comeBack(), 'no_membership');
    expect(await count()).toBe(before);
  });

  it('whose email only looks like a member’s', async () => {
    await reception.register(cast.vikram, 'vik@example.in');
    provider.person = { email: 'vi\u212a@example.in', email_verified: true }; // the sign for Kelvin
    expectRefused(await comeBack(), 'no_membership');
    provider.person = { email: 'VIK@Example.in', email_verified: true };
    expect(sessionIn(await comeBack())).toBeDefined();
  });

  it('whose membership is not active, or shares its email with another', async () => {
    await reception.register(cast.asha);
    provider.person = { email: emailOf(cast.asha), email_verified: true };
    const change = (person: { membership: string }, body: object) =>
      app.call('PATCH', `/memberships/${person.membership}`, { token: cast.admin.token, body });
    await change(cast.asha, { active: false });
    expectRefused(await comeBack(), 'no_membership');
    await change(cast.asha, { active: true });
    expect(sessionIn(await comeBack())).toBeDefined();
    await change(cast.om, { email: emailOf(cast.asha) });
    expectRefused(await comeBack(), 'no_membership');
  });

  it('of another organization', async () => {
    const { location, cookies } = await visit(`${START}?organization=${cast.zenith.organization}`);
    const cookie = `__Host-leadline-oidc=${cookies.get('__Host-leadline-oidc')}`;
    expectRefused(await visit(provider.agree(location), cookie), 'no_membership');
  });

  it('who did not agree', async () => {
    const { location, cookie } = await leave();
    const state = new URL(location).searchParams.get('state');
    const answer = await visit(
      `${START}/callback?error=access_denied&error_description=%3Cb%3E&state=${state}`,
      cookie,
    );
    expectRefused(answer, 'denied');
  });
});

it('the email may be in the provider’s user information', async () => {
  provider.faults = { inUserinfo: true };
  expect(sessionIn(await comeBack())).toBeDefined();
});

it('where there are several organizations, one must be named', async () => {
  expect(await visit(START)).toMatchObject(problem('organization_needed'));
  for (const organization of ['org_01k5p3c6m8q2r4s6t8v0w2x4z6', 'nonsense', "' or 1=1"]) {
    const url = `${START}?organization=${encodeURIComponent(organization)}`;
    expect(await visit(url)).toMatchObject(problem('no_membership'));
  }
});

it.each([
  'https://evil.example',
  '//evil.example',
  '/\\evil.example',
  '\\\\evil.example',
  '/\t/evil.example',
  'javascript:alert(1)',
  'leads',
  '/api/v1/session/oidc',
  `/${'x'.repeat(1_000)}`,
  '',
])('who asks to go on to %j goes to the first page', (to) => {
  expect(ownPath(to)).toBe('/');
});

it('a path of the console is kept', () => {
  for (const to of ['/', '/leads', '/leads?filter[status]=sts_1&sort=-score#top']) expect(ownPath(to)).toBe(to);
});

it('images and frames of other sites do not begin a sign-in', async () => {
  const answer = await visit(START, '', { 'sec-fetch-dest': 'image' });
  expect([answer.status, answer.cookies.size]).toEqual([403, 0]);
});

describe('a provider that fails', () => {
  const openWith = (options: TestProvider['options']) =>
    openTestApp({ oidc: options, limits: { signIns: 'off', signInsEach: 'off' }, on: app.own });
  const begin = async ({ app: { http } }: TestApp) =>
    (await http.inject({ url: `${START}?organization=${cast.organization}` })).headers.location;

  it('is told as away, whether it answers nothing, errors, or is not there; and found again soon', async () => {
    const own = await TestProvider.open();
    const service = await openWith(own.options);
    own.faults = { silent: true };
    expect(await begin(service)).toBe('/sign-in?problem=provider_unavailable');
    const asked = own.asked.length;
    expect(await begin(service)).toBe('/sign-in?problem=provider_unavailable');
    expect(own.asked.length).toBe(asked); // it is left alone for a moment
    await service.close();
    const another = await openWith(own.options);
    own.faults = { error: 500 };
    expect(await begin(another)).toBe('/sign-in?problem=provider_unavailable');
    await another.close();
    const third = await openWith(own.options);
    own.faults = {};
    expect(await begin(third)).toContain(`${own.issuer}/authorize`);
    expect(await begin(third)).toContain(`${own.issuer}/authorize`);
    expect(own.asked.filter((path) => path.includes('well-known'))).toHaveLength(3); // once for each service
    await own.close();
    await third.close();
  });

  it('while its person is there lets nobody in', async () => {
    const { location, cookie } = await leave();
    const answer = provider.agree(location);
    provider.faults = { silent: true };
    expectRefused(await visit(answer, cookie), 'provider_unavailable');
    provider.faults = { error: 503 };
    const again = await leave();
    expectRefused(await visit(provider.agree(again.location), again.cookie), 'provider_unavailable');
  });
});

it('tries are limited by address', async () => {
  const service = await openTestApp({ oidc: provider.options, limits: { rate: 'off' }, on: app.own });
  const locations = [];
  for (let n = 0; n < 11; n++) {
    const { headers } = await service.app.http.inject({ url: `${START}?organization=${cast.organization}` });
    locations.push(headers.location);
  }
  expect(locations.filter((one) => one === '/sign-in?problem=too_many_tries')).toHaveLength(1);
  await service.close();
});

it('without a provider there is no such address', async () => {
  const service = await openTestApp({ on: app.own });
  for (const path of [START, `${START}/callback`]) {
    expect((await service.app.http.inject({ url: path })).statusCode).toBe(404);
  }
  await service.close();
});
