import { expect, it } from 'vitest';
import { useCast } from '../support/opened.ts';

const { app, cast } = useCast();

it('tells a caller who it is, with * written out to what the role may do', async () => {
  const { status, body } = await app.call('GET', '/me', { token: cast.ravi.token });
  expect(status).toBe(200);
  expect(body.data).toEqual({
    organization: { public_id: cast.organization, name: 'Acme', time_zone: 'Asia/Kolkata', currency: 'INR' },
    membership: { public_id: cast.ravi.membership, name: 'Ravi Iyer' },
    token: { public_id: expect.stringMatching(/^tok_/), name: 'test' },
    role: 'agent',
    abilities: ['leads:read', 'leads:create', 'leads:update', 'leads:move', 'events:read', 'reports:read'],
    scope: 'own',
  });
});

it('tells how far each role sees', async () => {
  const scopeOf = async (token: string) => (await app.call('GET', '/me', { token })).body.data.scope;
  expect(await scopeOf(cast.admin.token)).toBe('organization');
  expect(await scopeOf(cast.meera.token)).toBe('team');
  expect(await scopeOf(cast.om.token)).toBe('own');
});
