import { afterAll, beforeAll, expect, it } from 'vitest';
import { unknownId } from '../support/collections.ts';
import { faultsOf, freshEmail, freshPhone, LeadDesk } from '../support/leads.ts';

let desk: LeadDesk;

beforeAll(async () => {
  desk = await LeadDesk.open();
  for (const key of ['city', 'remark']) await desk.add('custom-fields', { key, type: 'text' });
});
afterAll(() => desk.close());

const changesOf = async (lead: string) => (await desk.around(lead, 'audit'))[0].changes;
const entriesOf = async (lead: string) => (await desk.around(lead, 'audit')).length;

it('what is not sent stays', async () => {
  const lead = await desk.make({
    first_name: 'Asha',
    email: freshEmail(),
    estimated_value: 5,
    custom_fields: { city: 'Pune' },
  });
  const { status, body } = await desk.patch(lead.public_id, { last_name: ' Rao ' });
  expect(status).toBe(200);
  expect(body).toEqual({
    data: {
      ...lead,
      contact: { ...lead.contact, last_name: 'Rao' },
      last_activity_at: expect.any(String),
      updated_at: expect.any(String),
    },
  });
  expect((await desk.get(lead.public_id)).body).toEqual(body);
});

it('null clears', async () => {
  const { public_id: source } = await desk.add('sources', { name: 'Website' });
  const lead = await desk.make({ first_name: 'A', last_name: 'B', email: freshEmail(), estimated_value: 5, source });
  const cleared = { first_name: null, last_name: null, email: null, estimated_value: null, source: null };
  const { body } = await desk.patch(lead.public_id, cleared);
  expect(body.data.contact).toEqual({ first_name: null, last_name: null, email: null, phone: lead.contact.phone });
  expect(body.data).toMatchObject({ estimated_value: null, source: null });
});

it('custom fields merge by key, and null takes a key away', async () => {
  const lead = await desk.make({ custom_fields: { city: 'Pune' } });
  const merged = await desk.patch(lead.public_id, { custom_fields: { remark: 'Sea view' } });
  expect(merged.body.data.custom_fields).toEqual({ city: 'Pune', remark: 'Sea view' });
  const cleared = await desk.patch(lead.public_id, { custom_fields: { city: null } });
  expect(cleared.body.data.custom_fields).toEqual({ remark: 'Sea view' });
  expect((await desk.patch(lead.public_id, { custom_fields: {} })).body.data.custom_fields).toEqual({
    remark: 'Sea view',
  });
});

it('a lead never ends without phone and email', async () => {
  const byPhone = await desk.make();
  expect(faultsOf(await desk.patch(byPhone.public_id, { phone: null }))).toEqual(['phone']);
  const email = freshEmail();
  const byEmail = (await desk.post({ email })).body.data;
  expect(faultsOf(await desk.patch(byEmail.public_id, { email: null }))).not.toEqual([]);
  const phone = freshPhone();
  expect((await desk.patch(byEmail.public_id, { email: null, phone })).body.data.contact.phone).toBe(phone);
});

it('the email taken from one lead is free for another', async () => {
  const email = freshEmail();
  const lead = await desk.make({ email });
  await desk.patch(lead.public_id, { email: null });
  expect((await desk.post({ email: email.toUpperCase() })).status).toBe(201);
});

it.each([
  [{ phone: '12345' }, 'phone'],
  [{ email: 'nobody' }, 'email'],
  [{ first_name: 'a'.repeat(101) }, 'first_name'],
  [{ estimated_value: -1 }, 'estimated_value'],
  [{ custom_fields: null }, 'custom_fields'],
  [{ custom_fields: { colour: 'red' } }, 'custom_fields.colour'],
  [{ status: null }, 'status'],
  [{ status: unknownId('sts') }, 'status'],
  [{ status: 'New' }, 'status'],
  [{ source: unknownId('src') }, 'source'],
  [{ owner: unknownId('mem') }, 'owner'],
  [{ owner: 'Ravi' }, 'owner'],
  [{ score: 5 }, 'score'],
  [{ contact: { phone: '9876543210' } }, 'contact'],
  [{ public_id: unknownId('lead') }, 'public_id'],
  [{ note: 'x' }, 'note'],
  [{ created_at: '2026-01-01T00:00:00Z' }, 'created_at'],
])('%j is refused on %s, and nothing changes', async (body, field) => {
  const lead = await desk.make();
  const { etag } = (await desk.get(lead.public_id)).headers;
  expect(faultsOf(await desk.patch(lead.public_id, body))).toEqual([field]);
  expect((await desk.get(lead.public_id)).headers.etag).toBe(etag);
  expect(await entriesOf(lead.public_id)).toBe(1);
});

it('everything that a change refers to in vain is reported at once', async () => {
  const lead = await desk.make();
  const answer = await desk.patch(lead.public_id, {
    source: unknownId('src'),
    owner: unknownId('mem'),
    status: unknownId('sts'),
  });
  expect(faultsOf(answer)).toEqual(['owner', 'source', 'status']);
  const contact = await desk.patch(lead.public_id, { phone: null, source: unknownId('src') });
  expect(faultsOf(contact)).toEqual(['phone', 'source']);
});

it('a phone or email of another lead is a conflict, which tells nothing of that lead', async () => {
  const theirs = await desk.make({ email: freshEmail(), first_name: 'Secret' }, desk.cast.vikram);
  const lead = await desk.make({}, desk.cast.ravi);
  const details = new Set<string>();
  for (const body of [
    { phone: theirs.contact.phone },
    { email: theirs.contact.email.toUpperCase() },
    { phone: theirs.contact.phone, email: theirs.contact.email },
  ]) {
    const answer = await desk.patch(lead.public_id, { ...body, first_name: 'X' }, desk.cast.ravi.token);
    expect(answer.status).toBe(409);
    expect(answer.body.code).toBe('conflict');
    const text = JSON.stringify(answer);
    for (const word of [theirs.public_id, 'Secret', 'Vikram', desk.cast.vikram.membership])
      expect(text).not.toContain(word);
    details.add(answer.body.detail);
  }
  expect((await desk.get(lead.public_id)).body.data).toEqual(lead);
  expect(await changesOf(lead.public_id)).not.toContainEqual(expect.objectContaining({ field: 'first_name' }));
});

it('merge-patch+json is taken too', async () => {
  const lead = await desk.make();
  const headers = { 'content-type': 'application/merge-patch+json' };
  const { status, body } = await desk.patch(lead.public_id, { first_name: 'Asha' }, desk.admin, headers);
  expect(status).toBe(200);
  expect(body.data.contact.first_name).toBe('Asha');
});

it('a status and source that a lead has may be sent back, also where they are archived by now', async () => {
  const status = (await desk.add('statuses', { name: 'Was a stage', kind: 'open' })).public_id;
  const source = (await desk.add('sources', { name: 'Was a source' })).public_id;
  const lead = await desk.make({ source });
  const other = await desk.make();
  await desk.move(lead.public_id, status);
  await desk.change(`statuses/${status}`, { archived: true });
  await desk.change(`sources/${source}`, { archived: true });

  const trail = await desk.around(lead.public_id, 'audit');
  const same = await desk.patch(lead.public_id, { status, source });
  expect(same.status, JSON.stringify(same.body)).toBe(200);
  expect(same.body).not.toHaveProperty('meta');
  expect(await desk.around(lead.public_id, 'audit')).toEqual(trail);

  const { body } = await desk.patch(lead.public_id, { status, source, first_name: 'Farida' });
  expect(body.data).toMatchObject({ contact: { first_name: 'Farida' }, source: { public_id: source } });
  expect(faultsOf(await desk.patch(other.public_id, { status, source }))).toEqual(['source', 'status']);
});
