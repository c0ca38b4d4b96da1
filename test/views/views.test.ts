import { expect, it } from 'vitest';
import type { Person } from '../support/cast.ts';
import { findEverywhere } from '../support/everywhere.ts';
import { useCast } from '../support/opened.ts';

const { app, cast } = useCast();
const ask = (person: Person, method: string, path: string, body?: unknown) =>
  app.call(method, path, { token: person.token, ...(body !== undefined && { body }) });
const save = async (person: Person, view: object) => {
  const { status, body } = await ask(person, 'POST', '/views', { name: 'A view', ...view });
  expect(status, JSON.stringify(body)).toBe(201);
  return body.data;
};
const names = async (person: Person) =>
  (await ask(person, 'GET', '/views?page[size]=200')).body.data.map(({ name }: { name: string }) => name);

it('a view keeps filters, sort and columns under a name, for its owner alone unless it is shared', async () => {
  const { ravi, asha, admin } = cast;
  await ask(admin, 'POST', '/custom-fields', { key: 'city', type: 'select', options: ['Pune', 'Nashik'] });
  const filters = { kind: 'open', created_at: 'last_30_days', 'custom_fields.city': 'Pune' };
  const made = await ask(ravi, 'POST', '/views', {
    name: 'Mine',
    filters,
    sort: '-score',
    columns: ['first_name', 'custom_fields.city'],
  });
  const { data } = made.body;
  expect(made.headers.location).toBe(`/api/v1/views/${data.public_id}`);
  expect(data).toEqual({
    public_id: expect.stringMatching(/^view_/),
    name: 'Mine',
    filters,
    sort: '-score',
    columns: ['first_name', 'custom_fields.city'],
    shared: false,
    owner: { public_id: ravi.membership, name: ravi.name },
    created_at: expect.any(String),
  });
  expect((await ask(ravi, 'GET', `/views/${data.public_id}`)).body.data).toEqual(data);
  for (const other of [asha, admin, cast.zenith.admin]) {
    expect((await ask(other, 'GET', `/views/${data.public_id}`)).status).toBe(404);
    expect((await ask(other, 'PATCH', `/views/${data.public_id}`, { name: 'Theirs' })).status).toBe(404);
    expect((await ask(other, 'DELETE', `/views/${data.public_id}`)).status).toBe(404);
    expect(await names(other)).not.toContain('Mine');
  }
});

it('what is not sent has its default', async () => {
  const made = await save(cast.ravi, { name: 'Plain' });
  expect(made).toMatchObject({ filters: {}, sort: '-created_at', columns: [], shared: false });
});

it('a shared view is seen by all members, and changed by its owner and admins alone', async () => {
  const { ravi, asha, tara, admin, zenith } = cast;
  const { public_id } = await save(ravi, { name: 'Shared', shared: true });
  const path = `/views/${public_id}`;
  for (const other of [asha, tara, admin]) expect(await names(other)).toContain('Shared');
  expect(await names(zenith.admin)).toEqual([]);
  expect((await ask(zenith.admin, 'GET', path)).status).toBe(404);
  for (const other of [asha, tara]) {
    const changed = await ask(other, 'PATCH', path, { name: 'Taken' });
    expect([changed.status, changed.body.code]).toEqual([409, 'conflict']);
    expect(changed.body.detail).toContain(ravi.name);
    expect((await ask(other, 'DELETE', path)).status).toBe(409);
  }
  expect((await ask(admin, 'PATCH', path, { name: 'By the admin' })).body.data.owner.name).toBe(ravi.name);
  expect((await ask(ravi, 'GET', path)).body.data.name).toBe('By the admin');
  expect((await ask(ravi, 'PATCH', path, { shared: false })).status).toBe(200);
  expect((await ask(admin, 'GET', path)).status).toBe(404);
  expect((await ask(ravi, 'DELETE', path)).status).toBe(204);
  expect((await ask(ravi, 'DELETE', path)).status).toBe(404);
});

it('the shared views of a member that is deactivated stay', async () => {
  const { admin, vikram } = cast;
  await save(vikram, { name: 'Of Vikram', shared: true });
  await ask(admin, 'PATCH', `/memberships/${vikram.membership}`, { active: false });
  expect(await names(cast.tara)).toContain('Of Vikram');
  await ask(admin, 'PATCH', `/memberships/${vikram.membership}`, { active: true });
});

it('filters, sort and columns are judged as the list judges them, at their fields', async () => {
  const refusal = async (body: object) => {
    const { status, body: problem } = await ask(cast.ravi, 'POST', '/views', { name: 'Faulty', ...body });
    expect(status).toBe(422);
    return problem.errors;
  };
  expect(await refusal({ filters: { statuz: 'x' } })).toEqual({
    'filters.statuz': [expect.stringMatching(/status\?/)],
  });
  expect(await refusal({ filters: { created_at: 'yesterdy', phone: '12', kind: 'none' } })).toEqual({
    'filters.created_at': [expect.any(String)],
    'filters.phone': [expect.any(String)],
    'filters.kind': [expect.any(String)],
  });
  expect(await refusal({ filters: { 'custom_fields.city': 'Pone' } })).toEqual({
    'filters.custom_fields.city': [expect.stringMatching(/Pune\?/)],
  });
  expect(await refusal({ filters: { 'custom_fields.cite': 'Pune' } })).toEqual({
    'filters.custom_fields.cite': [expect.stringMatching(/city\?/)],
  });
  expect(await refusal({ filters: { status: '', owner: null, source: ['x'] } })).toEqual({
    'filters.status': ['must not be empty'],
    'filters.owner': [expect.any(String)],
    'filters.source': [expect.any(String)],
  });
  expect(
    await refusal({ filters: { status: 'x'.repeat(7_000), owner: 'x'.repeat(7_000), team: 'x'.repeat(7_000) } }),
  ).toEqual({ filters: [expect.stringMatching(/16384 bytes/)] });
  expect(await refusal({ sort: 'name' })).toEqual({ sort: [expect.any(String)] });
  expect(await refusal({ columns: ['phone', 'statuss', 'custom_fields.cty'] })).toEqual({
    columns: [expect.stringMatching(/status\?/), expect.stringMatching(/city\?/)],
  });
  expect(await refusal({ columns: ['phone', 'phone'] })).toEqual({ columns: [expect.any(String)] });
  expect(await refusal({ columns: Array.from({ length: 51 }, (_, n) => `c${n}`) })).toHaveProperty('columns');
});

it('what the view of one member asks for is asked of the list in the same words', async () => {
  const statuses = (await ask(cast.admin, 'GET', '/statuses')).body.data;
  const lead = await ask(cast.admin, 'POST', '/leads', { phone: '9876500011', custom_fields: { city: 'Pune' } });
  const { filters, sort } = await save(cast.admin, {
    filters: { status: `${statuses[0].public_id},${statuses[1].public_id}`, 'custom_fields.city': 'Pune' },
    sort: '-score',
  });
  const query = Object.entries(filters).map(([name, value]) => `filter[${name}]=${encodeURIComponent(String(value))}`);
  const { body } = await ask(cast.admin, 'GET', `/leads?${query.join('&')}&sort=${sort}`);
  expect(body.data.map(({ public_id }: { public_id: string }) => public_id)).toEqual([lead.body.data.public_id]);
});

it('a view is read and renamed though what it names was archived, and options were taken away', async () => {
  const { admin } = cast;
  const field = (await ask(admin, 'POST', '/custom-fields', { key: 'plan', type: 'select', options: ['A', 'B'] })).body;
  const status = (await ask(admin, 'POST', '/statuses', { name: 'Parked', kind: 'open' })).body.data.public_id;
  const view = await save(admin, {
    name: 'Old',
    filters: { 'custom_fields.plan': 'A', status },
    columns: ['custom_fields.plan'],
  });
  await ask(admin, 'PATCH', `/custom-fields/${field.data.public_id}`, { options: ['B'], archived: true });
  await ask(admin, 'PATCH', `/statuses/${status}`, { archived: true });
  const path = `/views/${view.public_id}`;
  expect((await ask(admin, 'GET', path)).body.data).toEqual(view);
  const renamed = await ask(admin, 'PATCH', path, { name: 'Older' });
  expect(renamed.body.data).toEqual({ ...view, name: 'Older' });
  expect((await ask(admin, 'PATCH', path, { filters: view.filters })).status).toBe(422);
});

it('a membership has 100 views at most, however many are saved at once', async () => {
  const { om } = cast;
  for (let n = 0; n < 98; n++) await save(om, { name: `View ${n}` });
  const answers = await Promise.all([1, 2, 3, 4].map(() => ask(om, 'POST', '/views', { name: 'One more' })));
  expect(answers.map(({ status }) => status).sort()).toEqual([201, 201, 409, 409]);
  expect(answers.find(({ status }) => status === 409)?.body.detail).toContain('100 views');
});

it('every change of a view is audited once, without what is personal in it; a change to the same leaves no trace', async () => {
  const { admin, ravi } = cast;
  const view = await save(ravi, { name: 'Audited', filters: { phone: '98765 43210', kind: 'open' } });
  const path = `/views/${view.public_id}`;
  await ask(ravi, 'PATCH', path, { name: 'Audited' });
  await ask(ravi, 'PATCH', path, { filters: { phone: '98765 43211', kind: 'open' } });
  await ask(ravi, 'DELETE', path);
  const { body } = await ask(admin, 'GET', '/audit?page[size]=200');
  const entries = body.data.filter(
    ({ subject }: { subject: { public_id: string } }) => subject.public_id === view.public_id,
  );
  expect(entries.map(({ action }: { action: string }) => action)).toEqual([
    'view.deleted',
    'view.updated',
    'view.created',
  ]);
  expect(entries[1].changes).toHaveLength(1);
  expect(entries[2].actor.membership.name).toBe(ravi.name);
  expect(JSON.stringify(entries)).not.toContain('98765');
});

it('what is personal in a view that was deleted before is nowhere once the person is erased', async () => {
  const { admin, ravi } = cast;
  await ask(admin, 'POST', '/custom-fields', { key: 'other_number', type: 'number' });
  const lead = await ask(admin, 'POST', '/leads', { phone: '9876542345', email: 'vanished@example.in' });
  const personal = [
    { phone: '98765 42345' },
    { email: 'Vanished@example.in' },
    { search: 'ms vanished' },
    { kind: 'open', phone: '98765 42345', 'custom_fields.other_number': '9876542346' },
  ];
  for (const filters of personal) {
    const { public_id } = await save(ravi, { name: 'Call Ms. Vanished', filters });
    await ask(ravi, 'PATCH', `/views/${public_id}`, { name: 'Ms. Vanished, again' });
    await ask(ravi, 'DELETE', `/views/${public_id}`);
    const { body } = await ask(admin, 'GET', `/audit?filter[subject]=${public_id}`);
    expect(body.data.map(({ action }: { action: string }) => action)).toEqual([
      'view.deleted',
      'view.updated',
      'view.created',
    ]);
    expect(body.data[1].changes).toEqual([{ field: 'name', from: 'not kept', to: 'not kept' }]);
  }
  expect((await ask(admin, 'DELETE', `/leads/${lead.body.data.public_id}`)).status).toBe(204);
  const texts = ['98765 42345', '9876542345', '9876542346', 'vanished'];
  expect(await findEverywhere(app.services.database, texts)).toEqual([]);
});

it('the views that look for a person alone go when the person is erased', async () => {
  const { admin, ravi } = cast;
  const lead = await ask(admin, 'POST', '/leads', { phone: '9876512345', email: 'Erased@Example.in' });
  await save(ravi, { name: 'By phone', filters: { phone: '098765 12345' } });
  await save(ravi, { name: 'By email', filters: { email: 'erased@example.in' } });
  await save(ravi, { name: 'Search for the phone', filters: { search: '+91 98765 12345' } });
  await save(ravi, { name: 'Search for the email', filters: { search: 'ERASED@example.in' } });
  await save(ravi, { name: 'Another', filters: { phone: '98765 12346' } });
  expect((await ask(admin, 'DELETE', `/leads/${lead.body.data.public_id}`)).status).toBe(204);
  const left = await names(ravi);
  expect(left).toContain('Another');
  expect(left.filter((name: string) => /phone|email/.test(name))).toEqual([]);
});

it('an erasure leaves an audit entry for each view that goes, without what is personal in it', async () => {
  const { admin, ravi } = cast;
  const lead = await ask(admin, 'POST', '/leads', { phone: '9876522345' });
  const view = await save(ravi, { name: 'Ms. Gone', filters: { phone: '98765 22345', kind: 'open' } });
  const erased = await ask(admin, 'DELETE', `/leads/${lead.body.data.public_id}`);
  const trail = await ask(admin, 'GET', `/audit?filter[subject]=${view.public_id}&filter[action]=view.deleted`);
  expect(trail.body.data).toMatchObject([
    {
      actor: { membership: { public_id: admin.membership } },
      request_id: erased.headers['x-request-id'],
      changes: [{ field: 'filters', from: { phone: 'not kept', kind: 'open' }, to: null }],
    },
  ]);
  expect(JSON.stringify(trail.body)).not.toMatch(/22345|Gone/);
});

it('an erasure takes the name of each view that goes out of the audit entries from before', async () => {
  const { admin, ravi } = cast;
  const lead = await ask(admin, 'POST', '/leads', { phone: '9876522346' });
  // Names are recorded while the filters look for nobody.
  const gone = await save(ravi, { name: 'Ms. Gone', filters: { kind: 'open' }, shared: true });
  await ask(ravi, 'PATCH', `/views/${gone.public_id}`, { name: 'Ms. Gone of Pune', sort: 'score' });
  const kept = await save(ravi, { name: 'Kept' });
  for (const [{ public_id }, phone] of [
    [gone, '98765 22346'],
    [kept, '98765 22347'],
  ] as const) {
    await ask(ravi, 'PATCH', `/views/${public_id}`, { filters: { phone } });
  }
  await ask(admin, 'DELETE', `/leads/${lead.body.data.public_id}`);
  const trailOf = async ({ public_id }: { public_id: string }) =>
    (await ask(admin, 'GET', `/audit?filter[subject]=${public_id}`)).body.data;
  const entries = await trailOf(gone);
  expect(entries.map(({ action }: { action: string }) => action)).toEqual([
    'view.deleted',
    'view.updated',
    'view.updated',
    'view.created',
  ]);
  expect(JSON.stringify(entries)).not.toContain('Gone');
  expect(entries[2].changes).toEqual([
    { field: 'name', from: null, to: null },
    { field: 'sort', from: '-created_at', to: 'score' },
  ]);
  expect(entries[3].changes).toContainEqual({ field: 'shared', from: null, to: true });
  expect((await trailOf(kept)).at(-1).changes).toContainEqual({ field: 'name', from: null, to: 'Kept' });
});

it('an answer kept under a key shows no phone or email of a view once the person is erased, whatever became of the view', async () => {
  const { admin, ravi } = cast;
  const [phone, email] = ['9876532345', 'Kept@Example.in'];
  const lead = await ask(admin, 'POST', '/leads', { phone, email });
  const saveKeyed = (filters: object) =>
    app.call('POST', '/views', {
      token: ravi.token,
      body: { name: 'Kept', filters },
      headers: { 'idempotency-key': `view-${JSON.stringify(filters)}`.replaceAll(' ', '_') },
    });
  const personal = [{ phone: '098765 32345' }, { email }, { search: '+91 98765 32345' }, { search: email }];
  const [changed, deleted] = [await saveKeyed(personal[0] as object), await saveKeyed(personal[1] as object)];
  for (const filters of [...personal.slice(2), { phone: '98765 32346' }]) await saveKeyed(filters);
  await ask(ravi, 'PATCH', `/views/${changed.body.data.public_id}`, { filters: {} });
  await ask(ravi, 'DELETE', `/views/${deleted.body.data.public_id}`);
  expect((await ask(admin, 'DELETE', `/leads/${lead.body.data.public_id}`)).status).toBe(204);
  for (const filters of personal) {
    const { status, body } = await saveKeyed(filters);
    expect([status, body.detail]).toEqual([409, expect.stringContaining('erased')]);
  }
  expect((await saveKeyed({ phone: '98765 32346' })).status).toBe(201);
});

it('a token without leads:read has no views', async () => {
  const token = await cast.tokenOf(cast.ravi, ['leads:create']);
  expect((await app.call('GET', '/views', { token })).status).toBe(403);
});

it('lists own and shared views together, newest first, page by page', async () => {
  await save(cast.tara, { name: 'Own of Tara' });
  const whole = (await ask(cast.tara, 'GET', '/views?page[size]=200')).body.data;
  const paged: unknown[] = [];
  for (let path: string | null = '/views?page[size]=1'; path !== null; ) {
    const { body } = await ask(cast.tara, 'GET', path);
    paged.push(...body.data);
    path = body.links.next?.replace('/api/v1', '') ?? null;
  }
  expect(paged).toEqual(whole);
  expect(new Set(whole.map(({ owner }: { owner: { name: string } }) => owner.name)).size).toBeGreaterThan(1);
  const times = whole.map(({ created_at }: { created_at: string }) => created_at);
  expect(times).toEqual([...times].sort().reverse());
});
