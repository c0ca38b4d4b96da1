import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { publicId, timestamp, unknownId } from '../support/collections.ts';
import { faultsOf, freshEmail, freshPhone, LeadDesk, type Shown } from '../support/leads.ts';

let desk: LeadDesk;
let website: Shown;

beforeAll(async () => {
  desk = await LeadDesk.open();
  website = await desk.add('sources', { name: 'Website' });
  await desk.add('custom-fields', { key: 'product_interest', type: 'text' });
});
afterAll(() => desk.close());

it('a new lead is answered with 201, where it is, its ETag, and every field it has', async () => {
  const sent = { first_name: 'Asha', last_name: 'Rao', phone: '98765 43210', email: 'asha@example.in' };
  const { status, headers, body } = await desk.post({
    ...sent,
    source: website.public_id,
    estimated_value: 250_000,
    custom_fields: { product_interest: 'Term plan' },
  });
  expect(status).toBe(201);
  expect(headers.location).toBe(`/api/v1/leads/${body.data.public_id}`);
  expect(headers.etag).toMatch(/^"[^"]+"$/);
  expect(body).toEqual({
    data: {
      public_id: expect.stringMatching(publicId('lead')),
      contact: { ...sent, phone: '+919876543210' },
      source: { public_id: website.public_id, name: 'Website' },
      status: { public_id: desk.status('New'), name: 'New', kind: 'open' },
      owner: { public_id: expect.stringMatching(publicId('mem')), name: expect.any(String) },
      estimated_value: 250_000,
      currency: 'INR',
      custom_fields: { product_interest: 'Term plan' },
      score: expect.any(Number),
      score_band: expect.stringMatching(/^(hot|warm|cold)$/),
      last_activity_at: expect.stringMatching(timestamp),
      created_at: expect.stringMatching(timestamp),
      updated_at: expect.stringMatching(timestamp),
    },
    duplicate: false,
  });
  expect(body.data.last_activity_at).toBe(body.data.created_at);
  const read = await desk.get(body.data.public_id);
  expect(read.body).toEqual({ data: body.data });
  expect(read.headers.etag).toBe(headers.etag);
});

it('a phone alone is enough, and so is an email alone; the rest is null', async () => {
  const byPhone = await desk.post({ phone: freshPhone() });
  expect(byPhone.body.data).toMatchObject({ source: null, estimated_value: null, custom_fields: {} });
  expect(byPhone.body.data.contact).toMatchObject({ first_name: null, last_name: null, email: null });
  const byEmail = await desk.post({ email: freshEmail() });
  expect(byEmail.status).toBe(201);
  expect(byEmail.body.data.contact.phone).toBeNull();
});

it.each([{}, { first_name: 'Asha' }, { phone: null }, { phone: null, email: null }])(
  'a lead without phone and email is refused on phone: %j',
  async (body) => expect(faultsOf(await desk.post(body))).toEqual(['phone']),
);

it('text is trimmed and NFC-normalized', async () => {
  const { body } = await desk.post({ phone: freshPhone(), first_name: '  Jose\u0301 ', last_name: '\u00a0Rao\t' });
  expect(body.data.contact).toMatchObject({ first_name: 'José', last_name: 'Rao' });
});

it('a blank name is no name', async () => {
  const { body } = await desk.post({ phone: freshPhone(), first_name: '', last_name: '   ' });
  expect(body.data.contact).toMatchObject({ first_name: null, last_name: null });
});

describe.each(['first_name', 'last_name'])('%s', (field) => {
  it('has up to 100 characters, counted as code points', async () => {
    for (const name of ['a'.repeat(100), '😀'.repeat(100), ` ${'न'.repeat(100)} `]) {
      const { status, body } = await desk.post({ phone: freshPhone(), [field]: name });
      expect(status).toBe(201);
      expect(body.data.contact[field]).toBe(name.trim());
    }
    for (const name of ['a'.repeat(101), '😀'.repeat(101)]) {
      expect(faultsOf(await desk.post({ phone: freshPhone(), [field]: name }))).toEqual([field]);
    }
  });

  it.each(['As\u0000ha', 'As\nha', 'As\tha', 'As\u001bha', 'As\u0085ha', 'As\ud800ha', 5, true, ['Asha'], { a: 1 }])(
    'is refused as %j',
    async (name) => expect(faultsOf(await desk.post({ phone: freshPhone(), [field]: name }))).toEqual([field]),
  );
});

it('an email has up to 254 characters', async () => {
  const email = (length: number) => `${'a'.repeat(length - 11)}@example.in`;
  expect((await desk.post({ email: email(254) })).status).toBe(201);
  expect(faultsOf(await desk.post({ email: email(255) }))).toEqual(['email']);
});

it.each(['', '  ', 'asha', 'asha@', '@example.in', 'a b@example.in', 'a@b@example.in', 'a\u0000@example.in', 7])(
  '%j is no email',
  async (email) => expect(faultsOf(await desk.post({ phone: freshPhone(), email }))).toEqual(['email']),
);

it.each([0, 0.01, 0.1, 1.1, 19.99, 250_000, 1e6, 9_999_999_999.99])('an estimated value may be %d', async (value) => {
  const { status, body } = await desk.post({ phone: freshPhone(), estimated_value: value });
  expect(status).toBe(201);
  expect(body.data.estimated_value).toBe(value);
  expect((await desk.get(body.data.public_id)).body.data.estimated_value).toBe(value);
});

it.each([-1, -0.01, 0.001, 1.005, 9_999_999_999.991, 1e10, '250000', true, [], {}])(
  'an estimated value may not be %j',
  async (estimated_value) =>
    expect(faultsOf(await desk.post({ phone: freshPhone(), estimated_value }))).toEqual(['estimated_value']),
);

it('a number too large for JSON’s readers is refused, not stored as something else', async () => {
  const { status } = await desk.post(`{"phone": "${freshPhone()}", "estimated_value": 1e999}`);
  expect(status).toBe(422);
});

it('a source that is unknown, another organization’s, archived or malformed is refused on source', async () => {
  const token = desk.cast.zenith.admin.token;
  const theirs = await desk.app.call('POST', '/sources', { token, body: { name: 'Theirs' } });
  const archived = await desk.add('sources', { name: 'Old' });
  await desk.change(`sources/${archived.public_id}`, { archived: true });
  for (const source of [unknownId('src'), theirs.body.data.public_id, archived.public_id, 'Website', '', 5]) {
    expect(faultsOf(await desk.post({ phone: freshPhone(), source })), String(source)).toEqual(['source']);
  }
});

it('unknown fields are refused by name, with the name probably meant', async () => {
  const answer = await desk.post({ phone: freshPhone(), first_nam: 'Asha', owner: desk.cast.ravi.membership });
  expect(faultsOf(answer)).toEqual(['first_nam', 'owner']);
  expect(answer.body.errors.first_nam[0]).toContain('first_name');
});

it('every faulty field is reported at once', async () => {
  const answer = await desk.post({
    first_name: 'a'.repeat(101),
    last_name: 5,
    phone: '12345',
    email: 'nobody',
    source: unknownId('src'),
    estimated_value: -1,
    custom_fields: { product_interest: 5, colour: 'red' },
    nickname: 'A',
  });
  const fields = ['first_name', 'last_name', 'phone', 'email', 'source', 'estimated_value', 'nickname'];
  const custom = ['custom_fields.colour', 'custom_fields.product_interest'];
  expect(faultsOf(answer)).toEqual([...fields, ...custom].sort());
});

it('a refused lead leaves nothing behind', async () => {
  const before = await desk.countLeads();
  await desk.post({ phone: freshPhone(), estimated_value: -1 });
  expect(await desk.countLeads()).toBe(before);
});

it('a token without leads:create is refused before anything is looked at', async () => {
  const token = await desk.cast.tokenOf(desk.cast.ravi, ['leads:read', 'leads:update']);
  expect((await desk.post({ phone: 'nonsense' }, token)).status).toBe(403);
});
