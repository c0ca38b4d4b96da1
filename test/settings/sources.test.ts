import { beforeAll, expect, it } from 'vitest';
import { publicId } from '../support/collections.ts';
import { useCast } from '../support/opened.ts';

const { app, cast } = useCast();
let token: string;
beforeAll(() => {
  token = cast.admin.token;
});

const create = (name: string, extra = {}) => app.call('POST', '/sources', { token, body: { name, ...extra } });
const change = (id: string, body: object) => app.call('PATCH', `/sources/${id}`, { token, body });
const made = async (name: string, extra = {}): Promise<string> => (await create(name, extra)).body.data.public_id;

it('a source is a public id, a name, and whether it is archived', async () => {
  const { body } = await create('Website');
  expect(body).toEqual({
    data: { public_id: expect.stringMatching(publicId('src')), name: 'Website', archived: false },
  });
});

it('sources are listed by name, archived ones included', async () => {
  for (const name of ['Referral', 'Ads', 'Walk-in']) await create(name);
  await made('Newspaper', { archived: true });
  const { body } = await app.call('GET', '/sources', { token });
  const names = body.data.map((source: { name: string }) => source.name);
  expect(names).toEqual([...names].sort());
  expect(names).toEqual(expect.arrayContaining(['Ads', 'Newspaper', 'Referral', 'Walk-in']));
});

it('two sources that are in use cannot have the same name', async () => {
  await create('Fair');
  expect((await create('Fair')).status).toBe(409);
  const other = await made('Exhibition');
  expect((await change(other, { name: 'Fair' })).status).toBe(409);
  expect((await app.call('GET', `/sources/${other}`, { token })).body.data.name).toBe('Exhibition');
});

it('an archived source gives its name free', async () => {
  const old = await made('Radio');
  expect((await change(old, { archived: true })).body.data.archived).toBe(true);
  expect((await create('Radio')).status).toBe(201);
});

it('an archived source whose name was taken cannot come back under it', async () => {
  const old = await made('Television');
  await change(old, { archived: true });
  await create('Television');
  const { status, body } = await change(old, { archived: false });
  expect([status, body.code]).toEqual([409, 'conflict']);
  expect((await app.call('GET', `/sources/${old}`, { token })).body.data.archived).toBe(true);
  const back = await change(old, { archived: false, name: 'Television 2' });
  expect([back.status, back.body.data]).toEqual([200, { public_id: old, name: 'Television 2', archived: false }]);
});

it('archived sources may share a name', async () => {
  await made('Leaflet', { archived: true });
  expect((await create('Leaflet', { archived: true })).status).toBe(201);
  expect((await create('Leaflet')).status).toBe(201);
});

it('of many calls that create the same source at once, one succeeds', async () => {
  const answers = await Promise.all(Array.from({ length: 12 }, () => create('Contested')));
  expect(answers.map(({ status }) => status).sort()).toEqual([201, ...Array.from({ length: 11 }, () => 409)]);
});

it('of many archived sources that come back under one name at once, one does', async () => {
  const ids = await Promise.all(Array.from({ length: 8 }, () => made('Phoenix', { archived: true })));
  const answers = await Promise.all(ids.map((id) => change(id, { archived: false })));
  expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array.from({ length: 7 }, () => 409)]);
});
