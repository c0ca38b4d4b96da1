import { expect, it } from 'vitest';
import { EVERYTHING } from '../../src/access/abilities.ts';
import { createOrganization, systemAuthor } from '../../src/organization/organizations.ts';
import { issueToken } from '../../src/organization/tokens/tokens.ts';
import { useTestApp } from '../support/opened.ts';

const app = useTestApp();

interface Admin {
  id: string;
  token: string;
}

/** A new organization that `count` admins run. */
async function foundOrganization(count: number): Promise<[Admin, ...Admin[]]> {
  const { database, keys } = app.services;
  const { organizationId, membership, token } = await createOrganization(database, keys.organization, 'Acme');
  const first = { id: membership.public_id, token: token.secret };
  const others: Admin[] = [];
  for (let n = 1; n < count; n++) {
    const body = { name: `Admin ${n}`, role: 'admin' };
    const id = (await app.call('POST', '/memberships', { token: first.token, body })).body.data.public_id;
    const input = { name: 'test', membership: id, abilities: [EVERYTHING] as [typeof EVERYTHING] };
    const author = systemAuthor(organizationId);
    others.push({ id, token: (await issueToken(database, keys.organization, author, null, input)).secret });
  }
  return [first, ...others];
}

const change = (by: Admin, whom: Admin, body: object) =>
  app.call('PATCH', `/memberships/${whom.id}`, { token: by.token, body });

it.each([
  ['deactivated', { active: false }],
  ['made a manager', { role: 'manager' }],
  ['made an agent', { role: 'agent', name: 'Gone' }],
])('the last active admin cannot be %s', async (_, body) => {
  const [only] = await foundOrganization(1);
  const before = await app.call('GET', `/memberships/${only.id}`, { token: only.token });
  const { status, body: problem } = await change(only, only, body);
  expect(status).toBe(409);
  expect(problem.code).toBe('conflict');
  const after = await app.call('GET', `/memberships/${only.id}`, { token: only.token });
  expect(after.body).toEqual(before.body);
});

it('the last active admin can be changed in every other way', async () => {
  const [only] = await foundOrganization(1);
  expect((await change(only, only, { name: 'Renamed', weight: 3, accepting_leads: true })).status).toBe(200);
});

it('an admin who is not active does not count', async () => {
  const [first, second] = await foundOrganization(2);
  expect((await change(first, second as Admin, { active: false })).status).toBe(200);
  expect((await change(first, first, { active: false })).status).toBe(409);
  expect((await change(first, first, { role: 'agent' })).status).toBe(409);
});

it('an admin can step back once there is another', async () => {
  const [first, second] = await foundOrganization(2);
  expect((await change(first, first, { role: 'agent' })).status).toBe(200);
  expect((await change(second as Admin, second as Admin, { active: false })).status).toBe(409);
});

it('admins who deactivate each other at once leave one who can still run the organization', async () => {
  for (let round = 0; round < 10; round++) {
    const admins = await foundOrganization(2);
    const [one, other] = admins as [Admin, Admin];
    const body = round % 2 === 0 ? { active: false } : { role: 'agent' };
    const answers = await Promise.all([change(one, other, body), change(other, one, body)]);
    expect(answers.map(({ status }) => status).filter((status) => status === 200)).toHaveLength(1);
    const abilities = await Promise.all(admins.map(({ token }) => app.call('GET', '/me', { token })));
    const stillAdmin = abilities.filter(({ status, body: me }) => status === 200 && me.data.role === 'admin');
    expect(stillAdmin).toHaveLength(1);
  }
});

it('admins who all step back at once leave one', async () => {
  const admins = await foundOrganization(6);
  const answers = await Promise.all(admins.map((admin) => change(admin, admin, { active: false })));
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 200, 200, 200, 409]);
});
