import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import type { GrantedAbility } from '../../src/access/abilities.ts';
import { type Cast, createCast, type Person } from '../support/cast.ts';
import { timestamp, unknownId } from '../support/collections.ts';
import { openTestApp, type TestApp } from '../support/harness.ts';
import { insertLead, insertLeadEntry } from '../support/rows.ts';
import { readTrail } from '../support/trail.ts';

let app: TestApp;
let cast: Cast;

beforeAll(async () => {
  app = await openTestApp();
  cast = await createCast(app);
});
afterEach(() => vi.useRealTimers());
afterAll(() => app.close());

const token = () => cast.admin.token;
const statusOf = async (secret: string) => (await app.call('GET', '/me', { token: secret })).status;
const changeMember = (person: Person, body: object) =>
  app.call('PATCH', `/memberships/${person.membership}`, { token: token(), body });

async function issue(owner: Person, extra: { abilities?: GrantedAbility[]; expires_at?: string } = {}) {
  const body = { name: 'test', membership: owner.membership, abilities: ['*'], ...extra };
  return (await app.call('POST', '/tokens', { token: token(), body })).body.data as {
    public_id: string;
    secret: string;
  };
}

it('a revoked token stops working at once, though it was in use the moment before', async () => {
  const { public_id, secret } = await issue(cast.ravi);
  expect(await statusOf(secret)).toBe(200);
  const revoked = await app.call('DELETE', `/tokens/${public_id}`, { token: token() });
  expect([revoked.status, revoked.body]).toEqual([204, null]);
  const { status, headers, body } = await app.call('GET', '/me', { token: secret });
  expect([status, body.code]).toEqual([401, 'unauthenticated']);
  expect(headers['www-authenticate']).toBe('Bearer realm="leadline", error="invalid_token"');
});

it('to revoke a token again answers 204 and keeps the time of the first revocation', async () => {
  const { public_id } = await issue(cast.ravi);
  const path = `/tokens/${public_id}`;
  expect((await app.call('DELETE', path, { token: token() })).status).toBe(204);
  const first = (await app.call('GET', path, { token: token() })).body.data.revoked_at;
  expect(first).toMatch(timestamp);
  expect((await app.call('DELETE', path, { token: token() })).status).toBe(204);
  expect((await app.call('GET', path, { token: token() })).body.data.revoked_at).toBe(first);
});

it('another organization’s token cannot be revoked, and is as unknown as one that never was', async () => {
  const { public_id, secret } = await issue(cast.ravi);
  const theirs = await app.call('DELETE', `/tokens/${public_id}`, { token: cast.zenith.admin.token });
  const never = await app.call('DELETE', `/tokens/${unknownId('tok')}`, { token: cast.zenith.admin.token });
  expect(theirs.status).toBe(404);
  expect({ ...theirs.body, request_id: '' }).toEqual({ ...never.body, request_id: '' });
  expect(await statusOf(secret)).toBe(200);
});

it('a token can revoke itself', async () => {
  const { public_id, secret } = await issue(cast.admin);
  expect((await app.call('DELETE', `/tokens/${public_id}`, { token: secret })).status).toBe(204);
  expect(await statusOf(secret)).toBe(401);
});

it('a token stops working when it expires, whether or not it was in use', async () => {
  const expires_at = new Date(Date.now() + 60_000).toISOString();
  const [used, unused] = [await issue(cast.ravi, { expires_at }), await issue(cast.ravi, { expires_at })];
  expect(await statusOf(used.secret)).toBe(200);
  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse(expires_at) - 1_000 });
  expect(await statusOf(used.secret)).toBe(200);
  vi.setSystemTime(new Date(expires_at));
  expect(await statusOf(used.secret)).toBe(401);
  expect(await statusOf(unused.secret)).toBe(401);
});

it('the tokens of a membership that is not active answer 401 until it is active again', async () => {
  expect(await statusOf(cast.asha.token)).toBe(200);
  await changeMember(cast.asha, { active: false });
  expect(await statusOf(cast.asha.token)).toBe(401);
  await changeMember(cast.asha, { active: true });
  expect(await statusOf(cast.asha.token)).toBe(200);
});

it('a lower role lowers what a token may do at once, and a higher one gives it back', async () => {
  const { secret } = await issue(cast.tara, { abilities: ['settings:read', 'leads:read'] });
  const abilities = async () => (await app.call('GET', '/me', { token: secret })).body.data.abilities;
  expect(await abilities()).toEqual(['leads:read', 'settings:read']);
  await changeMember(cast.tara, { role: 'agent' });
  expect(await abilities()).toEqual(['leads:read']);
  expect((await app.call('GET', '/teams', { token: secret })).status).toBe(403);
  expect((await app.call('GET', '/teams', { token: cast.tara.token })).status).toBe(403);
  await changeMember(cast.tara, { role: 'manager' });
  expect((await app.call('GET', '/teams', { token: secret })).status).toBe(200);
});

it('a higher role gives a token nothing that it was not given', async () => {
  const { secret } = await issue(cast.vikram, { abilities: ['leads:read'] });
  await changeMember(cast.vikram, { role: 'admin' });
  expect((await app.call('GET', '/me', { token: secret })).body.data).toMatchObject({
    role: 'admin',
    abilities: ['leads:read'],
  });
  await changeMember(cast.vikram, { role: 'agent' });
});

it('a manager who changes team sees the new team’s leads at once, and the old team’s no longer', async () => {
  const inWest = await insertLead(app, cast.organizationId, { owner: cast.ravi.membership, team: cast.teams.west });
  const inEast = await insertLead(app, cast.organizationId, { owner: cast.vikram.membership, team: cast.teams.east });
  const west = await insertLeadEntry(app, cast.organizationId, inWest);
  const east = await insertLeadEntry(app, cast.organizationId, inEast);
  const sees = async () => (await readTrail(app, cast.meera.token)).map((entry) => entry.public_id);
  expect(await sees()).toEqual([west]);
  await changeMember(cast.meera, { team: cast.teams.east });
  expect(await sees()).toEqual([east]);
  await changeMember(cast.meera, { team: null });
  expect(await sees()).toEqual([]);
  expect((await app.call('GET', '/me', { token: cast.meera.token })).body.data.scope).toBe('own');
  await changeMember(cast.meera, { team: cast.teams.west });
});

it('when a membership changes team, its leads go with it', async () => {
  const lead = await insertLead(app, cast.organizationId, { owner: cast.asha.membership, team: cast.teams.west });
  const entry = await insertLeadEntry(app, cast.organizationId, lead);
  const sees = async (person: Person) =>
    (await readTrail(app, person.token)).some(({ public_id }) => public_id === entry);
  expect([await sees(cast.meera), await sees(cast.tara)]).toEqual([true, false]);
  await changeMember(cast.asha, { team: cast.teams.east });
  expect([await sees(cast.meera), await sees(cast.tara)]).toEqual([false, true]);
  await changeMember(cast.asha, { team: null });
  expect([await sees(cast.meera), await sees(cast.tara)]).toEqual([false, false]);
});

it('the use of a token is written down', async () => {
  const { public_id, secret } = await issue(cast.ravi);
  const lastUse = async () =>
    (await app.call('GET', `/tokens/${public_id}`, { token: token() })).body.data.last_used_at;
  expect(await lastUse()).toBeNull();
  const before = Date.now();
  await statusOf(secret);
  const after = Date.now();
  await new Promise((resolve) => setTimeout(resolve, 20));
  await app.services.tokens.lastUse.flush();
  expect(Date.parse(await lastUse())).toBeGreaterThanOrEqual(before - 1);
  expect(Date.parse(await lastUse())).toBeLessThanOrEqual(after);
});
