import { beforeAll, expect, it } from 'vitest';
import { publicId, timestamp } from '../support/collections.ts';
import { useCast } from '../support/opened.ts';

const { app, cast } = useCast();
let token: string;
beforeAll(() => {
  token = cast.admin.token;
});

const create = (name: string) => app.call('POST', '/teams', { token, body: { name } });

it('a team is a public id, a name and the time it was made', async () => {
  const { status, body } = await create('North');
  expect(status).toBe(201);
  expect(body).toEqual({
    data: {
      public_id: expect.stringMatching(publicId('team')),
      name: 'North',
      created_at: expect.stringMatching(timestamp),
    },
  });
});

it('teams are listed newest first', async () => {
  for (const name of ['First', 'Second', 'Third']) await create(name);
  const { body } = await app.call('GET', '/teams', { token });
  const names = body.data.map((team: { name: string }) => team.name);
  expect(names.slice(0, 3)).toEqual(['Third', 'Second', 'First']);
});

it('two teams of an organization cannot have the same name', async () => {
  await create('Only one');
  const { status, body } = await create('Only one');
  expect(status).toBe(409);
  expect(body.code).toBe('conflict');
});

it('a name is the same whether it is padded, or its accents are composed or not', async () => {
  await create('Caf\u00e9');
  expect((await create('  Caf\u00e9\t')).status).toBe(409);
  expect((await create('Cafe\u0301')).status).toBe(409);
});

it('a team cannot take another team’s name, and keeps its own', async () => {
  await create('Taken');
  const { body } = await create('Free');
  const path = `/teams/${body.data.public_id}`;
  expect((await app.call('PATCH', path, { token, body: { name: 'Taken' } })).status).toBe(409);
  expect((await app.call('GET', path, { token })).body.data.name).toBe('Free');
  expect((await app.call('PATCH', path, { token, body: { name: 'Free' } })).status).toBe(200);
});

it('two organizations can each have a team of the same name', async () => {
  const { status } = await app.call('POST', '/teams', { token: cast.zenith.admin.token, body: { name: 'West' } });
  expect(status).toBe(201);
});

it('a team’s new name shows at once wherever the team is named', async () => {
  await app.call('PATCH', `/teams/${cast.teams.east}`, { token, body: { name: 'Far East' } });
  const { body } = await app.call('GET', `/memberships/${cast.vikram.membership}`, { token });
  expect(body.data.team).toEqual({ public_id: cast.teams.east, name: 'Far East' });
});

it('of twenty calls that create the same team at once, one succeeds and nineteen conflict', async () => {
  const answers = await Promise.all(Array.from({ length: 20 }, () => create('Contested')));
  const statuses = answers.map(({ status }) => status).sort();
  expect(statuses).toEqual([201, ...Array.from({ length: 19 }, () => 409)]);
  const { body } = await app.call('GET', '/teams?page[size]=200', { token });
  expect(body.data.filter((team: { name: string }) => team.name === 'Contested')).toHaveLength(1);
});
