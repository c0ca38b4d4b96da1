import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { FormDesk } from '../support/forms.ts';
import { freshEmail, freshPhone, type Shown } from '../support/leads.ts';

let desk: FormDesk;
let form: Shown;

beforeAll(async () => {
  desk = await FormDesk.open();
  const source = (await desk.add('sources', { name: 'Website' })).public_id;
  form = await desk.form({ source, allowed_origins: ['https://www.example.in'] });
});
afterAll(() => desk.close());

const withoutChance = ({ 'x-request-id': _id, date: _date, ...headers }: Record<string, string | undefined>) => headers;

// Whoever sends a form is nobody in particular. If the answer told whether a phone or an email is known, anybody could
// find out who is a lead of the organization.
describe('the answer never tells whether the person is known', () => {
  it.each([
    ['from no browser', {}],
    ['from an allowed page', { origin: 'https://www.example.in' }],
  ])('sent %s', async (_, headers) => {
    const phone = freshPhone();
    const email = freshEmail();
    const url = `/api/v1/forms/${form.public_id}/submissions`;
    const send = (body: object) =>
      desk.ask('POST', url, { 'content-type': 'application/json', ...headers }, JSON.stringify(body));
    const first = await send({ phone, email });
    const answers = [
      await send({ phone, email }),
      await send({ phone }),
      await send({ email }),
      await send({ phone, email: freshEmail(), first_name: 'Other' }),
      await send({ phone: freshPhone() }),
    ];
    expect(first.status).toBe(201);
    for (const answer of answers) {
      expect([answer.status, answer.text]).toEqual([201, first.text]);
      expect(withoutChance(answer.headers)).toEqual(withoutChance(first.headers));
    }
  });

  it('nor does the page that visitors get', async () => {
    const phone = freshPhone();
    const [first, second] = [
      await desk.post(form.public_id, [['phone', phone]]),
      await desk.post(form.public_id, [['phone', phone]]),
    ];
    expect(first.status).toBe(201);
    expect([second.status, second.text]).toEqual([201, first.text]);
    expect(withoutChance(second.headers)).toEqual(withoutChance(first.headers));
  });
});

it('a person who is known keeps the lead as it was, with a re-enquiry on the timeline', async () => {
  const phone = freshPhone();
  await desk.submit(form.public_id, { phone, first_name: 'Asha' });
  await desk.submit(form.public_id, { phone, first_name: 'Somebody else' });
  const leads = (await desk.leads()).filter((lead) => lead.contact.phone === phone);
  expect(leads).toHaveLength(1);
  expect(leads[0].contact.first_name).toBe('Asha');
  const activities = await desk.around(leads[0].public_id, 'activities');
  expect(activities.map(({ kind, details }) => [kind, details])).toEqual([
    ['reenquiry', { first_name: 'Somebody else' }],
    ['created', null],
  ]);
});

it('a submission sent again leaves no trace; through another form it is a re-enquiry that names the form', async () => {
  const phone = freshPhone();
  const other = await desk.form({ name: 'Fair' });
  const kept = async () => {
    const { public_id } = await desk.leadWith(phone);
    return (await desk.around(public_id, 'activities')).map(({ kind, details }) => [kind, details]);
  };
  for (let n = 0; n < 3; n++) await desk.submit(form.public_id, { phone });
  expect(await kept()).toEqual([['created', null]]);
  for (let n = 0; n < 3; n++) await desk.submit(other.public_id, { phone });
  await desk.change(`forms/${other.public_id}`, { name: 'Trade fair' });
  const through = { form: { public_id: other.public_id, name: 'Trade fair' } };
  expect(await kept()).toEqual([
    ['reenquiry', through],
    ['created', null],
  ]);
  await desk.submit(form.public_id, { phone });
  await desk.add('leads', { phone: freshPhone() });
  expect((await desk.app.call('POST', '/leads', { token: desk.admin, body: { phone } })).status).toBe(200);
  expect(await kept()).toHaveLength(2);
});

it('a lead made through the API and found by a form is a re-enquiry that names the form and its source', async () => {
  const phone = freshPhone();
  const source = await desk.add('sources', { name: 'Landing page' });
  const own = await desk.form({ name: 'Landing', source: source.public_id });
  const lead = await desk.add('leads', { phone });
  await desk.submit(own.public_id, { phone });
  const [reenquiry] = await desk.around(lead.public_id, 'activities');
  expect(reenquiry.details).toEqual({
    source: { public_id: source.public_id, name: 'Landing page' },
    form: { public_id: own.public_id, name: 'Landing' },
  });
});

it('the form is who did it: in the audit trail, on the timeline, in the transitions', async () => {
  const phone = freshPhone();
  const requestId = 'form-test-1';
  await desk.submit(form.public_id, { phone }, { 'x-request-id': requestId });
  await desk.submit(form.public_id, { phone, first_name: 'Asha' });
  const lead = await desk.leadWith(phone);
  const actor = { form: { public_id: form.public_id, name: form.name } };
  for (const what of ['audit', 'activities', 'transitions']) {
    const entries = await desk.around(lead.public_id, what);
    expect(entries.length, what).toBeGreaterThan(0);
    for (const entry of entries) expect(entry.actor, what).toEqual(actor);
  }
  const audit = await desk.around(lead.public_id, 'audit');
  expect(audit.map(({ action }) => action)).toEqual(['lead.reenquired', 'lead.created']);
  expect(audit[1].request_id).toBe(requestId);
});

it('a lead of a form is routed and scored exactly as one made through the API', async () => {
  const own = await FormDesk.open();
  const twin = await FormDesk.open();
  const made = async (desk: FormDesk, create: (n: number, source: string) => Promise<unknown>) => {
    const source = (await desk.add('sources', { name: 'Website' })).public_id;
    const { ravi, vikram } = desk.cast;
    const rules = [
      ['Big ones', [{ field: 'estimated_value', op: 'gte', value: 100000 }], [vikram]],
      ['From the site', [{ field: 'source', op: 'eq', value: source }], [ravi, vikram]],
    ] as const;
    for (const [name, all, people] of rules) {
      const pool = { memberships: people.map(({ membership }) => membership) };
      await desk.add('distribution-rules', { name, when: { all }, strategy: 'round_robin', pool });
    }
    for (let n = 0; n < 6; n++) await create(n, source);
    return (await desk.leads()).map(({ owner, score, score_band, status, source }) => ({
      owner: owner?.name,
      score,
      score_band,
      status: status.name,
      source: source?.name,
    }));
  };
  const lead = (n: number) => ({
    first_name: 'Asha',
    phone: `+9198765432${n}0`,
    estimated_value: n === 3 ? 250000 : 100 * n,
  });
  try {
    const fields = ['first_name', 'phone', 'estimated_value'].map((field) => ({ field }));
    let form: Shown;
    const byForm = await made(own, async (n, source) => {
      form ??= await own.form({ source, fields });
      expect((await own.submit(form.public_id, lead(n))).status).toBe(201);
    });
    const byApi = await made(twin, async (n, source) => {
      await twin.add('leads', { ...lead(n), source });
    });
    expect(new Set(byForm.map(({ owner }) => owner)).size).toBe(2);
    expect(byForm).toEqual(byApi);
  } finally {
    await own.close();
    await twin.close();
  }
});
