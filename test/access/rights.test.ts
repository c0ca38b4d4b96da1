import { beforeAll, describe, expect, it } from 'vitest';
import { abilitiesOf, type GrantedAbility, type Role } from '../../src/access/abilities.ts';
import type { Person } from '../support/cast.ts';
import { unknownId } from '../support/collections.ts';
import { useCast } from '../support/opened.ts';

const { app, cast } = useCast();

const ask = (token: string, method: string, path: string, body?: unknown) => app.call(method, path, { token, body });
const admin = () => cast.admin.token;
const inMinutes = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString();

/** A member of its own for each test, with a token that holds everything of its role. */
async function join(role: Role, team: string | null = null, active = true): Promise<Person> {
  const made = await ask(admin(), 'POST', '/memberships', { name: 'Kiran Shah', role, team, active });
  expect(made.status).toBe(201);
  const person = { name: 'Kiran Shah', membership: made.body.data.public_id, token: '' };
  return { ...person, token: await cast.tokenOf(person, ['*']) };
}

const change = (token: string, { membership }: Person, body: object) =>
  ask(token, 'PATCH', `/memberships/${membership}`, body);
const me = async (token: string) => (await ask(token, 'GET', '/me')).body.data;

describe('a token that expires', () => {
  const issue = (token: string, more: object = {}) =>
    ask(token, 'POST', '/tokens', {
      name: 'child',
      membership: cast.ravi.membership,
      abilities: ['leads:read'],
      ...more,
    });
  let end: string;
  let token: string;
  beforeAll(async () => {
    end = inMinutes(60);
    const body = { name: 'parent', membership: cast.admin.membership, abilities: ['*'], expires_at: end };
    token = (await ask(admin(), 'POST', '/tokens', body)).body.data.secret;
  });

  it('issues tokens that end with it, unless an earlier end is given', async () => {
    expect((await issue(token)).body.data.expires_at).toBe(end);
    expect((await issue(token, { expires_at: end })).body.data.expires_at).toBe(end);
    const sooner = inMinutes(30);
    expect((await issue(token, { expires_at: sooner })).body.data.expires_at).toBe(sooner);
  });

  it('issues none that outlives it, nor one that never ends', async () => {
    for (const expires_at of [inMinutes(61), new Date(Date.parse(end) + 1).toISOString(), null]) {
      const { status, body } = await issue(token, { expires_at });
      expect([status, Object.keys(body.errors)], String(expires_at)).toEqual([422, ['expires_at']]);
      expect(body.errors.expires_at[0]).toContain(end);
    }
  });

  it('passes its end on to the tokens that its tokens issue', async () => {
    const body = { name: 'child', membership: cast.admin.membership, abilities: ['tokens:write', 'leads:read'] };
    const child = (await ask(token, 'POST', '/tokens', body)).body.data.secret;
    expect((await issue(child)).body.data.expires_at).toBe(end);
    expect((await issue(child, { expires_at: null })).status).toBe(422);
  });

  it('is told everything that is wrong with a token at once', async () => {
    const more = { membership: cast.ravi.membership, abilities: ['settings:read'], expires_at: null };
    expect(Object.keys((await issue(token, more)).body.errors).sort()).toEqual(['abilities', 'expires_at']);
  });
});

it('a token that does not expire issues tokens that do not expire, unless told otherwise', async () => {
  const body = { name: 'child', membership: cast.ravi.membership, abilities: ['leads:read'] };
  expect((await ask(admin(), 'POST', '/tokens', body)).body.data.expires_at).toBeNull();
});

it('* grows with the role, so only a token that holds every ability gives it', async () => {
  const agent = await join('agent');
  const body = { name: 'child', membership: agent.membership, abilities: ['*'] };
  const ofAgents = await cast.tokenOf(cast.admin, ['tokens:write', 'settings:write', ...abilitiesOf('agent')]);
  expect((await ask(ofAgents, 'POST', '/tokens', body)).status).toBe(403);
  const all = await cast.tokenOf(cast.admin, [...abilitiesOf('admin')]);
  expect((await ask(all, 'POST', '/tokens', body)).status).toBe(201);
  expect((await me(agent.token)).abilities).not.toContain('leads:assign');
  expect((await change(admin(), agent, { role: 'manager' })).status).toBe(200);
  expect((await me(agent.token)).abilities).toContain('leads:assign');
  expect((await change(admin(), agent, { role: 'agent' })).status).toBe(200);
  expect((await me(agent.token)).abilities).not.toContain('leads:assign');
});

const raises = [
  { from: 'agent', to: 'manager' },
  { from: 'agent', to: 'admin' },
  { from: 'manager', to: 'admin' },
] satisfies { from: Role; to: Role }[];

describe.each(raises)('to raise an $from to $to', ({ from, to }) => {
  const needed = () => new Set<GrantedAbility>(['settings:write', 'tokens:write', ...abilitiesOf(to)]);

  it('takes tokens:write and every ability that the new role may hold', async () => {
    const person = await join(from);
    const token = await cast.tokenOf(cast.admin, [...needed()]);
    const { status, body } = await change(token, person, { role: to });
    expect([status, body.data?.role]).toEqual([200, to]);
  });

  it('is refused without any one of them, and nothing is changed', async () => {
    const person = await join(from);
    for (const lacking of [...needed()].filter((ability) => ability !== 'settings:write')) {
      const token = await cast.tokenOf(
        cast.admin,
        [...needed()].filter((ability) => ability !== lacking),
      );
      const { status, body } = await change(token, person, { role: to, name: 'Changed' });
      expect([status, body.code], lacking).toEqual([403, 'forbidden']);
      expect(body.detail).toContain(lacking);
    }
    const after = await ask(admin(), 'GET', `/memberships/${person.membership}`);
    expect(after.body.data).toMatchObject({ role: from, name: 'Kiran Shah' });
  });
});

it('to make a membership above agent takes as much, and is refused before anything else is looked at', async () => {
  const token = await cast.tokenOf(cast.admin, ['settings:write', 'tokens:write', ...abilitiesOf('manager')]);
  const make = (role: unknown, more: object = {}) => ask(token, 'POST', '/memberships', { name: 'New', role, ...more });
  expect((await make('agent')).status).toBe(201);
  expect((await make('manager')).status).toBe(201);
  expect((await make('admin')).status).toBe(403);
  expect((await make('admin', { team: unknownId('team'), weight: 'heavy' })).status).toBe(403);
  expect((await make('owner')).status).toBe(422);
  const settingsOnly = await cast.tokenOf(cast.admin, ['settings:write']);
  expect((await ask(settingsOnly, 'POST', '/memberships', { name: 'New', role: 'agent' })).status).toBe(201);
  expect((await ask(settingsOnly, 'POST', '/memberships', { name: 'New', role: 'manager' })).status).toBe(403);
});

it('what a token may not give is refused before anything that its change refers to', async () => {
  const stale = { 'if-match': '"stale"' };
  const send = (token: string, { membership }: Person, body: object, headers = {}) =>
    app.call('PATCH', `/memberships/${membership}`, { token, body, headers });
  const statuses = async (token: string, person: Person, body: object) => [
    (await send(token, person, body, stale)).status,
    (await send(token, person, { ...body, team: unknownId('team') })).status,
    (await send(token, person, { ...body, team: unknownId('team') }, stale)).status,
  ];
  const settingsOnly = await cast.tokenOf(cast.admin, ['settings:write']);
  const expiring = { name: 'brief', membership: cast.admin.membership, abilities: ['*'], expires_at: inMinutes(60) };
  const { secret } = (await ask(admin(), 'POST', '/tokens', expiring)).body.data;
  const [agent, manager] = [await join('agent'), await join('manager', cast.teams.west)];
  expect(await statuses(settingsOnly, agent, { role: 'admin' })).toEqual([403, 403, 403]);
  expect(await statuses(secret, agent, { email: 'kiran@example.in' })).toEqual([403, 403, 403]);
  expect((await send(settingsOnly, manager, { team: unknownId('team') })).status).toBe(403);
  expect(await statuses(settingsOnly, agent, { name: 'Renamed' })).toEqual([412, 422, 412]);
  expect(await statuses(admin(), agent, { role: 'admin' })).toEqual([412, 422, 412]);
  const { data } = (await ask(admin(), 'GET', `/memberships/${agent.membership}`)).body;
  expect(data).toMatchObject({ role: 'agent', name: 'Kiran Shah', email: null, team: null });
});

describe('settings:write alone', () => {
  let token: string;
  beforeAll(async () => {
    token = await cast.tokenOf(cast.admin, ['settings:write']);
  });

  it('changes what gives nobody more than before: name, caps, team of an agent, a lower role, deactivation', async () => {
    const person = await join('admin');
    for (const body of [{ name: 'Renamed', weight: 3 }, { role: 'admin' }, { role: 'manager' }, { role: 'agent' }]) {
      expect((await change(token, person, body)).status, JSON.stringify(body)).toBe(200);
    }
    expect((await change(token, person, { team: cast.teams.west })).status).toBe(200);
    expect((await change(token, person, { active: true })).status).toBe(200);
    expect((await change(token, person, { active: false })).status).toBe(200);
  });

  it.each(['agent', 'manager', 'admin'] as const)(
    'does not bring back the tokens of a deactivated %s',
    async (role) => {
      const person = await join(role, null, false);
      expect((await ask(person.token, 'GET', '/me')).status).toBe(401);
      expect((await change(token, person, { active: true })).status).toBe(403);
      expect((await ask(person.token, 'GET', '/me')).status).toBe(401);
      expect((await change(admin(), person, { active: true })).status).toBe(200);
      expect((await ask(person.token, 'GET', '/me')).status).toBe(200);
    },
  );

  it('does not show a manager another team’s leads', async () => {
    const person = await join('manager', cast.teams.west);
    const homeless = await join('manager');
    expect((await change(token, person, { team: cast.teams.east })).status).toBe(403);
    expect((await change(token, homeless, { team: cast.teams.east })).status).toBe(403);
    expect((await change(token, person, { team: cast.teams.west })).status).toBe(200);
    expect((await change(token, person, { team: null })).status).toBe(200);
    const ofManagers = await cast.tokenOf(cast.admin, ['settings:write', 'tokens:write', ...abilitiesOf('manager')]);
    expect((await change(ofManagers, person, { team: cast.teams.east })).status).toBe(200);
  });

  it('is told that a membership does not exist, whatever it wants of it', async () => {
    const nobody = { ...cast.ravi, membership: unknownId('mem') };
    expect((await change(token, nobody, { role: 'admin' })).status).toBe(404);
  });
});

it('trying rules on leads that are there takes leads:read', async () => {
  const token = await cast.tokenOf(cast.admin, ['settings:read']);
  const simulate = (body: object) => ask(token, 'POST', '/distribution-rules/simulate', body);
  expect((await simulate({ lead: { phone: '9876543210' } })).status).toBe(200);
  expect((await simulate({ filter: { created_at: 'last_7_days' } })).status).toBe(403);
});

it('a token is not changed: it is revoked and issued anew', async () => {
  const body = { name: 'test', membership: cast.ravi.membership, abilities: ['leads:read'] };
  const { public_id } = (await ask(admin(), 'POST', '/tokens', body)).body.data;
  const { status, headers } = await ask(admin(), 'PATCH', `/tokens/${public_id}`, { abilities: ['*'] });
  expect(status).toBe(405);
  expect(headers.allow?.split(/, */).sort()).toEqual(['DELETE', 'GET', 'HEAD']);
});
