import { afterAll, beforeAll, expect, it } from 'vitest';
import { followChanges } from '../../src/parts.ts';
import { type Cast, createCast } from '../support/cast.ts';
import { EventStream } from '../support/follow.ts';
import { openTestApp, type TestApp } from '../support/harness.ts';
import { listen } from '../support/raw-http.ts';
import { cookieIn, emailOf, Reception } from '../support/sign-in.ts';
import { eventually } from '../support/workplace.ts';

// Two processes: a person is signed out in both, whichever made the change.

const limits = { signIns: 'off', signInsEach: 'off', streamMs: 600_000 } as const;
let one: TestApp;
let other: TestApp;
let changes: { stop(): Promise<void> };
let cast: Cast;
let reception: Reception;
let elsewhere: Reception;
let base: string;

beforeAll(async () => {
  one = await openTestApp({ limits });
  other = await openTestApp({ limits, on: one.own });
  changes = await followChanges(other.services);
  cast = await createCast(one);
  [reception, elsewhere] = [new Reception(one, cast), new Reception(other, cast)];
  base = `http://127.0.0.1:${await listen(other.app)}/api/v1`;
});
afterAll(async () => {
  await changes.stop();
  await other.close();
  await one.close();
});

const setActive = (membership: string, active: boolean) =>
  one.call('PATCH', `/memberships/${membership}`, { token: cast.admin.token, body: { active } });
const openStream = async (cookie: string) => {
  const stream = await EventStream.openWith(`${base}/events/stream?page[after]=now`, { cookie });
  await eventually(() => other.services.watch.waiting > 0);
  return stream;
};

it('who is deactivated is signed out for good, on every process', async () => {
  const cookie = await reception.welcome(cast.ravi);
  expect(await elsewhere.isIn(cookie)).toBe(true);
  await setActive(cast.ravi.membership, false);
  expect(await reception.isIn(cookie)).toBe(false);
  await eventually(async () => !(await elsewhere.isIn(cookie)));
  await setActive(cast.ravi.membership, true);
  expect(await reception.isIn(cookie)).toBe(false);
  expect((await one.call('GET', '/me', { token: cast.ravi.token })).status).toBe(200);
  expect((await reception.signIn(emailOf(cast.ravi))).status).toBe(201);
});

it('an event stream ends when its person is deactivated, though nothing happens to leads', async () => {
  const stream = await openStream(await reception.welcome(cast.meera));
  await setActive(cast.meera.membership, false);
  await stream.ended;
  await setActive(cast.meera.membership, true);
});

it('an event stream ends when its person signs out elsewhere', async () => {
  const cookie = cookieIn(await reception.signIn(emailOf(cast.meera)));
  const stream = await openStream(cookie);
  await reception.as(cookie, 'DELETE', '/session');
  await stream.ended;
});

it('an event stream ends with its session, though no message comes: time has passed, or it was lost', async () => {
  const cookie = cookieIn(await reception.signIn(emailOf(cast.meera)));
  const stream = await openStream(cookie);
  await one.services.database.rows(`update tokens set expires_at = now() where kind = 'session'`);
  await stream.ended;
});

/** Waits for events as a stream does, but for far longer than this test may take: only its own end can wake it. */
async function waitLong(cookie: string): Promise<{ woken: Promise<string> }> {
  const { watch, tokens } = other.services;
  const recognized = await tokens.recognizeSession(cookie.split('=')[1] ?? '');
  const { organizationId = '', tokenId = '' } = recognized?.actor ?? {};
  const { signal } = new AbortController();
  return { woken: watch.wait({ organizationId, tokenId, after: '0', ms: 600_000, signal, isFor: () => false }) };
}

it('who waits is woken by the end of the session, whether a message comes or not', async () => {
  const [first, second] = [await reception.signIn(emailOf(cast.meera)), await reception.signIn(emailOf(cast.meera))];
  const told = await waitLong(cookieIn(first));
  await reception.as(cookieIn(first), 'DELETE', '/session');
  await told.woken;
  const untold = await waitLong(cookieIn(second));
  await one.services.database.rows(`update tokens set revoked_at = now() where kind = 'session'`);
  await untold.woken;
});

it('a stream of a token ends when the token is revoked, at once', async () => {
  const body = { name: 'Short', membership: cast.admin.membership, abilities: ['*'] };
  const { data } = (await one.call('POST', '/tokens', { token: cast.admin.token, body })).body;
  const stream = await EventStream.open(`${base}/events/stream?page[after]=now`, data.secret);
  await eventually(() => other.services.watch.waiting > 0);
  await one.call('DELETE', `/tokens/${data.public_id}`, { token: cast.admin.token });
  await stream.ended;
});
