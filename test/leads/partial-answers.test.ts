import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { freshEmail, freshPhone, LeadDesk, type Shown } from '../support/leads.ts';

// A token may be allowed to change leads and not to read them. Then no answer to a change tells it more than it said itself.

let desk: LeadDesk;
/** Everything but leads:read. */
let token: string;
let lead: Shown;
beforeAll(async () => {
  desk = await LeadDesk.open();
  const fields = [
    { key: 'city', type: 'text' },
    { key: 'plan', type: 'text' },
  ];
  for (const body of fields) await desk.app.call('POST', '/custom-fields', { token: desk.admin, body });
  const { cast } = desk;
  token = await cast.tokenOf(cast.admin, ['leads:create', 'leads:update', 'leads:move', 'leads:assign']);
  lead = await desk.make(
    { first_name: 'Asha', last_name: 'Rao', email: freshEmail(), estimated_value: 5, custom_fields: { plan: 'Term' } },
    cast.ravi,
  );
});
afterAll(() => desk.close());

const whole = async () => (await desk.get(lead.public_id)).body.data;

describe('a token without leads:read', () => {
  it('is answered to a change the public id, the status, the time and what it sent', async () => {
    const { source, owner } = await whole();
    expect([source, owner.name]).toEqual([null, 'Ravi Iyer']);
    const { status, body } = await desk.patch(lead.public_id, { first_name: ' Anu ' }, token);
    const now = await whole();
    expect(status).toBe(200);
    expect(body).toEqual({
      data: {
        public_id: lead.public_id,
        contact: { first_name: 'Anu' },
        status: now.status,
        updated_at: now.updated_at,
      },
    });
  });

  it('is answered every field that it sent in the form in which leads are shown', async () => {
    const made = await desk.app.call('POST', '/sources', { token: desk.admin, body: { name: 'Website' } });
    const source = { public_id: made.body.data.public_id, name: 'Website' };
    const phone = freshPhone();
    const sent = {
      phone: phone.replace('+91', '0'),
      email: null,
      source: source.public_id,
      estimated_value: 250_000,
      custom_fields: { city: 'Pune' },
      owner: desk.cast.asha.membership,
    };
    const { body } = await desk.patch(lead.public_id, sent, token);
    const now = await whole();
    expect(body.data).toEqual({
      public_id: lead.public_id,
      contact: { phone, email: null },
      source,
      owner: { public_id: desk.cast.asha.membership, name: 'Asha Rao' },
      status: now.status,
      estimated_value: 250_000,
      custom_fields: { city: 'Pune' },
      updated_at: now.updated_at,
    });
    const cleared = await desk.patch(lead.public_id, { custom_fields: { city: null }, source: null }, token);
    expect(cleared.body.data).toMatchObject({ custom_fields: { city: null }, source: null });
  });

  it('is answered no more where it changes nothing', async () => {
    const { body } = await desk.patch(lead.public_id, {}, token);
    expect(Object.keys(body.data).sort()).toEqual(['public_id', 'status', 'updated_at']);
  });

  it('is warned of a status changed by PATCH, and told the status', async () => {
    const { body } = await desk.patch(lead.public_id, { status: desk.status('Contacted') }, token);
    expect(Object.keys(body.data).sort()).toEqual(['public_id', 'status', 'updated_at']);
    expect(body.data.status).toEqual({ public_id: desk.status('Contacted'), name: 'Contacted', kind: 'open' });
    expect(body.meta.warning).toContain('without recording a transition');
  });

  it('is answered to a move the same, and of the transition not where it came from', async () => {
    const { status, body } = await desk.move(lead.public_id, desk.status('Qualified'), { note: 'Called' }, token);
    const now = await whole();
    expect(status).toBe(200);
    expect(body.data).toEqual({ public_id: lead.public_id, status: now.status, updated_at: now.updated_at });
    expect(Object.keys(body.transition).sort()).toEqual(['actor', 'note', 'occurred_at', 'public_id', 'to']);
    expect(body.transition).toMatchObject({ note: 'Called', to: { public_id: desk.status('Qualified') } });
    const again = await desk.move(lead.public_id, desk.status('Qualified'), {}, token);
    expect(again.body).toEqual({ data: body.data, transition: null });
  });

  it('gets the same answer again for the same Idempotency-Key', async () => {
    const key = { 'idempotency-key': 'move-1' };
    const first = await desk.move(lead.public_id, desk.status('Proposal'), {}, token, key);
    const second = await desk.move(lead.public_id, desk.status('Proposal'), {}, token, key);
    expect(second.headers['idempotent-replayed']).toBe('true');
    expect(second.body).toEqual(first.body);
    expect(Object.keys(first.body.data).sort()).toEqual(['public_id', 'status', 'updated_at']);
  });

  it('gets a tag that tells nothing but the version, and is good for If-Match', async () => {
    const first = await desk.patch(lead.public_id, { first_name: 'Anjali' }, token);
    const tag = first.headers.etag ?? '';
    const read = (await desk.get(lead.public_id)).headers.etag ?? '';
    expect(tag).toMatch(/^"\d+\.[0-9a-z]+"$/);
    expect(read.split('.')).toHaveLength(3);
    const kept = await desk.patch(lead.public_id, { last_name: 'Iyer' }, token, { 'if-match': tag });
    expect(kept.status).toBe(200);
    expect((await desk.patch(lead.public_id, { last_name: 'Nair' }, token, { 'if-match': tag })).status).toBe(412);
    const moved = { 'if-match': kept.headers.etag ?? '' };
    expect((await desk.move(lead.public_id, desk.status('Negotiation'), {}, token, moved)).status).toBe(200);
  });

  it('learns nothing by guessing at the tag of the whole lead', async () => {
    const read = (await desk.get(lead.public_id)).headers.etag ?? '';
    expect((await desk.patch(lead.public_id, { last_name: 'Das' }, token, { 'if-match': read })).status).toBe(412);
    const mine = (await desk.patch(lead.public_id, { last_name: 'Das' }, token)).headers.etag ?? '';
    expect((await desk.patch(lead.public_id, { last_name: 'Rao' }, desk.admin, { 'if-match': mine })).status).toBe(412);
  });

  it('is shown the lead that it creates, and of a duplicate only what it sent', async () => {
    const phone = freshPhone();
    const { status, body } = await desk.post({ phone, first_name: 'Kiran' }, token);
    expect([status, body.data.contact.first_name]).toEqual([201, 'Kiran']);
    const again = await desk.post({ phone, first_name: 'Kiran' }, token);
    expect(again.body).toMatchObject({ duplicate: true });
    expect(again.body.data).toEqual({ public_id: body.data.public_id, contact: { phone } });
    expect(again.headers.etag).toBeUndefined();
  });

  it('is shown the notes and activities that it adds, and nothing else of the lead', async () => {
    const add = (what: string, body: object) =>
      desk.app.call('POST', `/leads/${lead.public_id}/${what}`, { token, body });
    const note = await add('notes', { body: 'Called' });
    expect(Object.keys(note.body.data).sort()).toEqual(['actor', 'body', 'created_at', 'public_id']);
    const activity = await add('activities', { kind: 'call', summary: 'Called' });
    expect(activity.status).toBe(201);
    expect(JSON.stringify([note.body, activity.body])).not.toContain(lead.contact.email);
  });

  it.each(['', '/notes', '/activities', '/transitions', '/assignment'])(
    'reads nothing at /leads/{id}%s',
    async (path) => {
      expect((await desk.get(lead.public_id, token, path)).status).toBe(403);
    },
  );
});

it('a token with leads:read is answered the whole lead', async () => {
  const { body } = await desk.patch(lead.public_id, { first_name: 'Asha' });
  expect(body.data).toEqual(await whole());
  const { cast } = desk;
  const moving = await cast.tokenOf(cast.admin, ['leads:read', 'leads:move']);
  const moved = await desk.move(lead.public_id, desk.status('Lost'), {}, moving);
  expect(moved.body.data).toEqual(await whole());
  expect(moved.body.transition).toMatchObject({ from: { name: 'Negotiation' }, seconds_in_from: expect.any(Number) });
});
