import { afterAll, beforeAll, expect, it } from 'vitest';
import { verifyLeads } from '../../src/leads/verify.ts';
import { LeadDesk } from '../support/leads.ts';
import { movedTime } from '../support/moved-time.ts';

let desk: LeadDesk;

beforeAll(async () => {
  desk = await LeadDesk.open();
  for (const key of ['zone', 'a_long_key', 'rooms']) {
    await desk.add('custom-fields', { key, type: key === 'rooms' ? 'number' : 'text' });
  }
});
afterAll(() => desk.close());

const faulty = async () => (await verifyLeads(desk.app.services.database)).faulty;

it('custom fields sent in whatever order make no lead faulty', async () => {
  await desk.make({ custom_fields: { zone: 'A', a_long_key: 'B', rooms: 3 } });
  await desk.make({ custom_fields: { a_long_key: 'B', rooms: 3, zone: 'A' } });
  const lead = await desk.make({ custom_fields: { rooms: 1 } });
  await desk.patch(lead.public_id, { custom_fields: { a_long_key: 'x' } });
  await desk.patch(lead.public_id, { custom_fields: { zone: 'y' } });
  expect(await faulty()).toEqual([]);
});

it('values at the edge of what is taken make no lead faulty', async () => {
  const before = new Set(await faulty());
  const text = 'quote " backslash \\ line\nbreak \u2028 😀 é';
  for (const [fields, rooms] of [
    [{ estimated_value: 0 }, -0],
    [{ estimated_value: 0.1 }, 0.1 + 0.2],
    [{ estimated_value: 9_999_999_999.99 }, 1e21],
    [{ first_name: 'O’Neil "x" \\' }, 5e-324],
    [{}, -1.7976931348623157e308],
    [{}, 123_456_789_012_345_680],
  ] as const) {
    const lead = await desk.make({ ...fields, custom_fields: { zone: text, rooms } });
    expect((await desk.get(lead.public_id)).body.data).toEqual(lead);
  }
  expect((await faulty()).filter((id) => !before.has(id))).toEqual([]);
});

it('a lead whose text and columns differ is found, whichever of the two was changed', async () => {
  const [one, other, third] = [
    await desk.make({ first_name: 'Asha' }),
    await desk.make({ first_name: 'Usha' }),
    await desk.make(),
  ];
  const before = new Set(await faulty());
  await desk.rows(`update leads set first_name = 'Isha' where public_id = $1`, [one.public_id]);
  await desk.rows(`update leads set rendered = replace(rendered, 'Usha', 'Esha') where public_id = $1`, [
    other.public_id,
  ]);
  await desk.rows(`update leads set last_activity_at = ${movedTime('last_activity_at', '1 ms')} where public_id = $1`, [
    third.public_id,
  ]);
  const found = (await faulty()).filter((id) => !before.has(id));
  expect(found.sort()).toEqual([one.public_id, other.public_id, third.public_id].sort());
});

it('a lead that keeps something else of its transitions than was recorded is found, whichever of the two was changed', async () => {
  const misrecorded = async () => (await verifyLeads(desk.app.services.database)).misrecorded;
  const leads: string[] = [];
  for (let n = 0; n < 8; n++) {
    const { public_id } = await desk.make();
    for (const name of ['Contacted', 'New', 'Contacted']) await desk.move(public_id, desk.status(name));
    await desk.patch(public_id, { status: desk.status('Proposal') }); // which records nothing
    leads.push(public_id);
  }
  expect(await misrecorded()).toEqual([]);
  const ofLead = (lead: string) => `lead_id = (select id from leads where public_id = '${lead}')`;
  const last = (lead: string) => `id = (select max(id) from transitions where ${ofLead(lead)})`;
  const faults = [
    `update leads set entered = ''`,
    `update leads set entered = entered || '\\x00'`,
    `update leads set entered = entered || '\\x01'`,
    `update leads set recorded_status_id = status_id`,
    `update leads set recorded_at = ${movedTime('recorded_at', '1 ms')}`,
    `update leads set recorded_at = null`,
  ];
  for (const [n, fault] of faults.entries()) await desk.rows(`${fault} where public_id = $1`, [leads[n]]);
  await desk.rows(`delete from transitions where ${last(leads[6] ?? '')}`);
  await desk.rows(`update transitions set to_status_id = from_status_id where ${last(leads[7] ?? '')}`);
  expect((await misrecorded()).sort()).toEqual([...leads].sort());
});

it('the check goes through every lead of every organization', async () => {
  const { leads } = await verifyLeads(desk.app.services.database);
  expect(leads).toBe(await desk.countLeads());
});

it('a lead that refers to what is not there, or stands elsewhere in the order by activity, is found', async () => {
  const broken = async () => (await verifyLeads(desk.app.services.database)).broken;
  const before = new Set(await broken());
  const faults = [
    'update leads set status_id = 9999999',
    'update leads set source_id = 9999999',
    'update leads set owner_id = 9999999',
    'update leads set team_id = 9999999',
    `update lead_recency as leads set last_activity_at = ${movedTime('last_activity_at', '1 ms')}`,
    'update lead_recency as leads set score = score + 1',
    'delete from lead_recency as leads',
  ];
  const leads: string[] = [];
  for (const fault of faults) {
    const { public_id } = await desk.make();
    leads.push(public_id);
    const id = fault.includes('lead_recency') ? 'leads.lead_id' : 'leads.id';
    await desk.rows(`${fault} where ${id} = (select id from leads where public_id = '${public_id}')`);
  }
  const found = (await broken()).filter((id) => !before.has(id));
  expect(found.sort()).toEqual([...leads].sort());
});

it('a lead that a search would miss is found', async () => {
  const lead = await desk.make({ first_name: 'Unfindable', custom_fields: { rooms: 4 } });
  const broken = async () => (await verifyLeads(desk.app.services.database)).broken;
  expect(await broken()).not.toContain(lead.public_id);
  await desk.rows(`delete from lead_terms where term = 'wunfindable'`);
  expect(await broken()).toContain(lead.public_id);
});
