import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { verifyLeads } from '../../src/leads/verify.ts';
import { createOrganization } from '../../src/organization/organizations.ts';
import { findEverywhere } from '../support/everywhere.ts';
import { freshPhone, LeadDesk, type Shown } from '../support/leads.ts';
import { readTrail } from '../support/trail.ts';
import { addressOf, guarded, operations } from '../whole-api/api.ts';

let desk: LeadDesk;
beforeAll(async () => {
  desk = await LeadDesk.open();
});
afterAll(() => desk.close());

const erase = (lead: string, query = '', token = desk.admin, headers: Record<string, string> = {}) =>
  desk.app.call('DELETE', `/leads/${lead}${query}`, { token, headers });
const post = (path: string, body: object, headers: Record<string, string> = {}) =>
  desk.app.call('POST', path, { token: desk.admin, body, headers });
const find = (texts: readonly string[]) => findEverywhere(desk.app.services.database, texts);

/** Texts that nothing else holds, in each place that a lead's data can be put into. */
const secrets = [
  ...['Zaphyrine', 'Quillonsky', 'Xanthippa', 'Vorobyeva', '9800112233', '9811445566', '9822778899'],
  ...['zaphyrine@quill.example', 'xanthippa@other.example', 'tooth-fairy', 'custom-secret', 'changed-secret'],
  ...[
    'note-secret',
    'summary-secret',
    'move-secret',
    'reenquiry-secret',
    'keyed-secret',
    '203.0.113.77',
    'row-secret',
    'mail-secret',
    'former-secret',
  ],
];

/** A lead with something personal in every place. */
async function makePerson(): Promise<{ id: string; keys: string[] }> {
  await desk.app.call('POST', '/custom-fields', { token: desk.admin, body: { key: 'wish', type: 'text' } });
  const keyed = (key: string) => ({ 'idempotency-key': key });
  const person = {
    first_name: 'Zaphyrine',
    last_name: 'Quillonsky',
    phone: '9800112233',
    email: 'Zaphyrine@quill.example',
    estimated_value: 70_000,
    custom_fields: { wish: 'custom-secret' },
  };
  await desk.app.call('POST', '/custom-fields', {
    token: desk.admin,
    body: { key: 'choice', type: 'select', options: ['option-secret', 'other-option'] },
  });
  const made = await post('/leads', person, keyed('create'));
  expect(made.status).toBe(201);
  const id = made.body.data.public_id;
  await desk.patch(id, {
    first_name: 'Xanthippa',
    last_name: 'Vorobyeva',
    phone: '9811445566',
    email: 'xanthippa@other.example',
    custom_fields: { wish: 'changed-secret', choice: 'option-secret' },
  });
  await post(`/leads/${id}/notes`, { body: 'note-secret' });
  await post(`/leads/${id}/notes`, { body: 'keyed-secret of Xanthippa' }, keyed('note'));
  await post(`/leads/${id}/activities`, { kind: 'call', summary: 'summary-secret' }, keyed('activity'));
  const moved = await desk.move(id, desk.status('Contacted'), { note: 'move-secret' }, desk.admin, keyed('move'));
  expect(moved.status).toBe(200);
  const again = { phone: '9811445566', email: 'tooth-fairy@quill.example', first_name: 'reenquiry-secret' };
  expect((await post('/leads', again, keyed('again'))).body.duplicate).toBe(true);
  const other = { email: 'xanthippa@other.example', phone: '9822778899' };
  expect((await post('/leads', other)).body.duplicate).toBe(true);
  const batch = { leads: [{ phone: '9811445566' }, { phone: freshPhone() }] };
  expect((await post('/leads/batch', batch, keyed('batch'))).body.meta).toEqual({
    created: 1,
    duplicates: 1,
    failed: 0,
  });
  await importFile(
    `phone,email,first_name\n9811445566,not-an-email,row-secret\n9999,xanthippa@other.example,mail-secret\n9998,ZAPHYRINE@quill.example,former-secret\n`,
  );
  await submitForm({ phone: '9811445566', first_name: 'Zaphyrine' });
  return { id, keys: ['create', 'note', 'activity', 'move', 'again', 'batch'] };
}

/** Its rows fail, and are kept. */
async function importFile(text: string): Promise<void> {
  const url = await desk.app.app.http.listen({ port: 0, host: '127.0.0.1' });
  const headers = { 'content-type': 'text/csv', authorization: `Bearer ${desk.admin}` };
  const sent = await fetch(`${url}/api/v1/imports`, { method: 'POST', headers, body: text });
  expect(sent.status).toBe(202);
  const { data } = (await sent.json()) as Shown;
  await desk.app.services.imports.run(desk.cast.organizationId);
  const { body } = await desk.app.call('GET', `/imports/${data.public_id}`, { token: desk.admin });
  expect(body.data).toMatchObject({ state: 'done', failed: 3 });
}

async function submitForm(body: object): Promise<void> {
  const form = await desk.add('forms', {
    name: `Form ${freshPhone()}`,
    fields: [{ field: 'phone' }, { field: 'first_name' }],
  });
  const answer = await desk.app.app.http.inject({
    method: 'POST',
    url: `/api/v1/forms/${form.public_id}/submissions`,
    payload: body,
    remoteAddress: '203.0.113.77',
  });
  expect(answer.statusCode, answer.body).toBe(201);
}

const reports = [
  '/reports/funnel?filter[created_at]=last_30_days',
  '/reports/velocity?filter[created_at]=last_30_days',
  ...['status', 'source', 'owner', 'week'].map((by) => `/reports/conversion?group_by=${by}`),
];

/** As they are at one moment: ages grow by themselves. */
async function readReports(now: Date): Promise<string> {
  vi.useFakeTimers({ toFake: ['Date'], now });
  try {
    const texts: string[] = [];
    for (const asOf of ['', now.toISOString()]) {
      for (const path of reports) {
        const url = asOf === '' ? path : `${path}${path.includes('?') ? '&' : '?'}as_of=${asOf}`;
        const { status, body } = await desk.app.call('GET', url, { token: desk.admin });
        expect(status, JSON.stringify(body)).toBe(200);
        texts.push(JSON.stringify(body));
      }
    }
    return texts.join('\n');
  } finally {
    vi.useRealTimers();
  }
}

describe('an erased lead', () => {
  let person: { id: string; keys: string[] };
  let before: string;
  let moment: Date;

  beforeAll(async () => {
    for (const name of ['Qualified', 'Won']) await desk.move((await desk.make()).public_id, desk.status(name));
    person = await makePerson();
    const all = await find(secrets);
    for (const secret of secrets) expect(all.join('\n').toLowerCase()).toContain(secret.toLowerCase());
    moment = new Date();
    before = await readReports(moment);
    const answer = await erase(person.id, '?reason=On%20request');
    expect(answer.status).toBe(204);
    expect(answer.body).toBeNull();
  });

  it('leaves nothing personal in any column of any table', async () => {
    expect(await find(secrets)).toEqual([]);
  });

  it('is found by no read of the API, and shown by none', async () => {
    for (const operation of guarded.filter(({ method }) => method === 'GET')) {
      const isOfLeads = operation.path.startsWith('/api/v1/leads/{');
      if (!isOfLeads && operation.path.includes('{')) continue;
      for (const query of operation.path === '/api/v1/leads'
        ? ['', '?sort=-score', '?sort=score', '?sort=-last_activity_at']
        : ['']) {
        const url = addressOf(operation, () => person.id) + query;
        const { status, body } = await desk.app.call('GET', url, { token: desk.admin });
        expect(isOfLeads ? [404] : [200, 422], url).toContain(status);
        const text = JSON.stringify(body).toLowerCase();
        for (const secret of secrets) expect(text, url).not.toContain(secret.toLowerCase());
        if (!operation.path.endsWith('/audit')) expect(text, url).not.toContain(person.id);
      }
    }
  });

  it('is found by no write of the API, nor erased twice', async () => {
    const { id } = person;
    expect((await desk.patch(id, { first_name: 'Back' })).status).toBe(404);
    expect((await desk.move(id, desk.status('Qualified'))).status).toBe(404);
    expect((await post(`/leads/${id}/notes`, { body: 'Back' })).status).toBe(404);
    expect((await post(`/leads/${id}/activities`, { kind: 'call', summary: 'Back' })).status).toBe(404);
    expect((await erase(id)).status).toBe(404);
  });

  it('changes no report by a byte', async () => {
    expect(await readReports(moment)).toBe(before);
  });

  it('is counted by a figure, and not among the leads behind it', async () => {
    const { body } = await desk.app.call('GET', '/reports/leads?figure=leads', { token: desk.admin });
    expect(body.data.map(({ public_id }: Shown) => public_id)).not.toContain(person.id);
  });

  it('keeps the trail of who changed what, without values, and who erased it and why', async () => {
    const entries = (await readTrail(desk.app, desk.admin)).filter(({ subject }) => subject.public_id === person.id);
    const [last, ...earlier] = entries;
    expect(last).toMatchObject({
      action: 'lead.erased',
      actor: { membership: { public_id: desk.cast.admin.membership } },
      changes: [{ field: 'reason', from: null, to: 'On request' }],
    });
    const actions = earlier.map(({ action }) => action.slice('lead.'.length)).reverse();
    expect(actions).toEqual([
      ...[
        'created',
        'updated',
        'note_added',
        'note_added',
        'activity_added',
        'moved',
        'reenquired',
        'reenquired',
        'reenquired',
      ],
    ]);
    const changes = earlier.flatMap((entry) => entry.changes);
    expect(changes.map(({ field }) => field)).toContain('custom_fields.wish');
    for (const { from, to } of changes) expect([from, to]).toEqual([null, null]);
  });

  it('gives no kept answer away, and is not made again by a retry of its key', async () => {
    const count = await desk.countLeads();
    const [kept] = await desk.rows('select count(*)::int as n from idempotent_answers where answer is not null');
    expect(kept.n).toBe(0);
    for (const key of person.keys) {
      const answer = await post('/leads', { phone: '9800112233' }, { 'idempotency-key': key });
      expect(answer.status, key).toBe(409);
      expect(answer.body.detail).toContain('erased');
    }
    expect(await desk.countLeads()).toBe(count);
  });

  it('is whole for `leadline verify`, which finds what an erasure left', async () => {
    const { database } = desk.app.services;
    const none = { faulty: [], misscored: [], misrecorded: [], broken: [] };
    expect(await verifyLeads(database)).toMatchObject(none);
    const put = (column: string, value: string) =>
      desk.rows(`update leads set ${column} = ${value} where public_id = $1`, [person.id]);
    for (const [column, value, cleared] of [
      ['first_name', `'x'`, 'null'],
      ['phone', `'+919999999999'`, 'null'],
      ['custom_fields', `'{"a": 1}'`, `'{}'`],
      ['rendered', `'x'`, `''`],
    ] as const) {
      await put(column, value);
      expect((await verifyLeads(database)).faulty, column).toEqual([person.id]);
      await put(column, cleared);
    }
    const [{ id }] = await desk.rows('select id from leads where public_id = $1', [person.id]);
    await desk.rows(
      `insert into lead_recency (organization_id, lead_id, last_activity_at, updated_at, created_at, status_id, source_id,
                                 owner_id, team_id, score)
       select organization_id, id, last_activity_at, updated_at, created_at, status_id, source_id, owner_id, team_id, score
         from leads where id = $1`,
      [id],
    );
    expect((await verifyLeads(database)).broken).toEqual([person.id]);
    await desk.rows('delete from lead_recency where lead_id = $1', [id]);
  });

  it('lets its phone and email be captured as a new lead', async () => {
    const made = await post('/leads', { phone: '9811445566', email: 'xanthippa@other.example' });
    expect(made.status).toBe(201);
    expect(made.body.data.public_id).not.toBe(person.id);
    await erase(made.body.data.public_id);
  });
});

describe('who may erase', () => {
  it('401 without a token, 403 for managers and agents and without the ability, 404 for another organization', async () => {
    const { public_id } = await desk.make();
    expect((await desk.app.call('DELETE', `/leads/${public_id}`)).status).toBe(401);
    for (const who of ['meera', 'ravi'] as const)
      expect((await erase(public_id, '', desk.cast[who].token)).status).toBe(403);
    const abilities = ['leads:read', 'leads:update'];
    const limited = await desk.add('tokens', { name: 'Limited', membership: desk.cast.admin.membership, abilities });
    expect((await erase(public_id, '', limited.secret)).status).toBe(403);
    const { database, keys } = desk.app.services;
    const { token } = await createOrganization(database, keys.organization, 'Others');
    expect((await erase(public_id, '', token.secret)).status).toBe(404);
    expect((await desk.get(public_id)).status).toBe(200);
  });

  it('an organization’s erasure leaves another organization’s lead of the same person as it is', async () => {
    const { database, keys } = desk.app.services;
    const { token } = await createOrganization(database, keys.organization, 'Same person');
    const body = { phone: freshPhone(), first_name: 'Twofold' };
    const [here, there] = [await desk.post(body), await desk.post(body, token.secret)];
    expect((await erase(here.body.data.public_id, '?suppress=true')).status).toBe(204);
    const kept = await desk.get(there.body.data.public_id, token.secret);
    expect(kept.body.data).toEqual(there.body.data);
    expect((await desk.post(body, token.secret)).body).toMatchObject({ duplicate: true });
  });

  it('only the lead that the caller has seen, with If-Match', async () => {
    const { public_id } = await desk.make();
    const { headers } = await desk.get(public_id);
    await desk.patch(public_id, { first_name: 'Newer' });
    expect((await erase(public_id, '', desk.admin, { 'if-match': headers.etag ?? '' })).status).toBe(412);
    const now = (await desk.get(public_id)).headers.etag ?? '';
    expect((await erase(public_id, '', desk.admin, { 'if-match': now })).status).toBe(204);
  });

  it.each([
    ['reason=', 'reason'],
    [`reason=${'x'.repeat(501)}`, 'reason'],
    ['suppress=yes', 'suppress'],
    ['suppress=1', 'suppress'],
    ['because=x', 'because'],
  ])('422 on ?%s', async (query, field) => {
    const { public_id } = await desk.make();
    const { status, body } = await erase(public_id, `?${query}`);
    expect(status).toBe(422);
    expect(Object.keys(body.errors)).toEqual([field]);
    expect((await desk.get(public_id)).status).toBe(200);
  });
});

it('every operation on leads that keeps an answer records which lead it shows', async () => {
  const keyed = operations.filter(({ method, path }) => method === 'POST' && path.startsWith('/api/v1/leads'));
  const { public_id } = await desk.make();
  const bodies: Record<string, object> = {
    createLead: { phone: freshPhone() },
    moveLead: { status: desk.status('Contacted') },
    createLeads: { leads: [{ phone: freshPhone() }, { phone: freshPhone() }, {}] },
    changeLeads: { ids: [public_id], change: { note: 'x' } },
    addLeadNote: { body: 'x' },
    addLeadActivity: { kind: 'call', summary: 'x' },
  };
  for (const operation of keyed) {
    const body = bodies[operation.id];
    if (body === undefined) throw new Error(`say how ${operation.id} is called, and which leads its answer shows`);
    const key = `shows-${operation.id}`;
    const answer = await desk.app.call(
      'POST',
      addressOf(operation, () => public_id),
      {
        token: desk.admin,
        body,
        headers: { 'idempotency-key': key },
      },
    );
    expect(answer.status, operation.id).toBeLessThan(300);
    const [row] = await desk.rows('select shows from idempotent_answers where key = $1', [key]);
    const shown = JSON.stringify(answer.body).match(/lead_[0-9a-z]{26}/g) ?? [public_id];
    expect(row.shows, operation.id).toEqual([...new Set(shown)]);
  }
});

it('an erased lead waits for nobody, and its owner may take another in its place', async () => {
  const { database, keys } = desk.app.services;
  const { organizationId, token } = await createOrganization(database, keys.organization, 'Small');
  const ask = (method: string, path: string, body?: object) =>
    desk.app.call(method, path, { token: token.secret, ...(body && { body }) });
  await ask('POST', '/memberships', { name: 'Capped', role: 'agent', open_cap: 1 });
  const ids: string[] = [];
  const ownerOf = async (n: number) => (await ask('GET', `/leads/${ids[n]}`)).body.data.owner?.name;
  for (let n = 0; n < 3; n++) ids.push((await ask('POST', '/leads', { phone: freshPhone() })).body.data.public_id);
  expect([await ownerOf(0), await ownerOf(1), await ownerOf(2)]).toEqual(['Capped', undefined, undefined]);
  for (const n of [1, 0]) expect((await ask('DELETE', `/leads/${ids[n]}`)).status).toBe(204);
  await expect.poll(() => ownerOf(2)).toBe('Capped');
  const [waiting] = await desk.rows(
    'select count(*)::int as n from assignments where waiting and organization_id = $1',
    [organizationId],
  );
  expect(waiting.n).toBe(0);
});

describe('what a person brought to another lead', () => {
  const reenquiryOf = async (lead: string) =>
    (await desk.around(lead, 'activities')).find(({ kind }: Shown) => kind === 'reenquiry') as Shown;

  it('goes with the person: the enquiry stays on the other lead, what came with it does not', async () => {
    const shared = freshPhone();
    const other = await desk.make({ phone: shared, first_name: 'Head of the family' });
    const person = await desk.make({ email: 'brought-along@quill.example' });
    const brought = { phone: shared, email: 'Brought-Along@quill.example', first_name: 'Brought-Name' };
    const met = await post('/leads', brought, { 'idempotency-key': 'brought' });
    expect([met.status, met.body.data.public_id]).toEqual([200, other.public_id]);
    expect((await reenquiryOf(other.public_id)).details).toMatchObject({ first_name: 'Brought-Name' });

    // A number that is nobody's when it is brought, and a person's later.
    const known = await desk.make({ email: 'known@quill.example' });
    const number = freshPhone();
    await post('/leads', { email: 'known@quill.example', phone: number });
    const later = await desk.make({ phone: number });
    expect((await reenquiryOf(known.public_id)).details).toEqual({ phone: number });

    for (const { public_id } of [person, later]) expect((await erase(public_id)).status).toBe(204);
    expect(await find(['brought-along', 'brought-name', number])).toEqual([]);
    for (const { public_id } of [other, known]) {
      expect(await reenquiryOf(public_id)).toMatchObject({ kind: 'reenquiry', details: null });
    }
    expect((await desk.get(other.public_id)).body.data.contact.first_name).toBe('Head of the family');
  });
});
