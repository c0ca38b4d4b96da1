import { beforeAll, describe, expect, it } from 'vitest';
import { forgetOldInvitations } from '../../src/organization/sign-in/invitations.ts';
import type { Person } from '../support/cast.ts';
import type { Answer } from '../support/harness.ts';
import { useCast } from '../support/opened.ts';
import { cookieIn, emailOf, PASSWORD, Reception, secretIn } from '../support/sign-in.ts';
import { entriesLeftBy } from '../support/trail.ts';

const { app, cast } = useCast({ limits: { signIns: 'off', signInsEach: 'off' } });
let reception: Reception;

beforeAll(async () => {
  reception = new Reception(app, cast);
  for (const person of [cast.ravi, cast.meera, cast.asha, cast.admin]) await reception.register(person);
});

const change = (person: Pick<Person, 'membership'>, body: object, token = cast.admin.token) =>
  app.call('PATCH', `/memberships/${person.membership}`, { token, body });
const withoutId = ({ status, body }: Answer) => ({ status, body: { ...body, request_id: '' } });

describe('an invitation', () => {
  it('is a link to a page of the service, whose secret no log or other site gets to see, for 72 hours', async () => {
    const { status, body } = await reception.invite(cast.ravi);
    expect(status).toBe(201);
    expect(body.data.link).toMatch(/^http:\/\/127\.0\.0\.1:8080\/invitation#\/ldi_\w{8}_\w{36}$/);
    const hours = (Date.parse(body.data.expires_at) - Date.now()) / 3_600_000;
    expect(Math.round(hours)).toBe(72);
  });

  it('works once', async () => {
    const secret = await reception.secretFor(cast.ravi);
    expect((await reception.accept(secret)).status).toBe(201);
    expect(withoutId(await reception.accept(secret))).toEqual(unknown);
  });

  it('lets one in where ten accept it at once', async () => {
    const secret = await reception.secretFor(cast.ravi);
    const tries = Array.from({ length: 10 }, (_, n) => reception.accept(secret, `${PASSWORD} ${n}`));
    const answers = await Promise.all(tries);
    expect(answers.map(({ status }) => status).sort()).toEqual([201, ...Array.from({ length: 9 }, () => 404)]);
    const winner = answers.findIndex(({ status }) => status === 201);
    expect((await reception.signIn(emailOf(cast.ravi), `${PASSWORD} ${winner}`)).status).toBe(201);
    expect((await reception.signIn(emailOf(cast.ravi), `${PASSWORD} ${(winner + 1) % 10}`)).status).toBe(401);
  });

  it('ends when a new one is made', async () => {
    const [older, newer] = [await reception.secretFor(cast.ravi), await reception.secretFor(cast.ravi)];
    expect(withoutId(await reception.accept(older))).toEqual(unknown);
    expect((await reception.accept(newer)).status).toBe(201);
  });

  it('ends after its time, and is forgotten', async () => {
    const secret = await reception.secretFor(cast.ravi);
    const { database } = app.services;
    await database.rows(`update invitations set expires_at = now(), created_at = now() - interval '72 hours'`);
    expect(withoutId(await reception.accept(secret))).toEqual(unknown);
    await forgetOldInvitations({ sql: database });
    expect(await database.rows('select organization_id from invitations')).toEqual([]);
  });

  it.each([
    ['the email changes', { email: 'other@example.in' }, { email: 'asha.rao@example.in' }],
    ['the email is taken away', { email: null }, { email: 'asha.rao@example.in' }],
    ['the role is raised', { role: 'manager' }, { role: 'agent' }],
    ['the membership was deactivated meanwhile', { active: false }, { active: true }],
  ])('ends when %s', async (_, there, back) => {
    const secret = await reception.secretFor(cast.asha);
    expect((await change(cast.asha, there)).status).toBe(200);
    expect(withoutId(await reception.accept(secret))).toEqual(unknown);
    expect((await change(cast.asha, back)).status).toBe(200);
    expect(withoutId(await reception.accept(secret))).toEqual(unknown);
  });

  it('stays open when the name changes', async () => {
    const secret = await reception.secretFor(cast.asha);
    await change(cast.asha, { name: 'Asha R. Rao' });
    expect((await reception.accept(secret)).status).toBe(201);
  });

  it('leaves its making and its use in the audit trail, and no secret', async () => {
    let secret = '';
    const entries = await entriesLeftBy(app, cast.admin.token, async () => {
      secret = await reception.secretFor(cast.meera);
      await reception.accept(secret);
    });
    expect(entries.map(({ action, subject }) => [action, subject.type])).toEqual([
      ['invitation.created', 'membership'],
      ['session.started', 'token'],
      ['invitation.accepted', 'membership'],
    ]);
    expect(entries.at(-1)?.actor).toMatchObject({ membership: { public_id: cast.meera.membership } });
    expect(JSON.stringify(entries)).not.toContain(secret);
  });

  it('ends the other sessions of the membership, and the old password', async () => {
    const cookie = cookieIn(await reception.accept(await reception.secretFor(cast.ravi)));
    const fresh = cookieIn(await reception.accept(await reception.secretFor(cast.ravi), 'another long password'));
    expect([await reception.isIn(cookie), await reception.isIn(fresh)]).toEqual([false, true]);
    expect((await reception.signIn(emailOf(cast.ravi), PASSWORD)).status).toBe(401);
    expect((await reception.signIn(emailOf(cast.ravi), 'another long password')).status).toBe(201);
    expect((await app.call('GET', '/me', { token: cast.ravi.token })).status).toBe(200);
  });
});

const unknown = {
  status: 404,
  body: expect.objectContaining({
    code: 'not_found',
    detail: 'This link was used or replaced, or has expired: ask for a new one.',
  }),
};

describe('the password', () => {
  it.each([
    ['eleven characters', 'a'.repeat(11)],
    ['eleven characters of two units each', '𠀀'.repeat(11)],
    ['too many', 'a'.repeat(201)],
    ['the email', 'MEERA.nair@example.in'],
    ['a control character', 'correct horse\u0000battery'],
  ])('may not have or be %s', async (_, password) => {
    const { status, body } = await reception.accept(await reception.secretFor(cast.meera), password);
    expect([status, Object.keys(body.errors)]).toEqual([422, ['password']]);
  });

  it('may not be the name', async () => {
    await change(cast.asha, { name: 'Asha Lakshmi Rao' });
    const secret = await reception.secretFor(cast.asha);
    expect((await reception.accept(secret, 'asha lakshmi rao')).status).toBe(422);
    expect((await reception.accept(secret, 'asha lakshmi rao 1')).status).toBe(201);
  });

  it('is needed', async () => {
    const answer = await app.call('POST', `/invitations/${await reception.secretFor(cast.meera)}`, { body: {} });
    expect([answer.status, answer.body.errors]).toEqual([422, { password: ['is required'] }]);
  });

  it('is the same however it is typed, and keeps its blanks', async () => {
    const secret = await reception.secretFor(cast.meera);
    expect((await reception.accept(secret, ' Rés\u0065\u0301au  नमस्ते ')).status).toBe(201);
    expect((await reception.signIn(emailOf(cast.meera), ' Réséau  नमस्ते ')).status).toBe(201);
    expect((await reception.signIn(emailOf(cast.meera), 'Réséau  नमस्ते')).status).toBe(401);
  });
});

describe('nobody gains by an invitation what it was not given', () => {
  it('to invite needs every ability that the membership’s role may hold', async () => {
    const agent = ['leads:read', 'leads:create', 'leads:update', 'leads:move', 'events:read', 'reports:read'] as const;
    const few = await cast.tokenOf(cast.admin, ['tokens:write', 'leads:read']);
    const asAgent = await cast.tokenOf(cast.admin, ['tokens:write', ...agent]);
    expect((await reception.invite(cast.ravi, few)).status).toBe(403);
    expect((await reception.invite(cast.ravi, asAgent)).status).toBe(201);
    expect((await reception.invite(cast.meera, asAgent)).status).toBe(403);
    expect((await reception.invite(cast.admin, asAgent)).status).toBe(403);
    expect((await reception.invite(cast.admin)).status).toBe(201);
  });

  it('a token that expires invites nobody, who could sign in after its end', async () => {
    const expires_at = new Date(Date.now() + 3_600_000).toISOString();
    const body = { name: 'Short', membership: cast.admin.membership, abilities: ['*'], expires_at };
    const { secret } = (await app.call('POST', '/tokens', { token: cast.admin.token, body })).body.data;
    const { status, body: told } = await reception.invite(cast.ravi, secret);
    expect([status, told.code]).toEqual([403, 'forbidden']);
  });

  it('an email is a way in: settings:write alone gives none to a membership', async () => {
    const token = await cast.tokenOf(cast.admin, ['settings:read', 'settings:write']);
    expect((await change(cast.admin, { email: 'mine@example.in' }, token)).status).toBe(403);
    expect((await change(cast.ravi, { email: 'mine@example.in' }, token)).status).toBe(403);
    const made = { name: 'Mine', role: 'agent', email: 'mine@example.in' };
    expect((await app.call('POST', '/memberships', { token, body: made })).status).toBe(403);
    expect((await app.call('POST', '/memberships', { token, body: { ...made, email: null } })).status).toBe(201);
    expect((await change(cast.ravi, { email: 'RAVI.iyer@example.in', weight: 2 }, token)).status).toBe(200);
    expect((await change(cast.ravi, { email: null }, token)).status).toBe(200);
    await reception.register(cast.ravi);
  });

  it('an agent’s session invites nobody', async () => {
    const cookie = cookieIn(await reception.accept(await reception.secretFor(cast.ravi)));
    const { status } = await reception.as(cookie, 'POST', `/memberships/${cast.ravi.membership}/invitation`);
    expect(status).toBe(403);
  });

  it('an admin’s session does', async () => {
    const cookie = cookieIn(await reception.accept(await reception.secretFor(cast.admin)));
    const path = `/memberships/${cast.ravi.membership}/invitation`;
    expect(secretIn(await reception.as(cookie, 'POST', path))).toMatch(/^ldi_/);
  });
});

describe('a membership', () => {
  it.each([
    ['without an email', { email: null }, /no email/],
    ['that is not active', { active: false }, /not active/],
    ['whose email another active one has', { email: 'RAVI.IYER@example.in' }, /same email/],
  ])('%s cannot be invited', async (_, body, sentence) => {
    await change(cast.om, { email: 'om@example.in', active: true });
    await change(cast.om, body);
    const { status, body: told } = await reception.invite(cast.om);
    expect([status, told.code]).toEqual([409, 'conflict']);
    expect(told.detail).toMatch(sentence);
  });

  it('of another organization cannot be invited, and is as unknown as one that never was', async () => {
    expect((await reception.invite(cast.ravi, cast.zenith.admin.token)).status).toBe(404);
  });
});
