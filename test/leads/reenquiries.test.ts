import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { verifyLeads } from '../../src/leads/verify.ts';
import { freshEmail, freshPhone, LeadDesk, type Shown } from '../support/leads.ts';
import { movedTime } from '../support/moved-time.ts';

let desk: LeadDesk;
let website: Shown;
let fair: Shown;

beforeAll(async () => {
  desk = await LeadDesk.open({ isPatient: true });
  website = await desk.add('sources', { name: 'Website' });
  fair = await desk.add('sources', { name: 'Trade fair' });
  for (const [key, type] of [
    ['zone', 'text'],
    ['rooms', 'number'],
    ['urgent', 'boolean'],
    ['visit_on', 'date'],
    ['constructor', 'text'],
  ]) {
    await desk.add('custom-fields', { key, type });
  }
  await desk.add('custom-fields', { key: 'plans', type: 'multi_select', options: ['Term', 'Health', 'Motor'] });
});
afterAll(() => desk.close());

const reenquiriesOf = async (lead: string): Promise<Shown[]> =>
  (await desk.around(lead, 'activities')).filter(({ kind }: Shown) => kind === 'reenquiry');

/** Everything that a request could have left behind on a lead. */
async function tracesOf(lead: string) {
  const shown = await desk.get(lead);
  const [row] = await desk.rows('select version, score, signals, updated_at from leads where public_id = $1', [lead]);
  return {
    lead: shown.body.data,
    etag: shown.headers.etag,
    row,
    activities: await desk.around(lead, 'activities'),
    audit: await desk.around(lead, 'audit'),
  };
}

/** Lets the lead, and all that happened to it, be so many minutes older. */
async function age(lead: string, minutes: number): Promise<void> {
  const older = (column: string) => `${column} = ${movedTime(column, `-${minutes} minutes`)}`;
  await desk.rows(
    `update activities set ${older('occurred_at')}
      where lead_id = (select id from leads where public_id = $1)`,
    [lead],
  );
  await desk.rows(
    `update leads set ${['created_at', 'last_reenquiry_at', 'updated_at'].map(older)}
      where public_id = $1`,
    [lead],
  );
}

const whole = () => ({
  first_name: 'Asha',
  last_name: 'Rao',
  phone: freshPhone(),
  email: freshEmail(),
  source: website.public_id,
  estimated_value: 250_000.5,
  custom_fields: { zone: 'West', rooms: 3, urgent: false, visit_on: '2026-12-01', plans: ['Term', 'Health'] },
});

describe('a retry', () => {
  it('leaves no trace at all', async () => {
    const input = whole();
    const { public_id } = await desk.make(input);
    const before = await tracesOf(public_id);
    for (let n = 0; n < 3; n++) {
      const { status, body } = await desk.post(input);
      expect(status).toBe(200);
      expect(body).toEqual({ data: before.lead, duplicate: true, meta: { matched_on: ['phone', 'email'] } });
    }
    expect(await tracesOf(public_id)).toEqual(before);
  });

  it('is known however it is written, and with less than the lead has', async () => {
    const input = whole();
    const { public_id } = await desk.make(input);
    const before = await tracesOf(public_id);
    const { custom_fields } = input;
    for (const other of [
      { phone: `0${input.phone.slice(3)}` },
      { email: ` ${input.email.toUpperCase()} ` },
      { ...input, first_name: '  Asha ', last_name: null, source: null, estimated_value: 250_000.5 },
      { ...input, first_name: '', estimated_value: null, custom_fields: {} },
      { ...input, custom_fields: { ...custom_fields, zone: ' West', plans: ['Health', 'Term'] } },
      { ...input, custom_fields: { rooms: 3.0, urgent: null, plans: [], zone: '' } },
    ]) {
      expect((await desk.post(other)).status).toBe(200);
    }
    expect(await tracesOf(public_id)).toEqual(before);
  });

  it('of a re-enquiry leaves none either', async () => {
    const input = whole();
    const { public_id } = await desk.make(input);
    const second = { ...input, first_name: 'Aasha', custom_fields: { plans: ['Motor'] } };
    const third = { ...input, source: fair.public_id };
    await desk.post(second);
    await desk.post(third);
    const before = await tracesOf(public_id);
    for (const again of [third, second, input]) await desk.post(again);
    expect(await tracesOf(public_id)).toEqual(before);
    expect(before.activities).toHaveLength(3);
  });

  it('of a re-enquiry is known however it is written, and with less than the lead and the re-enquiry have', async () => {
    const input = whole();
    const { public_id } = await desk.make(input);
    const email = freshEmail();
    const brought = {
      phone: input.phone,
      email,
      first_name: 'Aasha',
      custom_fields: { plans: ['Motor', 'Term'], rooms: 4 },
    };
    await desk.post(brought);
    const before = await tracesOf(public_id);
    for (const again of [
      { ...brought, custom_fields: { plans: ['Term', 'Motor'], rooms: 4 } },
      { ...brought, email: email.toUpperCase() },
      { phone: input.phone, email: ` ${email}`, last_name: 'Rao', custom_fields: { rooms: 4.0 } },
      { phone: input.phone, custom_fields: { plans: ['Term', 'Motor'] } },
    ]) {
      expect((await desk.post(again)).status).toBe(200);
      expect(await tracesOf(public_id), JSON.stringify(again)).toEqual(before);
    }
    for (const plans of [['Motor'], ['Motor', 'Term', 'Health']]) {
      await desk.post({ phone: input.phone, custom_fields: { plans } });
    }
    await desk.post({ ...brought, email: freshEmail() });
    expect(await reenquiriesOf(public_id)).toHaveLength(4);
  });

  it('of a re-enquiry whose values the lead has been given leaves none either', async () => {
    const input = whole();
    const { public_id } = await desk.make(input);
    const brought = { ...input, first_name: 'Aasha', last_name: 'Iyer' };
    await desk.post(brought);
    await desk.patch(public_id, { first_name: 'Aasha' });
    const before = await tracesOf(public_id);
    await desk.post(brought);
    expect(await tracesOf(public_id)).toEqual(before);
  });

  it('sent two hundred times at once leaves one lead and nothing else', async () => {
    const input = whole();
    const answers = await Promise.all(Array.from({ length: 200 }, () => desk.post(input)));
    const made = answers.filter(({ status }) => status === 201);
    expect(made).toHaveLength(1);
    const traces = await tracesOf(made[0]?.body.data.public_id);
    expect(traces.activities.map(({ kind }: Shown) => kind)).toEqual(['created']);
    expect(traces.audit.map(({ action }: Shown) => action)).toEqual(['lead.created']);
  });
});

describe('a re-enquiry', () => {
  it('keeps what came that differs from the lead, and nothing else', async () => {
    const input = whole();
    const { public_id } = await desk.make(input);
    const email = freshEmail();
    await desk.post({
      ...input,
      first_name: 'Aasha',
      email,
      source: fair.public_id,
      estimated_value: 300_000,
      custom_fields: { ...input.custom_fields, rooms: 4, plans: ['Motor'], constructor: 'Lodha' },
    });
    const [reenquiry] = await reenquiriesOf(public_id);
    expect(reenquiry).toMatchObject({ summary: null, actor: { token: {} } });
    expect(reenquiry.details).toEqual({
      first_name: 'Aasha',
      email,
      source: { public_id: fair.public_id, name: 'Trade fair' },
      estimated_value: 300_000,
      custom_fields: { rooms: 4, plans: ['Motor'], constructor: 'Lodha' },
    });
    const included = (await desk.get(public_id, desk.admin, '?include=activities')).body.data.activities;
    expect(included).toEqual(await desk.around(public_id, 'activities'));
    expect(included.map(({ details }: Shown) => details)).toEqual([reenquiry.details, null]);
  });

  it('names the source as it is called now', async () => {
    const source = await desk.add('sources', { name: 'Radio' });
    const input = whole();
    const { public_id } = await desk.make(input);
    await desk.post({ ...input, source: source.public_id });
    await desk.change(`sources/${source.public_id}`, { name: 'Radio Mirchi', archived: true });
    const [reenquiry] = await reenquiriesOf(public_id);
    expect(reenquiry.details.source).toEqual({ public_id: source.public_id, name: 'Radio Mirchi' });
  });

  it('leaves the fields of the lead as they are, an audit entry, and the answer shows the lead', async () => {
    const input = whole();
    const lead = await desk.make(input);
    const { body } = await desk.post({ ...input, last_name: 'Iyer' });
    expect((await desk.get(lead.public_id)).body.data).toEqual(body.data);
    expect(body.data.contact).toEqual(lead.contact);
    const [reenquiry] = await reenquiriesOf(lead.public_id);
    expect(body.data).toMatchObject({
      last_activity_at: reenquiry.occurred_at,
      updated_at: reenquiry.occurred_at,
      score: lead.score + 10,
    });
    const [entry] = await desk.around(lead.public_id, 'audit');
    expect(entry).toMatchObject({ action: 'lead.reenquired', changes: [] });
  });

  it('that brings nothing is one again an hour after the creation, and an hour after the last', async () => {
    const input = whole();
    const { public_id } = await desk.make(input);
    const enquire = async () => {
      await desk.post(input);
      return (await reenquiriesOf(public_id)).map(({ details }) => details);
    };
    await age(public_id, 59);
    expect(await enquire()).toEqual([]);
    await age(public_id, 1);
    expect(await enquire()).toEqual([{}]);
    expect(await enquire()).toEqual([{}]);
    await age(public_id, 59);
    expect(await enquire()).toEqual([{}]);
    await age(public_id, 1);
    expect(await enquire()).toEqual([{}, {}]);
  });

  it('that comes at once in two hundred requests is one', async () => {
    const input = whole();
    const { public_id } = await desk.make(input);
    const second = { ...input, first_name: 'Aasha' };
    const answers = await Promise.all(Array.from({ length: 200 }, () => desk.post(second)));
    expect(answers.every(({ status }) => status === 200)).toBe(true);
    expect((await reenquiriesOf(public_id)).map(({ details }) => details)).toEqual([{ first_name: 'Aasha' }]);
    const actions = (await desk.around(public_id, 'audit')).map(({ action }: Shown) => action);
    expect(actions).toEqual(['lead.reenquired', 'lead.created']);
  });

  it('is kept twenty times a lead and hour, whoever sends them at once; who may see the lead is told of the others', async () => {
    const input = whole();
    const { public_id } = await desk.make(input);
    const answers = await Promise.all(
      Array.from({ length: 60 }, (_, n) => desk.post({ phone: input.phone, first_name: `Asha ${n}` })),
    );
    expect(answers.every(({ status, body }) => status === 200 && body.duplicate)).toBe(true);
    const kept = (await reenquiriesOf(public_id)).map(({ details }) => details.first_name);
    expect(kept).toHaveLength(20);
    expect(new Set(kept).size).toBe(20);
    const warned = answers.flatMap(({ body }, n) => (body.meta.warning === undefined ? [] : [`Asha ${n}`]));
    expect([...kept, ...warned].sort()).toEqual(answers.map((_, n) => `Asha ${n}`).sort());
    const again = await desk.post({ phone: input.phone, first_name: kept[0] });
    expect(again.body.meta).toEqual({ matched_on: ['phone'] });
    await age(public_id, 61);
    await desk.post({ phone: input.phone, first_name: 'Asha 99' });
    expect(await reenquiriesOf(public_id)).toHaveLength(21);
  });

  it('of somebody who may not see the lead is kept for those who may, and shows nothing', async () => {
    const input = whole();
    const { public_id } = await desk.make(input, desk.cast.ravi);
    for (let n = 0; n < 22; n++) {
      const { body } = await desk.post({ phone: input.phone, last_name: `Iyer ${n}` }, desk.cast.vikram.token);
      expect(body).toEqual({
        data: { public_id, contact: { phone: input.phone } },
        duplicate: true,
        meta: { matched_on: ['phone'] },
      });
    }
    const activities = `/leads/${public_id}/activities`;
    expect((await desk.app.call('GET', activities, { token: desk.cast.vikram.token })).status).toBe(404);
    const seen = await desk.around(public_id, 'activities', desk.cast.ravi.token);
    expect(seen.filter(({ details }) => details?.last_name === 'Iyer 0')).toHaveLength(1);
  });

  it('adds to the score once an hour, and scores stay what the activities say', async () => {
    const input = whole();
    const lead = await desk.make(input);
    const scores = [];
    for (let n = 0; n < 6; n++) {
      scores.push((await desk.post({ phone: input.phone, first_name: `Asha ${n}` })).body.data.score);
    }
    expect(scores).toEqual(Array(6).fill(lead.score + 10));
    expect(await reenquiriesOf(lead.public_id)).toHaveLength(6);
    const { misscored } = await verifyLeads(desk.app.services.database);
    expect(misscored).not.toContain(lead.public_id);
  });
});

it('other activities have no details', async () => {
  const { public_id } = await desk.make();
  const body = { kind: 'call', summary: 'Talked' };
  const { body: added } = await desk.app.call('POST', `/leads/${public_id}/activities`, { token: desk.admin, body });
  expect(added.data.details).toBeNull();
  expect((await desk.around(public_id, 'activities')).map(({ details }) => details)).toEqual([null, null]);
});
