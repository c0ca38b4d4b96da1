import { createClient, type LeadlineClient } from '@leadline/client';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { freshEmail, freshPhone, LeadDesk } from '../support/leads.ts';

let desk: LeadDesk;
let baseUrl: string;
let leadline: LeadlineClient;

beforeAll(async () => {
  desk = await LeadDesk.open();
  baseUrl = await desk.app.app.http.listen({ port: 0, host: '127.0.0.1' });
  leadline = createClient({ baseUrl, token: desk.admin });
});
afterAll(() => desk.close());

it('a create tells a new lead from one that was there already', async () => {
  const fields = { first_name: 'Sana', phone: freshPhone(), email: freshEmail() };
  const first = await leadline.leads.create(fields);
  if (first.duplicate) throw new Error('it is new');
  expect(first.lead.contact.first_name).toBe('Sana');
  expect((await leadline.leads.get(first.lead.public_id)).etag).toBe(first.etag);
  const again = await leadline.leads.create(fields);
  expect(again).toEqual({
    duplicate: true,
    lead: expect.objectContaining({ public_id: first.lead.public_id }),
    matched_on: ['phone', 'email'],
    warning: null,
  });
});

it('of a lead that the token may not see, a create shows only what the caller sent', async () => {
  const phone = freshPhone();
  await desk.make({ phone, first_name: 'Secret' }, desk.cast.vikram);
  const ravi = createClient({ baseUrl, token: desk.cast.ravi.token });
  const { duplicate, lead } = await ravi.leads.create({ phone });
  expect([duplicate, lead.contact, 'score' in lead]).toEqual([true, { phone }, false]);
});

it('a lead is read with its timeline, changed under its ETag, and moved', async () => {
  const { public_id } = await desk.make({ first_name: 'Asha' });
  const note = await leadline.leads.addNote(public_id, 'Call after six');
  const activity = await leadline.leads.addActivity(public_id, { kind: 'call', summary: 'No answer' });
  const { lead, etag } = await leadline.leads.get(public_id, { include: ['activities', 'notes'] });
  expect(lead.notes?.map(({ body }) => body)).toEqual([note.body]);
  expect(lead.activities?.map(({ public_id }) => public_id)).toContain(activity.public_id);

  const ifMatch = etag ?? '';
  const changed = await leadline.leads.update(public_id, { first_name: null, last_name: 'Rao' }, { ifMatch });
  expect(changed.lead.contact).toMatchObject({ first_name: null, last_name: 'Rao' });
  expect(changed.etag).not.toBe(etag);
  const patched = await leadline.leads.update(public_id, { status: desk.status('Contacted') });
  expect(patched.warning).toContain('status');

  const moved = await leadline.leads.move(public_id, { status: desk.status('Qualified'), note: 'Budget is there' });
  expect([moved.lead.status.name, moved.transition?.note, moved.warning]).toEqual([
    'Qualified',
    'Budget is there',
    null,
  ]);
  const again = await leadline.leads.move(public_id, { status: desk.status('Qualified'), note: 'twice' });
  expect([again.transition, again.warning]).toEqual([null, expect.stringContaining('nothing was recorded')]);
});

it('what belongs to a lead is listed, and its owner and score are explained', async () => {
  const { public_id } = await desk.make();
  for (const text of ['one', 'two', 'three']) await leadline.leads.addNote(public_id, text);
  await leadline.leads.move(public_id, { status: desk.status('Contacted') });
  const notes: string[] = [];
  for await (const { body } of leadline.leads.notes(public_id, { size: 2 })) notes.push(body);
  expect(notes).toEqual(['three', 'two', 'one']);
  const { data: kinds } = await leadline.leads.activities(public_id).page();
  expect(kinds.map(({ kind }) => kind)).toEqual(['moved', 'created']);
  const { data: transitions } = await leadline.leads.transitions(public_id).page();
  expect(transitions.map(({ to }) => to.name)).toEqual(['Contacted', 'New']);
  expect((await leadline.leads.score(public_id)).score).toBeGreaterThanOrEqual(0);
  expect(await leadline.leads.assignment(public_id)).toHaveProperty('candidates');
});

it('an erased lead is gone, and a suppressed phone is not captured again', async () => {
  const { public_id, contact } = await desk.make();
  await expect(leadline.leads.erase(public_id, { ifMatch: '"old"' })).rejects.toMatchObject({
    code: 'precondition_failed',
  });
  await leadline.leads.erase(public_id, { reason: 'On request', suppress: true });
  await expect(leadline.leads.get(public_id)).rejects.toMatchObject({ code: 'not_found' });
  await expect(leadline.leads.create({ phone: contact.phone })).rejects.toMatchObject({ code: 'conflict' });
});

it('an id goes into the address as one segment, whatever it holds', async () => {
  await expect(leadline.leads.get('../me?x=#')).rejects.toMatchObject({ code: 'not_found' });
});

it('every operation is there through `api`, which answers data or a problem', async () => {
  const { data } = await leadline.api.GET('/api/v1/me');
  expect(data?.data.role).toBe('admin');
  const { error } = await leadline.api.GET('/api/v1/leads', { params: { query: { 'page[size]': 999 } } });
  expect(error?.errors).toHaveProperty('page[size]');
});

it('the `fetch` that is given makes the calls', async () => {
  const asked: string[] = [];
  const fetch: typeof globalThis.fetch = (request, init) => {
    asked.push((request as Request).url);
    return globalThis.fetch(request, init);
  };
  await createClient({ baseUrl: `${baseUrl}/`, token: desk.admin, fetch })
    .leads.list({ size: 1 })
    .page();
  expect(asked).toEqual([`${baseUrl}/api/v1/leads?page%5Bsize%5D=1`]);
});
