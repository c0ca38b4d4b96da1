import { expect, it } from 'vitest';
import { useCast } from '../support/opened.ts';

const { app, cast } = useCast();
const asAdmin = (method: string, path: string, body?: unknown) =>
  app.call(method, path, { token: cast.admin.token, ...(body !== undefined && { body }) });
const optionsOf = async (token: string) => (await app.call('GET', '/leads/options', { token })).body.data;
const ownersOf = async (token: string, query = '') => {
  const { status, body } = await app.call('GET', `/leads/owners${query}`, { token });
  expect(status).toBe(200);
  return body.data.map(({ name }: { name: string }) => name);
};

it('an agent reads the pipeline, the sources and the custom fields without settings:read', async () => {
  const { ravi } = cast;
  expect((await app.call('GET', '/statuses', { token: ravi.token })).status).toBe(403);
  await asAdmin('POST', '/sources', { name: 'Website' });
  await asAdmin('POST', '/sources', { name: 'Fair' });
  await asAdmin('POST', '/custom-fields', { key: 'city', label: 'City', type: 'select', options: ['Pune', 'Nashik'] });
  const options = await optionsOf(ravi.token);
  const all = (await asAdmin('GET', '/statuses')).body.data;
  expect(options.statuses).toEqual(all.map(({ archived: _, ...status }: { archived: boolean }) => status));
  expect(options.sources.map(({ name }: { name: string }) => name)).toEqual(['Fair', 'Website']);
  expect(options.custom_fields).toEqual([
    {
      public_id: expect.any(String),
      key: 'city',
      label: 'City',
      type: 'select',
      required: false,
      options: ['Pune', 'Nashik'],
    },
  ]);
  expect(options.score_bands).toEqual({ hot: 70, warm: 40 });
});

it('what is archived is no option, nor somewhere that a lead can go next', async () => {
  const created = await asAdmin('POST', '/statuses', { name: 'Parked', kind: 'open' });
  const parked = created.body.data.public_id;
  const [first] = (await optionsOf(cast.ravi.token)).statuses;
  await asAdmin('PATCH', `/statuses/${first.public_id}`, { allowed_next: [parked, first.public_id] });
  await asAdmin('PATCH', `/statuses/${parked}`, { archived: true });
  const { data } = (await asAdmin('POST', '/sources', { name: 'Old fair', archived: true })).body;
  await asAdmin('POST', '/custom-fields', { key: 'old', type: 'text', archived: true });
  const options = await optionsOf(cast.ravi.token);
  expect(options.statuses[0].allowed_next).toEqual([first.public_id]);
  expect(JSON.stringify(options)).not.toContain(parked);
  expect(JSON.stringify(options)).not.toContain(data.public_id);
  expect(options.custom_fields.map(({ key }: { key: string }) => key)).not.toContain('old');
});

it('options that have not changed are answered with 304, and read without a statement', async () => {
  const { token } = cast.ravi;
  const first = await app.call('GET', '/leads/options', { token });
  const headers = { 'if-none-match': String(first.headers.etag) };
  expect((await app.call('GET', '/leads/options', { token, headers })).status).toBe(304);
  await asAdmin('POST', '/sources', { name: 'Referral' });
  expect((await app.call('GET', '/leads/options', { token, headers })).status).toBe(200);
});

it('the options of one organization are not those of another', async () => {
  const own = await optionsOf(cast.ravi.token);
  const theirs = await optionsOf(cast.zenith.admin.token);
  expect(theirs.sources).toEqual([]);
  expect(theirs.statuses[0].public_id).not.toBe(own.statuses[0].public_id);
});

it('option lists that are too long together are left out, not the fields', async () => {
  const options = Array.from({ length: 200 }, (_, n) => `${n} ${'य'.repeat(45)}`);
  for (let n = 0; n < 20; n++) {
    const body = { key: `long_${n}`, label: `Long ${String(n).padStart(2, '0')}`, type: 'select', options };
    expect((await asAdmin('POST', '/custom-fields', body)).status).toBe(201);
  }
  const answer = await app.call('GET', '/leads/options', { token: cast.ravi.token });
  const fields = answer.body.data.custom_fields.filter(({ key }: { key: string }) => key.startsWith('long_'));
  expect(fields).toHaveLength(20);
  expect(fields[0].options).toHaveLength(200);
  expect(fields[19].options).toBeNull();
  expect(Buffer.byteLength(JSON.stringify(answer.body))).toBeLessThan(600 * 1_024);
});

it('a manager may give leads to the own team, an admin to anybody active, an agent keeps its own', async () => {
  expect(await ownersOf(cast.meera.token)).toEqual(['Asha Rao', 'Meera Nair', 'Ravi Iyer']);
  expect(await ownersOf(cast.tara.token)).toEqual(['Tara Singh', 'Vikram Das']);
  expect(await ownersOf(cast.ravi.token)).toEqual(['Ravi Iyer']);
  expect(await ownersOf(cast.om.token)).toEqual([]);
  const everybody = await ownersOf(cast.admin.token);
  expect(everybody).toEqual([...everybody].sort());
  expect(everybody).toHaveLength(7);
  expect(await ownersOf(cast.zenith.admin.token)).toHaveLength(1);
});

it('whoever is listed can be given a lead, and whoever is not listed cannot', async () => {
  const token = await cast.tokenOf(cast.meera, ['leads:read', 'leads:create', 'leads:update', 'leads:assign']);
  const lead = await asAdmin('POST', '/leads', { phone: '9876500001' });
  const path = `/leads/${lead.body.data.public_id}`;
  await asAdmin('PATCH', path, { owner: cast.ravi.membership });
  const all = (await asAdmin('GET', '/leads/owners')).body.data;
  const listed = await ownersOf(token);
  for (const { public_id, name } of all) {
    const { status } = await app.call('PATCH', path, { token, body: { owner: public_id } });
    expect([name, status]).toEqual([name, listed.includes(name) ? 200 : 422]);
  }
});

it('owners are found by the beginnings of their names, whatever case and accents, and are listed page by page', async () => {
  for (const name of ['Zoë Fernandes', 'zoe D’Souza', 'रवि कुमार', 'ﷺ'.repeat(90)]) {
    expect((await asAdmin('POST', '/memberships', { name, role: 'agent' })).status).toBe(201);
  }
  const { token } = cast.admin;
  const search = (text: string) => ownersOf(token, `?filter[search]=${encodeURIComponent(text)}`);
  expect(await search('ZOE')).toEqual(['zoe D’Souza', 'Zoë Fernandes']);
  expect(await search('fern zo')).toEqual(['Zoë Fernandes']);
  expect(await search('रवि')).toEqual(['रवि कुमार']);
  expect(await search('oe')).toEqual([]);
  const all = await ownersOf(token);
  const paged: string[] = [];
  for (let path = '/leads/owners?page[size]=1'; path !== null; ) {
    const { body } = await app.call('GET', path, { token });
    paged.push(...body.data.map(({ name }: { name: string }) => name));
    path = body.links.next?.replace('/api/v1', '') ?? null;
  }
  expect(paged).toEqual(all);
});

it('a search without a letter, or of too many words, is refused', async () => {
  for (const text of ['--', 'a b c d e f g h i j k']) {
    const path = `/leads/owners?filter[search]=${encodeURIComponent(text)}`;
    const { status, body } = await app.call('GET', path, { token: cast.ravi.token });
    expect(status).toBe(422);
    expect(body.errors).toHaveProperty(['filter[search]']);
  }
});

it('who is deactivated is given no more leads, and shows the team it is in', async () => {
  await asAdmin('PATCH', `/memberships/${cast.asha.membership}`, { active: false });
  const { body } = await app.call('GET', '/leads/owners', { token: cast.meera.token });
  expect(body.data).toEqual([
    {
      public_id: cast.meera.membership,
      name: 'Meera Nair',
      role: 'manager',
      team: { public_id: cast.teams.west, name: 'West' },
    },
    expect.objectContaining({ name: 'Ravi Iyer' }),
  ]);
});
