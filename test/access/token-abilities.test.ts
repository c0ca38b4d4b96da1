import { expect, it } from 'vitest';
import type { GrantedAbility, Role } from '../../src/access/abilities.ts';
import type { Person } from '../support/cast.ts';
import { unknownId } from '../support/collections.ts';
import { useCast } from '../support/opened.ts';

const { app, cast } = useCast();

const issue = (token: string, owner: Person, abilities: unknown) =>
  app.call('POST', '/tokens', { token, body: { name: 'test', membership: owner.membership, abilities } });

const all = [
  'leads:read',
  'leads:create',
  'leads:update',
  'leads:move',
  'leads:assign',
  'leads:import',
  'leads:export',
  'leads:erase',
  'events:read',
  'reports:read',
  'audit:read',
  'settings:read',
  'settings:write',
  'tokens:write',
] as const;
const forAgents = ['leads:read', 'leads:create', 'leads:update', 'leads:move', 'events:read', 'reports:read'];
const forManagers = [...forAgents, 'leads:assign', 'leads:import', 'leads:export', 'audit:read', 'settings:read'];

const ceilings = [
  { role: 'agent', of: () => cast.ravi, may: forAgents },
  { role: 'manager', of: () => cast.meera, may: forManagers },
  { role: 'admin', of: () => cast.admin, may: [...all] },
] satisfies { role: Role; of: () => Person; may: string[] }[];

it.each(ceilings)('a token of an $role holds what the role may do, and nothing above it', async ({ of, may }) => {
  for (const ability of all) {
    const { status, body } = await issue(cast.admin.token, of(), [ability]);
    if (may.includes(ability)) expect([status, body.data?.abilities], ability).toEqual([201, [ability]]);
    else expect([status, Object.keys(body.errors ?? {})], ability).toEqual([422, ['abilities']]);
  }
});

it.each(ceilings)('* is everything that an $role may do', async ({ of, may }) => {
  const { body } = await issue(cast.admin.token, of(), ['*']);
  expect(body.data.abilities).toEqual(['*']);
  const me = await app.call('GET', '/me', { token: body.data.secret });
  expect([...me.body.data.abilities].sort()).toEqual([...may].sort());
});

it('a token may do what it was given and no more', async () => {
  const { body } = await issue(cast.admin.token, cast.admin, ['settings:read']);
  const token = body.data.secret;
  expect((await app.call('GET', '/me', { token })).body.data.abilities).toEqual(['settings:read']);
  expect((await app.call('GET', '/teams', { token })).status).toBe(200);
  for (const [method, path, sent] of [
    ['POST', '/teams', { name: 'North' }],
    ['GET', '/tokens', undefined],
    ['GET', '/audit', undefined],
  ] as const) {
    const answer = await app.call(method, path, { token, body: sent });
    expect([answer.status, answer.body.code]).toEqual([403, 'forbidden']);
  }
});

it('an unknown ability is refused on abilities, with the one that was probably meant', async () => {
  const { status, body } = await issue(cast.admin.token, cast.admin, ['leads:red']);
  expect(status).toBe(422);
  expect(body.errors).toEqual({ abilities: [expect.stringContaining('did you mean leads:read?')] });
  for (const abilities of [['leads:*'], ['LEADS:READ'], ['leads:read', 'all'], [' leads:read'], [5], 'leads:read']) {
    const refused = await issue(cast.admin.token, cast.admin, abilities);
    expect([refused.status, Object.keys(refused.body.errors)], JSON.stringify(abilities)).toEqual([422, ['abilities']]);
  }
});

it('a null among the abilities is refused on abilities, like any other entry', async () => {
  const { status, body } = await issue(cast.admin.token, cast.admin, ['leads:read', null]);
  expect([status, Object.keys(body.errors)]).toEqual([422, ['abilities']]);
});

it('an ability is listed once', async () => {
  const { status, body } = await issue(cast.admin.token, cast.admin, ['leads:read', 'leads:read']);
  expect([status, Object.keys(body.errors)]).toEqual([422, ['abilities']]);
});

it('nobody hands on an ability that its own token lacks', async () => {
  const token = await cast.tokenOf(cast.admin, ['tokens:write', 'leads:read']);
  expect((await issue(token, cast.ravi, ['leads:read'])).status).toBe(201);
  for (const abilities of [['leads:create'], ['leads:read', 'leads:create'], ['*']]) {
    const { status, body } = await issue(token, cast.ravi, abilities);
    expect([status, body.code], String(abilities)).toEqual([403, 'forbidden']);
  }
  expect((await issue(token, cast.admin, ['tokens:write'])).status).toBe(201);
  expect((await issue(token, cast.admin, ['settings:write'])).status).toBe(403);
});

it('that it lacks an ability comes before what else is wrong with the token', async () => {
  const token = await cast.tokenOf(cast.admin, ['tokens:write']);
  expect((await issue(token, cast.ravi, ['settings:write'])).status).toBe(403);
  const nobody = { ...cast.ravi, membership: unknownId('mem') };
  expect((await issue(token, nobody, ['leads:read'])).status).toBe(403);
  const faulty = {
    name: '',
    membership: 5,
    abilities: ['leads:read', 'leads:fly'],
    expires_at: '2020-01-01T00:00:00Z',
  };
  expect((await app.call('POST', '/tokens', { token, body: faulty })).status).toBe(403);
  for (const abilities of ['leads:read', ['leads:fly'], [5], {}, null]) {
    expect((await issue(token, cast.ravi, abilities)).status, String(abilities)).toBe(422);
  }
});

it('only tokens with tokens:write list, read, issue and revoke tokens', async () => {
  const others = all.filter((ability) => ability !== 'tokens:write') as GrantedAbility[];
  const { public_id } = (await issue(cast.admin.token, cast.ravi, ['leads:read'])).body.data;
  for (const token of [await cast.tokenOf(cast.admin, others), cast.meera.token, cast.ravi.token]) {
    expect((await issue(token, cast.ravi, ['leads:read'])).status).toBe(403);
    for (const [method, path] of [
      ['GET', '/tokens'],
      ['GET', `/tokens/${public_id}`],
      ['DELETE', `/tokens/${public_id}`],
      ['DELETE', `/tokens/${unknownId('tok')}`],
    ] as const) {
      expect((await app.call(method, path, { token })).status).toBe(403);
    }
  }
});
