import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Ability, abilities } from '../../src/access/abilities.ts';
import { addressOf, guarded, named, openWholeApi, type WholeApi, wholeAddressOf } from './api.ts';

/** Operations that any valid token may call. This list may only grow by decision. */
const OPEN_TO_EVERY_TOKEN = ['getMe', 'signOut', 'listSessions', 'endSession'];

/** The contract's table of roles, written out once more on purpose. */
const OF_AGENTS = ['leads:read', 'leads:create', 'leads:update', 'leads:move', 'events:read', 'reports:read'];
const OF_MANAGERS = [...OF_AGENTS, 'leads:assign', 'leads:import', 'leads:export', 'audit:read', 'settings:read'];

/** Operations that are the admin's, though managers may hold their ability. */
const OF_ADMINS_ALONE = /^\/api\/v1\/webhooks/;

/** Operations that need a second ability, whatever is sent. */
const ALSO_NEEDED: Readonly<Record<string, Ability>> = { simulateScoring: 'leads:read' };

let api: WholeApi;
const allBut = new Map<string, string>();
const only = new Map<string, string>();

beforeAll(async () => {
  api = await openWholeApi();
  const { cast } = api;
  for (const ability of abilities) {
    const others = abilities.filter((other) => other !== ability);
    allBut.set(ability, await cast.tokenOf(cast.admin, others));
    only.set(ability, await cast.tokenOf(cast.admin, [ability]));
  }
});
afterAll(() => api.close());

const needy = guarded.filter(({ ability }) => ability !== null);

it('names the ability of every operation, and leaves only the chosen few without', () => {
  const open = guarded.filter(({ ability }) => ability === null).map(({ id }) => id);
  expect(open).toEqual(OPEN_TO_EVERY_TOKEN);
  for (const { id, ability } of needy) expect(abilities, id).toContain(ability as Ability);
});

it('leaves webhooks to admins, reading included', () => {
  const forAdmins = guarded.filter(({ described }) => described['x-role'] === 'admin');
  expect(forAdmins).toEqual(guarded.filter(({ path }) => OF_ADMINS_ALONE.test(path)));
  expect(forAdmins.length).toBeGreaterThan(0);
});

describe.each(named(needy))('%s', (_, operation) => {
  const garbage = {
    body: operation.method === 'GET' ? undefined : 'neither JSON nor right',
    headers: { 'content-type': 'text/plain', accept: 'text/html' },
  };

  it('refuses a token that has every ability but the one it needs', async () => {
    const token = allBut.get(operation.ability ?? '');
    const { status, body } = await api.send(operation.method, addressOf(operation), { token });
    expect([status, body.code]).toEqual([403, 'forbidden']);
    expect(body.detail).toContain(operation.ability);
  });

  it('refuses it before it looks at query, body or record', async () => {
    const token = allBut.get(operation.ability ?? '');
    const url = `${addressOf(operation, () => 'nonsense')}?nonsense=%FF`;
    expect((await api.send(operation.method, url, { token, ...garbage })).status).toBe(403);
    const huge = { token, body: operation.method === 'GET' ? undefined : 'x'.repeat(1_048_577) };
    expect((await api.send(operation.method, url, huge)).status).toBe(403);
  });

  it('lets a token through that has nothing but the ability it needs', async () => {
    const also = ALSO_NEEDED[operation.id];
    const needed = [operation.ability as Ability, ...(also === undefined ? [] : [also])];
    const token =
      also === undefined ? only.get(operation.ability ?? '') : await api.cast.tokenOf(api.cast.admin, needed);
    const { status } = await api.send(operation.method, wholeAddressOf(operation), { token });
    expect([200, 400, 404]).toContain(status); // 400: no body was sent; 404: no such record
  });

  it('is for those roles whose abilities the contract lists, whatever * says', async () => {
    const { ravi, meera } = api.cast;
    const isRefused = async (token: string) =>
      (await api.send(operation.method, addressOf(operation), { token })).status === 403;
    const isForAdmins = operation.described['x-role'] === 'admin';
    expect(await isRefused(ravi.token)).toBe(isForAdmins || !OF_AGENTS.includes(operation.ability ?? ''));
    expect(await isRefused(meera.token)).toBe(isForAdmins || !OF_MANAGERS.includes(operation.ability ?? ''));
  });
});

it('an ability taken from a role stops working in tokens that were granted it', async () => {
  const { cast, call } = api;
  const { token } = cast.admin;
  const body = { name: 'Former admin', role: 'admin' };
  const { public_id } = (await call('POST', '/memberships', { token, body })).body.data;
  const former = { name: body.name, membership: public_id, token: '' };
  const granted = await cast.tokenOf(former, ['settings:write', 'settings:read']);
  expect((await call('POST', '/teams', { token: granted, body: { name: 'Before' } })).status).toBe(201);
  await call('PATCH', `/memberships/${public_id}`, { token, body: { role: 'agent' } });
  expect((await call('POST', '/teams', { token: granted, body: { name: 'After' } })).status).toBe(403);
  expect((await call('GET', '/teams', { token: granted })).status).toBe(403);
});

describe('what a token may not call for another reason than its ability is refused before anything that is sent is judged', () => {
  const expiring = async () => {
    const expires_at = new Date(Date.now() + 3_600_000).toISOString();
    const { admin } = api.cast;
    const body = { name: 'test', membership: admin.membership, abilities: ['*'], expires_at };
    return (await api.call('POST', '/tokens', { token: admin.token, body })).body.data.secret as string;
  };
  const lacksPerson = () => api.cast.tokenOf(api.cast.admin, ['leads:read']);

  it.each([
    ['listSessions', lacksPerson],
    ['endSession', lacksPerson],
    ['simulateScoring', () => api.cast.tokenOf(api.cast.admin, ['settings:read'])],
    ['inviteMember', expiring],
  ])('%s', async (id, tokenOf) => {
    const operation = guarded.find((one) => one.id === id) as (typeof guarded)[number];
    const token = await tokenOf();
    const hasBody = operation.method !== 'GET';
    const send = async (url: string, sent: object = {}) =>
      (await api.send(operation.method, url, { token, ...sent })).status;
    expect(await send(addressOf(operation))).toBe(403);
    expect(await send(`${addressOf(operation, () => 'nonsense')}?nonsense=1`)).toBe(403);
    expect(await send(`${addressOf(operation)}?nonsense=%FF`)).toBe(403);
    expect(await send(addressOf(operation), { headers: { accept: 'image/png' } })).toBe(403);
    if (!hasBody) return;
    expect(await send(addressOf(operation), { body: '{', headers: { 'content-type': 'text/plain' } })).toBe(403);
    expect(await send(addressOf(operation), { body: '{', headers: { 'content-type': 'application/json' } })).toBe(403);
    expect(await send(addressOf(operation), { body: [] })).toBe(403);
  });

  it('a token that expires gives no email, whatever else is wrong with the membership', async () => {
    const body = { name: 'test', role: 'agent', email: 'new@example.in', nonsense: 1 };
    expect((await api.call('POST', '/memberships', { token: await expiring(), body })).status).toBe(403);
    const { status } = await api.call('POST', '/memberships', { token: api.cast.admin.token, body });
    expect(status).toBe(422);
  });
});
