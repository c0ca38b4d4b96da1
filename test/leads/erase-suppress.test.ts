import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Actor } from '../../src/access/actor.ts';
import { fillLead } from '../../src/leads/writing/fill.ts';
import { createOrganization } from '../../src/organization/organizations.ts';
import { findEverywhere } from '../support/everywhere.ts';
import { openTestApp, type TestApp } from '../support/harness.ts';
import { hold } from '../support/held.ts';
import { freshEmail, freshPhone, LeadDesk } from '../support/leads.ts';
import { untilWaiting } from '../support/waiting.ts';

let desk: LeadDesk;
/** Another process on the same database. */
let other: TestApp;
let listening: Promise<string>;
beforeAll(async () => {
  desk = await LeadDesk.open({ isPatient: true });
  listening = desk.app.app.http.listen({ port: 0, host: '127.0.0.1' });
  other = await openTestApp({ on: desk.app.own });
});
afterAll(async () => {
  await other.close();
  await desk.close();
});

const timeout = 120_000;
const erase = (lead: string, token = desk.admin, query = '?suppress=true') =>
  desk.app.call('DELETE', `/leads/${lead}${query}`, { token });

async function suppress(token = desk.admin): Promise<{ phone: string; email: string; id: string }> {
  const [phone, email] = [freshPhone(), freshEmail()];
  const made = await desk.post({ phone, email }, token);
  expect((await erase(made.body.data.public_id, token)).status).toBe(204);
  return { phone, email, id: made.body.data.public_id };
}

async function freshOrganization(): Promise<{ id: string; token: string }> {
  const { database, keys } = desk.app.services;
  const { organizationId, token } = await createOrganization(database, keys.organization, 'Fresh');
  return { id: organizationId, token: token.secret };
}

const live = (phone: string) => desk.rows('select public_id from leads where phone = $1', [phone]);

describe('a suppressed phone or email', () => {
  let gone: { phone: string; email: string; id: string };
  beforeAll(async () => {
    gone = await suppress();
  });

  it('is refused by a create, by either, in whatever spelling, in this process and in another', async () => {
    const count = await desk.countLeads();
    for (const app of [desk.app, other]) {
      for (const body of [
        { phone: gone.phone },
        { phone: `0${gone.phone.slice(3)}`, email: freshEmail() },
        { email: gone.email.toUpperCase() },
        { phone: freshPhone(), email: gone.email },
      ]) {
        const answer = await app.call('POST', '/leads', { token: desk.admin, body });
        expect(answer.status, JSON.stringify(answer.body)).toBe(409);
        expect(answer.body).toMatchObject({ code: 'conflict', detail: expect.stringContaining('erased') });
      }
    }
    expect(await desk.countLeads()).toBe(count);
  });

  it('is refused with an Idempotency-Key, which stays free', async () => {
    const headers = { 'idempotency-key': 'suppressed' };
    expect((await desk.post({ phone: gone.phone }, desk.admin, headers)).status).toBe(409);
    expect((await desk.post({ phone: freshPhone() }, desk.admin, headers)).status).toBe(201);
  });

  it('is refused even where the other contact is a lead’s: nothing goes to that lead', async () => {
    const phone = freshPhone();
    const lead = await desk.make({ phone });
    expect((await desk.post({ phone, email: gone.email })).status).toBe(409);
    expect((await desk.get(lead.public_id)).body.data).toEqual(lead);
  });

  it('is stored by no form, which answers as always', async () => {
    const fields = [{ field: 'phone' }, { field: 'email' }, { field: 'first_name' }];
    const form = await desk.add('forms', { name: 'Enquiry', fields });
    const submit = (body: object) => desk.app.call('POST', `/forms/${form.public_id}/submissions`, { body });
    const taken = await submit({ phone: freshPhone() });
    const count = await desk.countLeads();
    for (const body of [{ phone: gone.phone, first_name: 'back-again' }, { email: gone.email }]) {
      const answer = await submit(body);
      expect([answer.status, answer.body]).toEqual([201, taken.body]);
    }
    expect(await desk.countLeads()).toBe(count);
    expect(await findEverywhere(desk.app.services.database, [gone.phone, gone.email, 'back-again'])).toEqual([]);
  });

  it.each(['', '?dry_run=true'])('counts as failed in an import%s, which keeps nothing of the row', async (query) => {
    const url = await listening;
    const headers = { 'content-type': 'text/csv', authorization: `Bearer ${desk.admin}` };
    const body = `phone,email,first_name\n${gone.phone},,row-secret\n${freshPhone()},${gone.email},row-secret\n${freshPhone()},,Good\n`;
    const sent = await fetch(`${url}/api/v1/imports${query}`, { method: 'POST', headers, body });
    const { data } = (await sent.json()) as { data: { public_id: string } };
    await desk.app.services.imports.run(desk.cast.organizationId);
    const done = await desk.app.call('GET', `/imports/${data.public_id}`, { token: desk.admin });
    expect(done.body.data).toMatchObject({ state: 'done', created: 1, failed: 2 });
    const failures = await fetch(`${url}/api/v1/imports/${data.public_id}/failures`, { headers });
    const lines = (await failures.text()).trim().split(/\r?\n/);
    expect(lines.slice(1).map((line) => line.split(',')[0])).toEqual(['1', '2']);
    expect(lines[1]).toContain('erased');
    expect(await findEverywhere(desk.app.services.database, [gone.phone, gone.email, 'row-secret'])).toEqual([]);
  });

  it('is not filled into a lead by an import', async () => {
    const phone = freshPhone();
    const lead = await desk.make({ phone });
    const { database, leads } = desk.app.services;
    const settings = await desk.app.services.settings.get(desk.cast.organizationId, '0');
    const [{ membership_id, id }] = await desk.rows(
      'select id, membership_id from tokens where organization_id = $1 limit 1',
      [desk.cast.organizationId],
    );
    const ids = { organizationId: desk.cast.organizationId, tokenId: id, membershipId: membership_id };
    const author = { ...ids, formId: null, requestId: null, address: null };
    const actor = { ...ids, role: 'admin', teamId: null } as unknown as Actor;
    const sent = { phone, email: gone.email, first_name: 'Filled' };
    expect(await fillLead({ database, leads, actor, author, settings }, lead.public_id, sent)).toBe(true);
    expect((await desk.get(lead.public_id)).body.data.contact).toMatchObject({ first_name: 'Filled', email: null });
  });

  it('is refused by a PATCH, and changes that do not set it are taken', async () => {
    const { public_id } = await desk.make({ first_name: 'Here' });
    for (const body of [{ phone: gone.phone }, { email: gone.email.toUpperCase() }]) {
      const answer = await desk.patch(public_id, { ...body, first_name: 'Changed' });
      expect(answer.status).toBe(409);
      expect(answer.body.detail).toContain('erased');
    }
    expect((await desk.get(public_id)).body.data.contact.first_name).toBe('Here');
    expect((await desk.patch(public_id, { phone: freshPhone(), email: freshEmail() })).status).toBe(200);
  });

  it('fails alone among changes and creates that come at the same time', async () => {
    const leads = [await desk.make(), await desk.make(), await desk.make()];
    const patches = await Promise.all(
      leads.map(({ public_id }, n) => desk.patch(public_id, n === 1 ? { phone: gone.phone } : { first_name: 'Good' })),
    );
    expect(patches.map(({ status }) => status)).toEqual([200, 409, 200]);
    const creates = await Promise.all(
      [freshPhone(), gone.phone, freshPhone(), gone.phone].map((phone) => desk.post({ phone })),
    );
    expect(creates.map(({ status }) => status)).toEqual([201, 409, 201, 409]);
  });

  it('is known to its organization alone, and stored as a hash', async () => {
    const { token } = await freshOrganization();
    expect((await desk.post({ phone: gone.phone, email: gone.email }, token)).status).toBe(201);
    const hashes = await desk.rows('select hash from suppressed_contacts');
    expect(hashes).toHaveLength(2);
    for (const { hash } of hashes) expect(hash).toHaveLength(32);
    const here = await suppress(token);
    const there = await suppress();
    expect(new Set([here, there].map(({ phone }) => phone)).size).toBe(2);
  });
});

describe('at the same time', () => {
  it('creates that race with the first suppression of an organization never bring the person back', {
    timeout,
  }, async () => {
    for (let n = 0; n < 10; n++) {
      const { token } = await freshOrganization();
      const phone = freshPhone();
      const { body } = await desk.post({ phone }, token);
      const create = (app: TestApp, headers = {}) => app.call('POST', '/leads', { token, body: { phone }, headers });
      const answers = await Promise.all([
        create(other),
        create(desk.app),
        erase(body.data.public_id, token),
        create(other, { 'idempotency-key': 'x' }),
        create(other),
        create(desk.app),
      ]);
      expect(answers[2]?.status).toBe(204);
      for (const { status, body } of answers) expect([200, 204, 409], JSON.stringify(body)).toContain(status);
      expect(await live(phone)).toEqual([]);
      expect((await create(other)).status).toBe(409);
    }
  });

  it.each([false, true])(
    'a create that meets an erasure half done is refused (suppression known: %s)',
    { timeout },
    async (isKnown) => {
      const { token } = await freshOrganization();
      if (isKnown) await suppress(token);
      const phone = freshPhone();
      const { body } = await desk.post({ phone }, token);
      const release = await hold(desk.app.services.database, 'lock table notes in share row exclusive mode');
      const erasing = erase(body.data.public_id, token);
      await untilWaiting(desk.app.services.database, 1); // it has cleared the phone, and not committed
      const creating = other.call('POST', '/leads', { token, body: { phone } });
      await untilWaiting(desk.app.services.database, 2);
      await release();
      expect((await erasing).status).toBe(204);
      expect((await creating).status).toBe(409);
      expect(await live(phone)).toEqual([]);
    },
  );

  it('a PATCH that meets an erasure half done is refused', { timeout }, async () => {
    const phone = freshPhone();
    const [gone, lead] = [await desk.make({ phone }), await desk.make()];
    const release = await hold(desk.app.services.database, 'lock table notes in share row exclusive mode');
    const erasing = erase(gone.public_id);
    await untilWaiting(desk.app.services.database, 1);
    const patching = other.call('PATCH', `/leads/${lead.public_id}`, { token: desk.admin, body: { phone } });
    await untilWaiting(desk.app.services.database, 2);
    await release();
    expect((await erasing).status).toBe(204);
    expect((await patching).status).toBe(409);
    expect(await live(phone)).toEqual([]);
  });
});
