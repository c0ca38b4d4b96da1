import { beforeAll, expect, it } from 'vitest';
import { collections, unknownId, withoutDerived } from '../support/collections.ts';
import { useCast } from '../support/opened.ts';
import { entriesLeftBy } from '../support/trail.ts';

const { app, cast } = useCast();
let token: string;
beforeAll(() => {
  token = cast.admin.token;
});

const left = (work: () => Promise<unknown>) => entriesLeftBy(app, token, work);
const patch = (path: string, body: object, as = token) => app.call('PATCH', path, { token: as, body });

it.each(collections)('to read /$path leaves no entry', async ({ path }) => {
  const [first] = (await app.call('GET', `/${path}`, { token })).body.data;
  const entries = await left(async () => {
    await app.call('GET', `/${path}`, { token });
    await app.call('GET', `/${path}/${first?.public_id}`, { token });
  });
  expect(entries).toEqual([]);
});

it.each(collections)('a change of /$path to what it is already leaves no entry', async ({ path, create }) => {
  const { public_id, created_at, key, ...fields } = (await app.call('POST', `/${path}`, { token, body: create(1) }))
    .body.data;
  const entries = await left(async () => {
    expect((await patch(`/${path}/${public_id}`, {})).status).toBe(200);
    expect((await patch(`/${path}/${public_id}`, withoutDerived(fields))).status).toBe(200);
    if (fields.name) expect((await patch(`/${path}/${public_id}`, { name: ` ${fields.name} ` })).status).toBe(200);
  });
  expect(entries).toEqual([]);
});

it('the organization changed to what it is already leaves no entry', async () => {
  const body = { name: 'Acme', time_zone: 'Asia/Kolkata', currency: 'INR' };
  expect(await left(() => patch('/organization', body))).toEqual([]);
});

it('a team given again is no change', async () => {
  const path = `/memberships/${cast.ravi.membership}`;
  expect(await left(() => patch(path, { team: cast.teams.west }))).toEqual([]);
});

it('working hours whose days are named in another order are no change', async () => {
  const path = `/memberships/${cast.ravi.membership}`;
  const [sat, mon, tue] = [['10:00-13:00'], ['09:30-18:30'], ['09:30-13:00', '14:00-18:30']];
  await patch(path, { working_hours: { sat, mon, tue } });
  const entries = await left(async () => {
    await patch(path, { working_hours: { sat, mon, tue } });
    await patch(path, { working_hours: { mon, sat, tue } });
  });
  expect(entries).toEqual([]);
});

it('a refused call leaves no entry', async () => {
  const ravi = `/memberships/${cast.ravi.membership}`;
  const [status] = (await app.call('GET', '/statuses', { token })).body.data;
  const issue = { name: 'x', membership: cast.ravi.membership, abilities: ['settings:write'] };
  const refusals: [number, () => ReturnType<typeof patch>][] = [
    [401, () => app.call('POST', '/teams', { body: { name: 'North' } })],
    [403, () => app.call('POST', '/teams', { token: cast.meera.token, body: { name: 'North' } })],
    [403, () => patch(ravi, { name: 'Other' }, cast.ravi.token)],
    [404, () => patch(`/teams/${unknownId('team')}`, { name: 'North' })],
    [404, () => patch(ravi, { name: 'Other' }, cast.zenith.admin.token)],
    [404, () => app.call('DELETE', `/tokens/${unknownId('tok')}`, { token })],
    [409, () => app.call('POST', '/teams', { token, body: { name: 'West' } })],
    [409, () => patch(`/teams/${cast.teams.east}`, { name: 'West' })],
    [409, () => patch(`/memberships/${cast.admin.membership}`, { active: false })],
    [409, () => patch(`/statuses/${status.public_id}`, { archived: true })],
    [422, () => patch(ravi, { name: '', weight: 5 })],
    [422, () => patch(ravi, { name: 'Other', team: unknownId('team') })],
    [422, () => patch('/organization', { name: 'Other', time_zone: 'Mars/Olympus' })],
    [
      422,
      () =>
        app.call('POST', '/statuses', { token, body: { name: 'x', kind: 'open', allowed_next: [unknownId('sts')] } }),
    ],
    [422, () => app.call('POST', '/tokens', { token, body: issue })],
  ];
  const entries = await left(async () => {
    for (const [expected, refusal] of refusals) expect((await refusal()).status).toBe(expected);
  });
  expect(entries).toEqual([]);
});

it('the audit trail never holds a secret, nor anything made from it', async () => {
  const body = { name: 'Website', membership: cast.ravi.membership, abilities: ['*'] };
  const { secret, public_id } = (await app.call('POST', '/tokens', { token, body })).body.data;
  await app.call('DELETE', `/tokens/${public_id}`, { token });
  const { database } = app.services;
  const row = await database.row<{ hash: Buffer }>('select secret_hash as hash from tokens where public_id = $1', [
    public_id,
  ]);
  const hash = row?.hash ?? Buffer.alloc(0);
  expect(hash).toHaveLength(32);
  const rows = await database.rows<{ text: string }>('select audit_entries::text as text from audit_entries');
  const trail = rows.map(({ text }) => text).join('\n');
  for (const part of ['ldl_', secret.slice(13, 43), hash.toString('hex'), hash.toString('base64')]) {
    expect(trail).not.toContain(part);
  }
});
