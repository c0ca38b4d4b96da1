import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { freshEmail, LeadDesk, type Shown } from '../support/leads.ts';

let desk: LeadDesk;

beforeAll(async () => {
  desk = await LeadDesk.open();
  for (const key of ['city', 'remark']) await desk.add('custom-fields', { key, type: 'text' });
});
afterAll(() => desk.close());

const entriesOf = async (lead: string) => (await desk.around(lead, 'audit')).length;

describe('a change that changes nothing', () => {
  it.each(['{}', 'the same fields', 'the same phone in another spelling', 'the same status and owner'])(
    '%s leaves no trace',
    async (what) => {
      const lead = await desk.make({ first_name: 'Asha', estimated_value: 5.5, custom_fields: { city: 'Pune' } });
      const body = {
        '{}': {},
        'the same fields': {
          first_name: ' Asha ',
          estimated_value: 5.5,
          custom_fields: { city: 'Pune', remark: null },
        },
        'the same phone in another spelling': { phone: `0${lead.contact.phone.slice(3)}` },
        'the same status and owner': { status: lead.status.public_id, owner: lead.owner.public_id },
      }[what];
      const before = await desk.get(lead.public_id);
      const { status, headers, body: answer } = await desk.patch(lead.public_id, body);
      expect(status).toBe(200);
      expect(answer).toEqual({ data: lead });
      expect(headers.etag).toBe(before.headers.etag);
      expect(await entriesOf(lead.public_id)).toBe(1);
      expect((await desk.around(lead.public_id, 'activities')).map((one: Shown) => one.kind)).toEqual(['created']);
    },
  );
});

it('one audit entry tells every changed field’s before and after, by the names of create, with the token as actor', async () => {
  const { public_id: source } = await desk.add('sources', { name: 'Fair' });
  const email = freshEmail();
  const lead = await desk.make(
    { first_name: 'Asha', estimated_value: 5, custom_fields: { city: 'Pune' } },
    desk.cast.ravi,
  );
  const { headers } = await desk.patch(
    lead.public_id,
    {
      first_name: null,
      email,
      source,
      estimated_value: 7.25,
      custom_fields: { city: 'Goa' },
      owner: desk.cast.asha.membership,
    },
    desk.cast.meera.token,
  );
  const [entry] = await desk.around(lead.public_id, 'audit');
  expect(entry).toMatchObject({
    action: 'lead.updated',
    subject: { type: 'lead', public_id: lead.public_id },
    actor: { token: { name: 'test' }, membership: { public_id: desk.cast.meera.membership } },
    request_id: headers['x-request-id'],
  });
  const sorted = [...entry.changes].sort((one: Shown, other: Shown) => (one.field < other.field ? -1 : 1));
  expect(sorted).toEqual([
    { field: 'custom_fields.city', from: 'Pune', to: 'Goa' },
    { field: 'email', from: null, to: email },
    { field: 'estimated_value', from: 5, to: 7.25 },
    { field: 'first_name', from: 'Asha', to: null },
    { field: 'owner', from: desk.cast.ravi.membership, to: desk.cast.asha.membership },
    { field: 'source', from: null, to: source },
  ]);
});

it('a change puts “updated” on the timeline, a new owner “assigned”, and both both', async () => {
  const lead = await desk.make({}, desk.cast.ravi);
  const kinds = async () => (await desk.around(lead.public_id, 'activities')).map((one: Shown) => one.kind);
  const before = (await kinds()).length;
  await desk.patch(lead.public_id, { first_name: 'Asha' });
  expect((await kinds()).slice(0, -before)).toEqual(['updated']);
  await desk.patch(lead.public_id, { owner: desk.cast.asha.membership });
  expect((await kinds()).slice(0, -before)).toEqual(['assigned', 'updated']);
  await desk.patch(lead.public_id, { owner: desk.cast.ravi.membership, first_name: 'Usha' });
  expect((await kinds()).slice(0, 2)).toEqual(['updated', 'assigned']); // newest first: who has it, then what changed
});
