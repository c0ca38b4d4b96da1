import { describe, expect, it } from 'vitest';
import { freshEmail, freshPhone, type Shown } from '../support/leads.ts';
import { useLeadDesk } from '../support/opened.ts';

const desk = useLeadDesk();

const kindsOf = async (lead: string) => (await desk.around(lead, 'activities')).map((one: Shown) => one.kind);

it('a phone that a lead has already answers that lead with 200, and creates nothing', async () => {
  const phone = freshPhone();
  const lead = await desk.make({ phone, first_name: 'Asha' });
  const before = await desk.countLeads();
  const { status, headers, body } = await desk.post({ phone: `0${phone.slice(3)}` });
  expect(status).toBe(200);
  expect(headers.location).toBeUndefined();
  expect(body).toMatchObject({ duplicate: true, meta: { matched_on: ['phone'] } });
  expect(body.data).toMatchObject({ public_id: lead.public_id, contact: { phone, first_name: 'Asha' } });
  expect(await desk.countLeads()).toBe(before);
});

it('an email finds its lead without regard to case and surrounding space', async () => {
  const email = freshEmail();
  const lead = await desk.make({ email: ` ${email} ` });
  expect(lead.contact.email).toBe(email);
  for (const spelling of [email.toUpperCase(), `  ${email}\t`, email.replace('p', 'P')]) {
    const { status, body } = await desk.post({ phone: freshPhone(), email: spelling });
    expect(status).toBe(200);
    expect(body).toMatchObject({ data: { public_id: lead.public_id }, meta: { matched_on: ['email'] } });
    expect(body.data.contact.email).toBe(email);
  }
});

it('an email is kept as it was written', async () => {
  const lead = await desk.make({ email: 'Asha.Rao@Example.IN' });
  expect(lead.contact.email).toBe('Asha.Rao@Example.IN');
});

it('phone and email of one lead are both named', async () => {
  const [phone, email] = [freshPhone(), freshEmail()];
  const lead = await desk.make({ phone, email });
  const { body } = await desk.post({ phone, email });
  expect(body).toMatchObject({ data: { public_id: lead.public_id }, meta: { matched_on: ['phone', 'email'] } });
});

it('where phone and email are two leads’, the phone’s lead is answered, and only what matched it is named', async () => {
  const [phone, email] = [freshPhone(), freshEmail()];
  const byEmail = await desk.make({ email });
  const byPhone = await desk.make({ phone });
  const { status, body } = await desk.post({ phone, email });
  expect(status).toBe(200);
  expect(body).toMatchObject({ data: { public_id: byPhone.public_id }, meta: { matched_on: ['phone'] } });
  expect(await kindsOf(byEmail.public_id)).toEqual(['created']);
});

it('the lead that was there keeps every field', async () => {
  const [phone, email] = [freshPhone(), freshEmail()];
  const website = await desk.add('sources', { name: 'Website' });
  const lead = await desk.make({ phone, first_name: 'Asha', estimated_value: 5 });
  const { body } = await desk.post({ phone, email, first_name: 'X', estimated_value: 9, source: website.public_id });
  const { last_activity_at, updated_at, score: _, ...fields } = body.data; // who asks again is worth more
  expect(lead).toMatchObject(fields);
  const [entry] = await desk.around(lead.public_id, 'audit');
  expect(entry.changes).toEqual([]);
});

it('another organization’s lead is no duplicate', async () => {
  const phone = freshPhone();
  await desk.make({ phone });
  expect((await desk.post({ phone }, desk.cast.zenith.admin.token)).status).toBe(201);
});

it('a duplicate uses up no turn of the distribution', async () => {
  const phone = freshPhone();
  const first = await desk.make({ phone });
  const second = await desk.make();
  const third = await desk.make();
  const round = [first, second, third].map((lead) => lead.owner.public_id);
  expect(new Set(round).size).toBe(3);
  await desk.post({ phone });
  expect((await desk.make()).owner.public_id).toBe(round[0]);
});

describe('of a lead outside the caller’s scope', () => {
  it.each(['asha', 'tara', 'om', 'vikram'] as const)('%s learns nothing but what was sent', async (name) => {
    const [phone, email] = [freshPhone(), freshEmail()];
    const lead = await desk.make({ phone, email, first_name: 'Secret', estimated_value: 77 }, desk.cast.ravi);
    const { status, headers, body } = await desk.post({ phone: phone.slice(3) }, desk.cast[name].token);
    expect(status).toBe(200);
    expect(headers.etag).toBeUndefined();
    expect(body).toEqual({
      data: { public_id: lead.public_id, contact: { phone } },
      duplicate: true,
      meta: { matched_on: ['phone'] },
    });
    const both = await desk.post({ phone, email: email.toUpperCase() }, desk.cast[name].token);
    expect(both.body.data).toEqual({ public_id: lead.public_id, contact: { phone, email: email.toUpperCase() } });
    const other = await desk.post({ phone: freshPhone(), email }, desk.cast[name].token);
    expect(other.body.data).toEqual({ public_id: lead.public_id, contact: { email } });
    expect(await kindsOf(lead.public_id)).toContain('reenquiry');
  });

  it('a value that matched another lead is not confirmed', async () => {
    const [phone, email] = [freshPhone(), freshEmail()];
    const lead = await desk.make({ phone }, desk.cast.ravi);
    await desk.make({ email }, desk.cast.ravi);
    const { body } = await desk.post({ phone, email }, desk.cast.asha.token);
    expect(body).toEqual({
      data: { public_id: lead.public_id, contact: { phone } },
      duplicate: true,
      meta: { matched_on: ['phone'] },
    });
  });
});

it('a token without leads:read learns nothing of its own membership’s lead either', async () => {
  const phone = freshPhone();
  const lead = await desk.make({ phone, first_name: 'Asha' }, desk.cast.ravi);
  const token = await desk.cast.tokenOf(desk.cast.ravi, ['leads:create']);
  const { status, body } = await desk.post({ phone }, token);
  expect(status).toBe(200);
  expect(body.data).toEqual({ public_id: lead.public_id, contact: { phone } });
});

it('who may see the lead is shown all of it', async () => {
  const phone = freshPhone();
  await desk.make({ phone, first_name: 'Asha' }, desk.cast.ravi);
  for (const { token } of [desk.cast.ravi, desk.cast.meera, desk.cast.admin]) {
    expect((await desk.post({ phone }, token)).body.data.contact.first_name).toBe('Asha');
  }
});
