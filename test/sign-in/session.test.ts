import { beforeAll, describe, expect, it } from 'vitest';
import { forgetOldSessions } from '../../src/organization/sign-in/sessions.ts';
import type { Answer } from '../support/harness.ts';
import { useCast } from '../support/opened.ts';
import { cookieIn, emailOf, PASSWORD, Reception } from '../support/sign-in.ts';
import { entriesLeftBy, readTrail } from '../support/trail.ts';

const { app, cast } = useCast({ limits: { signIns: 'off', signInsEach: 'off' } });
let reception: Reception;

beforeAll(() => {
  reception = new Reception(app, cast);
});

const CHROME = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/142.0.0.0 Safari/537.36';
const sql = (text: string, values: unknown[] = []) => app.services.database.rows(text, values);
/** Moves the clock of a session. */
const age = async (cookie: string, change: string) => {
  const { public_id } = await sessionOf(cookie);
  await sql(`update tokens set ${change} where public_id = $1`, [public_id]);
  app.services.tokens.forgetAll();
};
const sessionOf = async (cookie: string) => {
  const { body } = await reception.as(cookie, 'GET', '/sessions');
  return body.data.find(({ current }: { current: boolean }) => current);
};

it('a person who was invited sets a password, is signed in, and signs in again with it', async () => {
  const cookie = await reception.welcome(cast.ravi);
  expect(await reception.isIn(cookie)).toBe(true);
  const again = await reception.signIn(emailOf(cast.ravi).toUpperCase());
  expect(again.status).toBe(201);
  const { data } = (await reception.as(cookieIn(again), 'GET', '/me')).body;
  expect(again.body.data).toEqual(data);
  expect(data).toMatchObject({ membership: { name: 'Ravi Iyer' }, role: 'agent', scope: 'own' });
  expect(await reception.isIn(cookie)).toBe(true);
});

it('the cookie is out of reach of scripts, of other hosts, of plain http and of other sites', async () => {
  const answer = await reception.signIn(emailOf(cast.ravi));
  expect(answer.headers['set-cookie']).toMatch(
    /^__Host-leadline=lds_\w{8}_\w{36}; Path=\/; HttpOnly; Secure; SameSite=Strict; Max-Age=604800$/,
  );
  expect(answer.headers['cache-control']).toBe('no-store');
});

it('of a session and a password only hashes are stored', async () => {
  const text = cookieIn(await reception.signIn(emailOf(cast.ravi))).split('=')[1] ?? '';
  const stored = JSON.stringify([
    await sql('select * from tokens'),
    await sql('select * from passwords'),
    await sql('select * from invitations'),
    await sql('select * from audit_entries'),
  ]);
  expect(stored).not.toContain(text);
  expect(stored).not.toContain(text.slice(-36));
  expect(stored).not.toContain(PASSWORD);
  expect(stored).toContain('$argon2id$v=19$m=19456,t=2,p=1$');
});

describe('whoever cannot sign in gets the same answer', () => {
  const refusal = ({ status, headers, body }: Answer) => ({
    status,
    cookie: headers['set-cookie'],
    body: { ...body, request_id: '' },
  });
  let wrong: object;
  beforeAll(async () => {
    wrong = refusal(await reception.signIn(emailOf(cast.ravi), 'not the right password'));
    expect(wrong).toMatchObject({ status: 401, cookie: undefined, body: { code: 'unauthenticated' } });
  });

  it('with an email that nobody has', async () => {
    expect(refusal(await reception.signIn('nobody@example.in'))).toEqual(wrong);
  });

  it('without a password', async () => {
    await reception.register(cast.asha);
    expect(refusal(await reception.signIn(emailOf(cast.asha)))).toEqual(wrong);
  });

  it('whose membership is not active', async () => {
    await reception.welcome(cast.tara);
    const path = `/memberships/${cast.tara.membership}`;
    await app.call('PATCH', path, { token: cast.admin.token, body: { active: false } });
    expect(refusal(await reception.signIn(emailOf(cast.tara)))).toEqual(wrong);
    await app.call('PATCH', path, { token: cast.admin.token, body: { active: true } });
    expect((await reception.signIn(emailOf(cast.tara))).status).toBe(201);
  });

  it('of another organization, or of one that does not exist', async () => {
    const body = { email: emailOf(cast.ravi), password: PASSWORD };
    for (const organization of [cast.zenith.organization, 'org_01k5p3c6m8q2r4s6t8v0w2x4z6']) {
      const answer = await app.call('POST', '/session', { body: { ...body, organization } });
      expect(refusal(answer)).toEqual(wrong);
    }
  });

  it('after one comparison of a password in each case', async () => {
    let compared = 0;
    const { passwords } = app.services;
    const original = passwords.isRight.bind(passwords);
    passwords.isRight = (...given) => {
      compared++;
      return original(...given);
    };
    for (const email of [emailOf(cast.ravi), emailOf(cast.asha), 'nobody@example.in']) {
      await reception.signIn(email, 'not the right password');
    }
    passwords.isRight = original;
    expect(compared).toBe(3);
  });
});

it('where there are several organizations, one must be named', async () => {
  const { status, body } = await app.call('POST', '/session', { body: { email: 'a@example.in', password: 'x' } });
  expect([status, Object.keys(body.errors)]).toEqual([422, ['organization']]);
});

it('a session is listed under tokens by its kind, and revoked like one', async () => {
  const cookie = cookieIn(await reception.signIn(emailOf(cast.ravi), PASSWORD, { 'user-agent': CHROME }));
  const { public_id } = await sessionOf(cookie);
  const read = async () => (await app.call('GET', `/tokens/${public_id}`, { token: cast.admin.token })).body.data;
  expect(await read()).toMatchObject({
    kind: 'session',
    name: 'Chrome on Windows',
    abilities: ['*'],
    revoked_at: null,
  });
  for (const kind of ['session', 'token']) {
    const { body } = await app.call('GET', `/tokens?filter[kind]=${kind}`, { token: cast.admin.token });
    expect(new Set(body.data.map((one: { kind: string }) => one.kind))).toEqual(new Set([kind]));
  }
  expect((await app.call('DELETE', `/tokens/${public_id}`, { token: cast.admin.token })).status).toBe(204);
  expect(await reception.isIn(cookie)).toBe(false);
  expect((await read()).revoked_at).not.toBeNull();
});

it('a person sees the own sessions alone, and ends them', async () => {
  const cookies = [await reception.welcome(cast.meera)];
  for (const _ of [2, 3]) cookies.push(cookieIn(await reception.signIn(emailOf(cast.meera))));
  const { body } = await reception.as(cookies[0] ?? '', 'GET', '/sessions');
  expect(body.data.map(({ current }: { current: boolean }) => current)).toEqual([false, false, true]);
  const [newest] = body.data;
  const ofRavi = await sessionOf(cookieIn(await reception.signIn(emailOf(cast.ravi))));
  const foreign = await reception.as(cookies[0] ?? '', 'DELETE', `/sessions/${ofRavi.public_id}`);
  expect([foreign.status, foreign.body.code]).toEqual([404, 'not_found']);
  for (const _ of [1, 2]) {
    expect((await reception.as(cookies[0] ?? '', 'DELETE', `/sessions/${newest.public_id}`)).status).toBe(204);
  }
  expect(await Promise.all(cookies.map((cookie) => reception.isIn(cookie)))).toEqual([true, true, false]);
  // A program that has a token of the person neither sees nor ends where the person has signed in.
  for (const [method, path] of [
    ['GET', '/sessions'],
    ['DELETE', `/sessions/${newest.public_id}`],
  ] as const) {
    expect((await app.call(method, path, { token: cast.meera.token })).status).toBe(403);
  }
  expect((await app.call('GET', '/sessions', { token: cast.admin.token })).status).toBe(200);
});

it('who signs out is out, and the cookie goes', async () => {
  const cookie = cookieIn(await reception.signIn(emailOf(cast.ravi)));
  const { status, headers } = await reception.as(cookie, 'DELETE', '/session');
  expect([status, headers['set-cookie']]).toEqual([
    204,
    '__Host-leadline=; Path=/; HttpOnly; Secure; SameSite=Strict; Max-Age=0',
  ]);
  expect((await reception.as(cookie, 'DELETE', '/session')).status).toBe(401);
  expect((await app.call('DELETE', '/session', { token: cast.ravi.token })).status).toBe(404);
  expect((await app.call('GET', '/me', { token: cast.ravi.token })).status).toBe(200);
});

it('a session ends after 12 hours without use, and use keeps it', async () => {
  const cookie = cookieIn(await reception.signIn(emailOf(cast.ravi)));
  await age(cookie, `last_used_at = now() - interval '11 hours 59 minutes'`);
  expect(await reception.isIn(cookie)).toBe(true);
  await app.services.tokens.lastUse.flush();
  const { last_used_at } = await sessionOf(cookie);
  expect(Date.now() - Date.parse(last_used_at)).toBeLessThan(3_600_000);
  await age(cookie, `last_used_at = now() - interval '12 hours'`);
  expect(await reception.isIn(cookie)).toBe(false);
});

it('a session ends after 7 days, however much it is used', async () => {
  const cookie = cookieIn(await reception.signIn(emailOf(cast.ravi)));
  const { created_at, expires_at } = await sessionOf(cookie);
  expect(Date.parse(expires_at) - Date.parse(created_at)).toBe(7 * 86_400_000);
  await age(cookie, 'expires_at = now()');
  expect(await reception.isIn(cookie)).toBe(false);
});

it('a membership has 20 sessions at most, and the oldest ends', async () => {
  const cookies = [await reception.welcome(cast.vikram)];
  for (let n = 2; n <= 21; n++) cookies.push(cookieIn(await reception.signIn(emailOf(cast.vikram))));
  const areIn = await Promise.all(cookies.map((cookie) => reception.isIn(cookie)));
  expect(areIn).toEqual([false, ...Array.from({ length: 20 }, () => true)]);
});

it('sessions do not count towards the tokens of a membership', async () => {
  const body = { name: 'One more', membership: cast.vikram.membership, abilities: ['leads:read'] };
  for (let n = 0; n < 85; n++) {
    expect((await app.call('POST', '/tokens', { token: cast.admin.token, body })).status).toBe(201);
  }
});

it('a session stands in the audit trail: its beginning, its end, and as the actor of what it does', async () => {
  const entries = await entriesLeftBy(app, cast.admin.token, async () => {
    const cookie = cookieIn(await reception.signIn(emailOf(cast.ravi), PASSWORD, { 'user-agent': CHROME }));
    await reception.as(cookie, 'POST', '/leads', { phone: '9876543210' });
    await reception.as(cookie, 'DELETE', '/session');
  });
  expect(entries.map(({ action }) => action)).toEqual(['session.started', 'lead.created', 'session.ended']);
  const session = { public_id: entries[0]?.subject.public_id, name: 'Chrome on Windows' };
  const membership = { public_id: cast.ravi.membership, name: 'Ravi Iyer' };
  for (const { actor } of entries) expect(actor).toEqual({ token: session, membership });
});

it('sessions that ended long ago are forgotten, and the audit trail keeps their people', async () => {
  const cookie = cookieIn(await reception.signIn(emailOf(cast.ravi)));
  const { public_id } = await sessionOf(cookie);
  await age(cookie, `created_at = now() - interval '91 days'`);
  await sql(`update tokens set created_at = now() - interval '91 days' where kind = 'token'`);
  await forgetOldSessions({ sql: app.services.database });
  expect((await app.call('GET', `/tokens/${public_id}`, { token: cast.admin.token })).status).toBe(404);
  expect((await app.call('GET', '/me', { token: cast.admin.token })).status).toBe(200);
  const started = (await readTrail(app, cast.admin.token)).find(({ subject }) => subject.public_id === public_id);
  expect(started?.actor).toEqual({ membership: { public_id: cast.ravi.membership, name: 'Ravi Iyer' } });
});

it('a session does what the role may, and nothing more', async () => {
  const cookie = cookieIn(await reception.signIn(emailOf(cast.ravi)));
  const abilities = async (call: Promise<Answer>) => (await call).body.data.abilities;
  expect(await abilities(reception.as(cookie, 'GET', '/me'))).toEqual(
    await abilities(app.call('GET', '/me', { token: cast.ravi.token })),
  );
  expect((await reception.as(cookie, 'GET', '/tokens')).status).toBe(403);
  expect((await reception.as(cookie, 'POST', '/teams', { name: 'Mine' })).status).toBe(403);
});

it('an admin’s session issues tokens that outlive it, which a token that expires cannot', async () => {
  const cookie = await reception.welcome(cast.admin);
  const body = { name: 'Website', membership: cast.admin.membership, abilities: ['leads:create'] };
  const issued = await reception.as(cookie, 'POST', '/tokens', body);
  expect([issued.status, issued.body.data.expires_at]).toEqual([201, null]);
});
