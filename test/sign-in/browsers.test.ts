import { beforeAll, describe, expect, it } from 'vitest';
import { useCast } from '../support/opened.ts';
import { cookieIn, emailOf, OWN, PASSWORD, Reception } from '../support/sign-in.ts';

// What pages of other sites, and whoever has seen a secret in one place, can do with it in another.

const { app, cast } = useCast({ limits: { signIns: 'off', signInsEach: 'off', rate: 600 }, mcp: 'on' });
let reception: Reception;
let cookie: string;

beforeAll(async () => {
  reception = new Reception(app, cast);
  cookie = await reception.welcome(cast.admin);
});

const create = (headers: Record<string, string>) =>
  app.call('POST', '/teams', { body: { name: `Team ${Math.random()}` }, headers: { cookie, ...headers } });

describe('on a method that changes something a cookie counts', () => {
  it.each([
    ['an Origin of the request’s own host', { origin: 'http://localhost:9000', host: 'localhost:9000' }],
    ['an Origin of PUBLIC_URL', { origin: OWN }],
    ['Sec-Fetch-Site: same-origin', { 'sec-fetch-site': 'same-origin' }],
    ['an own Origin over https behind a proxy', { origin: 'https://leads.example.in', host: 'leads.example.in' }],
  ])('with %s', async (_, headers) => {
    expect((await create(headers)).status).toBe(201);
  });

  it.each([
    ['neither', {}],
    ['a foreign Origin', { origin: 'https://evil.example' }],
    ['the Origin null', { origin: 'null' }],
    ['a foreign Origin that contains the own', { origin: 'http://127.0.0.1:8080.evil.example' }],
    ['another port', { origin: 'http://127.0.0.1:8081' }],
    ['an own host over plain http, where no browser keeps the cookie', { origin: 'http://in.lan', host: 'in.lan' }],
    ['Sec-Fetch-Site: same-site', { 'sec-fetch-site': 'same-site' }],
    ['Sec-Fetch-Site: cross-site', { 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' }],
    ['Sec-Fetch-Site: none', { 'sec-fetch-site': 'none' }],
  ])('and not with %s', async (_, headers) => {
    const { status, body } = await create(headers);
    expect([status, body.code]).toEqual([401, 'unauthenticated']);
  });
});

it('to read, the cookie is enough: another site cannot read the answer', async () => {
  for (const method of ['GET', 'HEAD']) {
    const { status, headers } = await app.call(method, '/me', { headers: { cookie, origin: 'https://evil.example' } });
    expect([status, headers['access-control-allow-origin']]).toEqual([200, undefined]);
  }
});

it('every method but GET and HEAD needs the own page', async () => {
  const { body } = await app.call('POST', '/teams', { token: cast.admin.token, body: { name: 'Kept' } });
  const path = `/teams/${body.data.public_id}`;
  expect((await app.call('PATCH', path, { headers: { cookie }, body: { name: 'Stolen' } })).status).toBe(401);
  expect((await app.call('DELETE', '/session', { headers: { cookie } })).status).toBe(401);
  expect((await app.call('PUT', '/scoring', { headers: { cookie }, body: {} })).status).toBe(401);
  expect(await reception.isIn(cookie)).toBe(true);
});

describe('a secret works in its own place only', () => {
  const text = () => cookie.split('=')[1] ?? '';

  it('a session is no bearer token, whether or not it is in use', async () => {
    expect(await reception.isIn(cookie)).toBe(true);
    expect((await app.call('GET', '/me', { token: text() })).status).toBe(401);
    app.services.tokens.forgetAll();
    expect((await app.call('GET', '/me', { token: text() })).status).toBe(401);
  });

  it('a token is no cookie, whether or not it is in use', async () => {
    const asCookie = { cookie: `__Host-leadline=${cast.admin.token}`, origin: OWN };
    expect((await app.call('GET', '/me', { token: cast.admin.token })).status).toBe(200);
    expect((await app.call('GET', '/me', { headers: asCookie })).status).toBe(401);
    app.services.tokens.forgetAll();
    expect((await app.call('GET', '/me', { headers: asCookie })).status).toBe(401);
  });

  it('an invitation is neither', async () => {
    await reception.register(cast.om);
    const secret = await reception.secretFor(cast.om);
    expect((await app.call('GET', '/me', { token: secret })).status).toBe(401);
    expect(await reception.isIn(`__Host-leadline=${secret}`)).toBe(false);
    expect((await reception.accept(text())).status).toBe(404);
    expect((await reception.accept(cast.admin.token)).status).toBe(404);
  });

  it.each([
    ['sent twice', () => `${cookie}; ${cookie}`],
    ['sent twice, once empty', () => `__Host-leadline=; ${cookie}`],
    ['of another name', () => cookie.replace('__Host-', '')],
    ['of a name in other letters', () => cookie.replace('__Host-', '__host-')],
    ['of a longer name', () => cookie.replace('leadline=', 'leadline-oidc=')],
    ['with a letter more', () => `${cookie}x`],
    ['in quotes', () => cookie.replace('=', '="').concat('"')],
  ])('a cookie %s is refused', async (_, sent) => {
    expect(await reception.isIn(sent())).toBe(false);
  });

  it('among other cookies it is found', async () => {
    expect(await reception.isIn(`a=b; ${cookie};c=d`)).toBe(true);
  });

  it('where Authorization is sent, the cookie does not count', async () => {
    for (const authorization of ['', 'Bearer nonsense', 'Basic eDp5']) {
      const { status } = await app.call('GET', '/me', { headers: { cookie, authorization } });
      expect(status).toBe(401);
    }
    const { body } = await app.call('GET', '/me', { token: cast.ravi.token, headers: { cookie } });
    expect(body.data.role).toBe('agent');
  });

  it('assistants need a token: a session does not call tools', async () => {
    const { app: server } = app;
    const payload = { jsonrpc: '2.0', id: 1, method: 'tools/list' };
    const answer = await server.http.inject({ method: 'POST', url: '/mcp', payload, headers: { cookie, origin: OWN } });
    expect(answer.statusCode).toBe(401);
  });
});

describe('signing in', () => {
  const body = () => ({ organization: cast.organization, email: emailOf(cast.admin), password: PASSWORD });

  it.each([
    ['a foreign Origin', { origin: 'https://evil.example' }],
    ['the Origin null', { origin: 'null' }],
    ['no Origin, but from another site', { 'sec-fetch-site': 'cross-site' }],
    ['no Origin, but from another host of the site', { 'sec-fetch-site': 'same-site' }],
  ])('by a page of another site is refused: %s', async (_, headers) => {
    const { status, headers: answered, body: told } = await app.call('POST', '/session', { body: body(), headers });
    expect([status, told.code, answered['set-cookie']]).toEqual([403, 'forbidden', undefined]);
    const secret = await reception.secretFor(cast.om);
    expect((await reception.accept(secret, PASSWORD, headers)).status).toBe(403);
  });

  it('takes JSON alone, which no form of another site can send', async () => {
    for (const type of ['application/x-www-form-urlencoded', 'text/plain', 'multipart/form-data; boundary=x']) {
      const { status } = await app.call('POST', '/session', {
        body: JSON.stringify(body()),
        headers: { 'content-type': type },
      });
      expect(status).toBe(415);
    }
  });

  it('tells no other site that it may send', async () => {
    const { status, headers } = await app.call('OPTIONS', '/session', {
      headers: { origin: 'https://evil.example', 'access-control-request-method': 'POST' },
    });
    expect([status, headers['access-control-allow-origin']]).toEqual([405, undefined]);
  });

  it('never goes on with the session that the browser had: a new one begins, and the old one ends', async () => {
    const old = cookieIn(await reception.signIn(emailOf(cast.admin)));
    const ofAnother = await reception.welcome(cast.ravi);
    for (const sent of [old, ofAnother]) {
      const fresh = cookieIn(await reception.signIn(emailOf(cast.admin), PASSWORD, { cookie: sent, origin: OWN }));
      expect(fresh).not.toBe(sent);
      expect([await reception.isIn(sent), await reception.isIn(fresh)]).toEqual([false, true]);
    }
  });

  it('does not adopt a session that was made up', async () => {
    const made = `${cookie.slice(0, -40)}${'A'.repeat(40)}`;
    const fresh = cookieIn(await reception.signIn(emailOf(cast.admin), PASSWORD, { cookie: made, origin: OWN }));
    expect(fresh).not.toBe(made);
    expect(await reception.isIn(made)).toBe(false);
  });

  it('that fails leaves the session that the browser has', async () => {
    const before = cookieIn(await reception.signIn(emailOf(cast.admin)));
    await reception.signIn(emailOf(cast.admin), 'not the right password', { cookie: before, origin: OWN });
    expect(await reception.isIn(before)).toBe(true);
  });
});

it('a session has a rate limit of its own, and says so', async () => {
  const fresh = cookieIn(await reception.signIn(emailOf(cast.admin)));
  const { headers } = await reception.as(fresh, 'GET', '/me');
  expect(headers['ratelimit-policy']).toBe('"default";q=600;w=60');
  expect(headers.ratelimit).toBe('"default";r=599;t=1');
});

it('what a session sends under an Idempotency-Key is answered again to it, and to nobody else', async () => {
  const other = cookieIn(await reception.signIn(emailOf(cast.admin)));
  const key = { 'idempotency-key': 'same' };
  const body = { name: 'Website', membership: cast.admin.membership, abilities: ['leads:create'] };
  const [first, again] = [
    await reception.as(cookie, 'POST', '/tokens', body, key),
    await reception.as(cookie, 'POST', '/tokens', body, key),
  ];
  expect(again.body).toEqual(first.body);
  expect(again.headers['idempotent-replayed']).toBe('true');
  const foreign = await reception.as(other, 'POST', '/tokens', body, key);
  expect(foreign.headers['idempotent-replayed']).toBeUndefined();
  expect(foreign.body.data.secret).not.toBe(first.body.data.secret);
});
