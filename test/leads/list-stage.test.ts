import { afterAll, beforeAll, expect, it } from 'vitest';
import { everyLead, sorts } from '../../src/leads/listing/filter.ts';
import { walkStatement } from '../../src/leads/listing/statements.ts';
import { faultsOf, LeadDesk, type Shown } from '../support/leads.ts';

let desk: LeadDesk;

beforeAll(async () => {
  desk = await LeadDesk.open();
  for (let n = 0; n < 5; n++) await desk.make({ first_name: `Kiran ${n}`, last_name: 'Rao' }, desk.cast.ravi);
});
afterAll(() => desk.close());

async function read(query: string, token = desk.admin): Promise<Shown[]> {
  const { status, body } = await desk.app.call('GET', `/leads?${query}`, { token });
  expect(status, JSON.stringify(body)).toBe(200);
  return body.data;
}

const enteredAt = async (lead: Shown) => {
  const listed = await read('include=stage&page[size]=200');
  return listed.find(({ public_id }: Shown) => public_id === lead.public_id)?.stage.entered_at;
};

const ways = [
  ...sorts.map((sort) => `sort=${sort}`),
  ...sorts.map((sort) => `sort=${sort}&filter[search]=kiran`),
  'filter[kind]=open&filter[score_band]=cold',
  'filter[estimated_value]=0..',
  'filter[updated_at]=today&sort=-last_activity_at',
];

it.each(ways)('a list with include=stage says of each lead since when it is in its status (%s)', async (query) => {
  const plain = await read(query);
  const staged = await read(`${query}&include=stage`);
  const rows = await desk.rows<{ public_id: string; status_since: Date }>('select public_id, status_since from leads');
  const since = new Map(rows.map(({ public_id, status_since }) => [public_id, status_since.toISOString()]));
  expect(staged).toEqual(plain.map((lead) => ({ ...lead, stage: { entered_at: since.get(lead.public_id) } })));
  expect(plain.some((lead) => 'stage' in lead)).toBe(false);
});

it('the pages of such a list go on with it', async () => {
  const { body } = await desk.app.call('GET', '/leads?include=stage&page[size]=2', { token: desk.admin });
  const next = await desk.app.call('GET', body.links.next, { token: desk.admin });
  expect(next.body.data.map((lead: Shown) => typeof lead.stage.entered_at)).toEqual(['string', 'string']);
});

it('a page that is cut because its leads are large has it, too', async () => {
  await desk.add('custom-fields', { key: 'story', type: 'text', label: 'Story' });
  const keys = Array.from({ length: 20 }, (_, n) => `story_${n}`);
  for (const key of keys) await desk.add('custom-fields', { key, type: 'text', label: key });
  const custom_fields = Object.fromEntries(keys.map((key) => [key, 'x'.repeat(2_000)]));
  for (let n = 0; n < 15; n++) await desk.make({ first_name: 'Large', custom_fields }, desk.cast.asha);
  const token = desk.cast.asha.token;
  const { body } = await desk.app.call('GET', '/leads?include=stage', { token });
  expect(body.meta.has_more).toBe(true);
  for (const lead of body.data) expect(lead.stage.entered_at).toBe(lead.created_at);
});

it('a move and a patch of the status begin a stage; another change does not', async () => {
  const lead = await desk.make({}, desk.cast.ravi);
  expect(await enteredAt(lead)).toBe(lead.created_at);
  const moved = await desk.move(lead.public_id, desk.status('Contacted'));
  const afterMove = await enteredAt(lead);
  expect(afterMove).toBe(moved.body.transition.occurred_at);
  await desk.patch(lead.public_id, { first_name: 'Asha' });
  await desk.move(lead.public_id, desk.status('Contacted'));
  expect(await enteredAt(lead)).toBe(afterMove);
  const patched = await desk.patch(lead.public_id, { status: desk.status('Qualified') });
  expect(await enteredAt(lead)).toBe(patched.body.data.updated_at);
});

it('another include is refused by its name, and any by an export', async () => {
  for (const include of ['stages', 'activities', '', 'stage,stage']) {
    const answer = await desk.app.call('GET', `/leads?include=${include}`, { token: desk.admin });
    expect(faultsOf(answer)).toEqual(['include']);
  }
  const headers = { accept: 'text/csv' };
  const exported = await desk.app.call('GET', '/leads?include=stage', { token: desk.admin, headers });
  expect(faultsOf(exported)).toEqual(['include']);
});

it('a list without it does not read it', () => {
  const actor = { organizationId: '1', role: 'admin', teamId: null, membershipId: '1' } as never;
  const page = { size: 50, limit: 51, after: null };
  for (const sort of sorts) {
    const request = { actor, filter: { ...everyLead, sort }, page, now: new Date() };
    expect(walkStatement(request).text).not.toContain('status_since');
    expect(walkStatement({ ...request, withStage: true }).text).toContain('status_since');
  }
});
