import { beforeAll, expect, it } from 'vitest';
import { publicId, timestamp, unknownId } from '../support/collections.ts';
import { useCast } from '../support/opened.ts';

const { app, cast } = useCast();
let token: string;
beforeAll(() => {
  token = cast.admin.token;
});

const create = (body: object) => app.call('POST', '/memberships', { token, body });
const change = (id: string, body: object) => app.call('PATCH', `/memberships/${id}`, { token, body });

const everything = () => ({
  name: 'Kiran Shah',
  email: 'kiran@example.in',
  role: 'manager',
  team: cast.teams.west,
  active: false,
  accepting_leads: false,
  weight: 7,
  open_cap: 40,
  daily_cap: 5,
  working_hours: { mon: ['09:30-13:00', '14:00-18:30'], sat: ['10:00-13:00'] },
});

it('a membership needs a name and a role; everything else is assumed', async () => {
  const { status, body } = await create({ name: 'Kiran Shah', role: 'agent' });
  expect(status).toBe(201);
  expect(body.data).toEqual({
    public_id: expect.stringMatching(publicId('mem')),
    name: 'Kiran Shah',
    email: null,
    role: 'agent',
    team: null,
    active: true,
    accepting_leads: true,
    weight: 1,
    open_cap: null,
    daily_cap: null,
    working_hours: null,
    created_at: expect.stringMatching(timestamp),
  });
});

it('without a name and a role there is no membership', async () => {
  const { status, body } = await create({});
  expect(status).toBe(422);
  expect(Object.keys(body.errors).sort()).toEqual(['name', 'role']);
});

it('every field of a membership can be set when it is made, and is read back the same', async () => {
  const { status, body } = await create(everything());
  expect(status).toBe(201);
  expect(body.data).toMatchObject({ ...everything(), team: { public_id: cast.teams.west, name: 'West' } });
  const read = await app.call('GET', `/memberships/${body.data.public_id}`, { token });
  expect(read.body).toEqual(body);
});

it('a change keeps what it does not send', async () => {
  const { body } = await create(everything());
  const changed = await change(body.data.public_id, { weight: 9 });
  expect(changed.status).toBe(200);
  expect(changed.body.data).toEqual({ ...body.data, weight: 9 });
  const read = await app.call('GET', `/memberships/${body.data.public_id}`, { token });
  expect(read.body.data).toEqual({ ...body.data, weight: 9 });
});

it('null takes away what a membership can do without', async () => {
  const { body } = await create(everything());
  const cleared = { email: null, team: null, open_cap: null, daily_cap: null, working_hours: null };
  const changed = await change(body.data.public_id, cleared);
  expect(changed.body.data).toEqual({ ...body.data, ...cleared });
});

it('null is refused where a membership needs a value', async () => {
  const nothing = { name: null, role: null, active: null, accepting_leads: null, weight: null };
  const { status, body } = await change(cast.ravi.membership, nothing);
  expect(status).toBe(422);
  expect(Object.keys(body.errors).sort()).toEqual(Object.keys(nothing).sort());
});

it('a membership moves to another team by the team’s public id', async () => {
  const { body } = await create(everything());
  const changed = await change(body.data.public_id, { team: cast.teams.east });
  expect(changed.body.data.team).toEqual({ public_id: cast.teams.east, name: 'East' });
});

it('an unknown team, or one of another organization, is refused on team', async () => {
  const theirs = await app.call('POST', '/teams', { token: cast.zenith.admin.token, body: { name: 'Theirs' } });
  for (const team of [unknownId('team'), theirs.body.data.public_id]) {
    for (const answer of [
      await create({ name: 'Kiran', role: 'agent', team }),
      await change(cast.ravi.membership, { team }),
    ]) {
      expect(answer.status).toBe(422);
      expect(Object.keys(answer.body.errors)).toEqual(['team']);
    }
  }
});

it('a membership that does not exist is not found, whatever the change refers to', async () => {
  const { status } = await change(unknownId('mem'), { team: unknownId('team') });
  expect(status).toBe(404);
});

it('two people may have the same name', async () => {
  await create({ name: 'Anil Kumar', role: 'agent' });
  expect((await create({ name: 'Anil Kumar', role: 'agent' })).status).toBe(201);
});

it('memberships are listed newest first', async () => {
  for (const name of ['First', 'Second', 'Third']) await create({ name, role: 'agent' });
  const { body } = await app.call('GET', '/memberships', { token });
  const names = body.data.map((membership: { name: string }) => membership.name);
  expect(names.slice(0, 3)).toEqual(['Third', 'Second', 'First']);
});

it('a new organization’s first membership is an admin that distribution passes over', async () => {
  const { body } = await app.call('GET', `/memberships/${cast.admin.membership}`, { token });
  expect(body.data).toMatchObject({ role: 'admin', active: true, accepting_leads: false, team: null });
});
