import { beforeAll, describe, expect, it, vi } from 'vitest';
import { Pace } from '../../src/slots/pace.ts';
import { countsOf, csv, ImportDesk } from '../support/import-desk.ts';
import { freshEmail, freshPhone, type Shown } from '../support/leads.ts';
import { useLeadDesk } from '../support/opened.ts';

const desk = useLeadDesk();
let imports: ImportDesk;

beforeAll(async () => {
  imports = new ImportDesk(desk);
  await desk.add('custom-fields', { key: 'city', type: 'text' });
  await desk.add('custom-fields', { key: 'plan', type: 'select', options: ['Term', 'Health'] });
});

const phones = (count: number) => Array.from({ length: count }, freshPhone);

describe('every row takes the path of a create', () => {
  it('is captured, assigned in turn, scored, and audited with the import named', async () => {
    const rule = await desk.add('distribution-rules', {
      name: 'Turns',
      strategy: 'round_robin',
      pool: { memberships: [desk.cast.ravi.membership, desk.cast.asha.membership] },
    });
    const some = phones(400);
    const file = csv('phone,First name', ...some.map((phone, n) => `${phone},Person ${n}`));
    const { status, headers, body } = await imports.send(file, { name: 'Leads of March.csv' });
    expect([status, headers.location]).toEqual([202, `/api/v1/imports/${body.data.public_id}`]);
    const done = await imports.settled(body.data.public_id);
    expect(done).toMatchObject({ state: 'done', name: 'Leads of March.csv', links: { failures: null } });
    expect(countsOf(done)).toEqual({ rows: 400, processed: 400, created: 400, duplicates: 0, filled: 0, failed: 0 });
    expect(done.actor).toEqual({
      token: { public_id: expect.any(String), name: 'Administrator' },
      membership: { public_id: desk.cast.admin.membership, name: 'Administrator' },
    });
    const lead = await imports.leadOf(some[7] ?? '');
    const actor = { ...done.actor, import: { public_id: done.public_id, name: 'Leads of March.csv' } };
    expect(await desk.around(lead.public_id, 'audit')).toMatchObject([
      { action: 'lead.created', actor, request_id: headers['x-request-id'] },
    ]);
    expect(await desk.around(lead.public_id, 'activities')).toMatchObject([{ kind: 'created', actor }]);
    expect(await desk.around(lead.public_id, 'transitions')).toMatchObject([{ from: null, actor }]);
    const owners = await desk.rows(
      'select owner_id, count(*)::integer as n from leads where phone = any($1) group by 1',
      [some],
    );
    expect(owners.map(({ n }) => n)).toEqual([200, 200]);
    await desk.app.call('DELETE', `/distribution-rules/${rule.public_id}`, { token: desk.admin });
    expect(await desk.rows('select from import_rows')).toEqual([]);
  });

  it('tells duplicates, of leads and within the file, and keeps what they bring', async () => {
    const existing = await desk.make({ phone: freshPhone(), first_name: 'Old' });
    const [phone, email] = [freshPhone(), freshEmail()];
    const done = await imports.import(
      csv(
        'phone,email,first_name',
        `${existing.contact.phone},,New`,
        `${phone},,One`,
        `${phone},${email},Two`,
        `,${email},Three`,
        `,${email.toUpperCase()},Three`,
      ),
    );
    expect(countsOf(done)).toMatchObject({ created: 2, duplicates: 3, filled: 0, failed: 0 });
    expect((await desk.get(existing.public_id)).body.data.contact.first_name).toBe('Old');
    expect((await desk.around(existing.public_id, 'activities'))[0]).toMatchObject({
      kind: 'reenquiry',
      details: { first_name: 'New' },
      actor: { import: { public_id: done.public_id } },
    });
    const again = await imports.import(csv('phone,first_name', `${existing.contact.phone},New`));
    expect(countsOf(again)).toMatchObject({ created: 0, duplicates: 1 });
    expect(await desk.around(existing.public_id, 'activities')).toHaveLength(2); // a retry leaves no trace
  });

  it('lets other requests be served between two rows, however long each takes', async () => {
    const isDue = vi.spyOn(Pace.prototype, 'isDue').mockReturnValue(true);
    const served = vi.spyOn(Pace.prototype, 'yield');
    const bad = Array.from({ length: 30 }, (_, n) => `12345,Bad ${n}`);
    await imports.import(csv('phone,first_name', ...bad));
    expect(served.mock.calls.length).toBeGreaterThanOrEqual(30);
    for (const spy of [isDue, served]) spy.mockRestore();
  });

  it('keeps a thousand bad rows for their owner to correct, formulas made harmless', async () => {
    const bad = Array.from({ length: 1_000 }, (_, n) => `12345,"=cmd|'${n}'",Nowhere`);
    const good = phones(20);
    const done = await imports.import(
      csv('Mobile,First name,plan', ...bad, ...good.map((phone) => `${phone},Good,Term`)),
      {
        'mapping[Mobile]': 'phone',
      },
    );
    expect(countsOf(done)).toMatchObject({ rows: 1_020, processed: 1_020, created: 20, failed: 1_000 });
    expect(done.links.failures).toBe(`/api/v1/imports/${done.public_id}/failures`);
    const lines = await imports.failures(done.public_id);
    expect(lines).toHaveLength(1_001);
    expect(lines[0]).toBe('row,Mobile,First name,plan,why');
    expect(lines[1000]).toMatch(
      /^1000,12345,'=cmd\|'999',Nowhere,"Mobile: must be an Indian mobile.*; plan: must be one of/,
    );
    expect(await desk.rows('select from import_rows where fault is null')).toEqual([]);
  });

  it('has the source of the query where the row names none', async () => {
    const [fair, web] = [await desk.add('sources', { name: 'Fair' }), await desk.add('sources', { name: 'Web page' })];
    const [one, two, three] = phones(3);
    const file = csv('phone,source', `${one},`, `${two},web PAGE`, `${three},nonsense`);
    const done = await imports.import(file, { source: fair.public_id });
    expect(countsOf(done)).toMatchObject({ created: 2, failed: 1 });
    expect((await imports.leadOf(one ?? '')).source.name).toBe('Fair');
    expect((await imports.leadOf(two ?? '')).source.public_id).toBe(web.public_id);
    expect((await imports.failures(done.public_id))[1]).toContain('is not the name or public id of a source');
  });
});

describe('on_duplicate=fill', () => {
  it('puts values into empty fields, and leaves the others', async () => {
    const phone = freshPhone();
    const lead = await desk.make({ phone, first_name: 'Asha', custom_fields: { plan: 'Term' } });
    const [email, other] = [freshEmail(), await desk.make({ email: freshEmail() })];
    const file = csv(
      'phone,first_name,last_name,email,plan,city',
      `${phone},Other,Rao,${other.contact.email},Health,Pune`,
      `${phone},,,${email},,Delhi`,
      `${phone},,Singh,,,`,
    );
    const done = await imports.import(file, { on_duplicate: 'fill' });
    expect(countsOf(done)).toMatchObject({ created: 0, duplicates: 3, filled: 2 });
    expect((await desk.get(lead.public_id)).body.data).toMatchObject({
      contact: { first_name: 'Asha', last_name: 'Rao', email },
      custom_fields: { plan: 'Term', city: 'Pune' },
    });
    const audit = await desk.around(lead.public_id, 'audit');
    const updates = audit.filter(({ action }) => action === 'lead.updated');
    expect(updates.map(({ changes }) => changes.map(({ field }: Shown) => field))).toEqual([
      ['email'],
      ['last_name', 'custom_fields.city'],
    ]);
    expect(updates[0].actor.import.public_id).toBe(done.public_id);
  });

  it('finds a lead by what an earlier row of the file filled in, wherever the rows stand', async () => {
    for (const between of [0, 600]) {
      const [phone, email] = [freshPhone(), freshEmail()];
      const lead = await desk.make({ phone });
      const file = csv(
        'phone,email,first_name,last_name',
        `${phone},${email},,`,
        ...phones(between).map((one) => `${one},,,`),
        `,${email},Asha,`,
        `${phone},${email.toUpperCase()},,Rao`,
      );
      const expected = { created: between, duplicates: 3, filled: 3, failed: 0 };
      expect(countsOf(await imports.import(file, { on_duplicate: 'fill', dry_run: 'true' }))).toMatchObject(expected);
      expect(countsOf(await imports.import(file, { on_duplicate: 'fill' }))).toMatchObject(expected);
      const { contact } = (await desk.get(lead.public_id)).body.data;
      expect(contact).toEqual({ phone, email, first_name: 'Asha', last_name: 'Rao' });
    }
  });

  it('neither changes nor shows a lead outside the manager’s scope', async () => {
    const hidden = await desk.make({ phone: freshPhone() }, desk.cast.vikram);
    const own = await desk.make({ phone: freshPhone() }, desk.cast.ravi);
    const file = csv('phone,last_name', `${hidden.contact.phone},Rao`, `${own.contact.phone},Rao`);
    const done = await imports.import(file, { on_duplicate: 'fill' }, desk.cast.meera.token);
    expect(countsOf(done)).toMatchObject({ duplicates: 2, filled: 1, failed: 0 });
    expect((await desk.get(hidden.public_id)).body.data.contact.last_name).toBeNull();
    expect((await desk.get(own.public_id)).body.data.contact.last_name).toBe('Rao');
  });
});

describe('a dry run', () => {
  it('counts as if it were real, and writes nothing', async () => {
    const existing = await desk.make({ phone: freshPhone(), first_name: 'Old' });
    const [email, phone] = [freshEmail(), freshPhone()];
    const many = phones(600);
    const file = csv(
      'phone,email,first_name,last_name',
      `${phone},,One,`,
      `${existing.contact.phone},,New,Rao`,
      ...many.map((one) => `${one},,,`),
      `${phone},${email},Two,Iyer`,
      `,${freshEmail()},Three,`,
      `${existing.contact.phone},,,Singh`,
      `${phone},,,Again`,
      'nonsense,,,',
    );
    const before = await desk.countLeads();
    const rotations = await desk.rows('select * from rotation_credits');
    const tried = await imports.import(file, { dry_run: 'true', on_duplicate: 'fill' });
    expect(await desk.countLeads()).toBe(before);
    expect(await desk.rows('select * from rotation_credits')).toEqual(rotations);
    expect(await desk.around(existing.public_id, 'activities')).toHaveLength(1);
    expect(await imports.failures(tried.public_id)).toHaveLength(2);
    expect(await desk.rows('select from import_rows where fault is null')).toEqual([]);
    const real = await imports.import(file, { on_duplicate: 'fill' });
    expect([tried.dry_run, real.dry_run]).toEqual([true, false]);
    expect(countsOf(tried)).toEqual(countsOf(real));
    expect(countsOf(real)).toEqual({ rows: 607, processed: 607, created: 602, duplicates: 4, filled: 2, failed: 1 });
  });
});

describe('settings that change in the middle', () => {
  it('fail the rows that they refuse, and do not hold the import up', async () => {
    const source = await desk.add('sources', { name: 'Closing down' });
    const { body } = await imports.send(csv('phone', ...phones(3)), { source: source.public_id });
    await desk.app.services.imports.run(desk.cast.organizationId);
    expect((await imports.get(body.data.public_id)).body.data.state).toBe('done');

    await desk.app.services.imports.stop(); // nothing is processed until it is told to
    const waiting = await imports.send(csv('phone', ...phones(3)), { source: source.public_id });
    await desk.change(`sources/${source.public_id}`, { archived: true });
    const done = await resumed(waiting.body.data.public_id);
    expect(countsOf(done)).toMatchObject({ created: 0, failed: 3 });
    expect((await imports.failures(done.public_id))[1]).toContain('source: is archived');
  });

  it('a membership that may no longer import ends it', async () => {
    await desk.app.services.imports.stop();
    const { body } = await imports.send(csv('phone', ...phones(3)), {}, desk.cast.tara.token);
    await desk.change(`memberships/${desk.cast.tara.membership}`, { active: false });
    expect(await resumed(body.data.public_id)).toMatchObject({ state: 'failed', processed: 0 });
    await desk.change(`memberships/${desk.cast.tara.membership}`, { active: true });
  });
});

/** The import after a worker that was stopped goes on. */
async function resumed(id: string): Promise<Shown> {
  Object.assign(desk.app.services.imports, { isStopped: false });
  return imports.settled(id);
}

it('a row that fails for an internal reason is refused, and the others are not', async () => {
  const [one, two, three] = phones(3);
  await desk.rows(`alter table leads add constraint leads_poison check (first_name <> 'poison')`);
  const done = await imports.import(csv('phone,first_name', `${one},A`, `${two},poison`, `${three},B`));
  await desk.rows('alter table leads drop constraint leads_poison');
  expect(countsOf(done)).toMatchObject({ processed: 3, created: 2, failed: 1 });
  expect(await imports.failures(done.public_id)).toEqual([
    'row,phone,first_name,why',
    `2,'${two},poison,The row could not be processed: internal error.`,
  ]);
});

it('a failed row goes with its person, in whichever cell the phone or the email stands', async () => {
  const { public_id, contact } = await desk.make({ phone: freshPhone(), email: freshEmail() });
  const phone = contact.phone.slice(3);
  const done = await imports.import(
    csv(
      'first_name,last_name,phone,email',
      `Tara,${phone}`,
      `Tara,,${phone} ext 5,`,
      `Tara,,Mob: ${phone.slice(0, 5)} ${phone.slice(5)},`,
      `Tara,,${phone}/9876543210,`,
      `Tara,,,<${contact.email.toUpperCase()}>`,
      `Tara (${contact.email}),,12,`,
      'Other,,12,',
      `Tara,,${phone.slice(0, 5)}–${phone.slice(5)} / 9876543210,`,
      `Tara,wrote from ${contact.email}.,12,`,
      `Tara,'${contact.email}',12,`,
      `Tara,a@b.in/${contact.email}!,12,`,
    ),
  );
  expect(countsOf(done)).toMatchObject({ processed: 11, failed: 11 });
  expect((await desk.app.call('DELETE', `/leads/${public_id}`, { token: desk.admin })).status).toBe(204);
  const left = await imports.failures(done.public_id);
  expect(left.map((line) => line.split(',').slice(0, 2))).toEqual([
    ['row', 'first_name'],
    ['7', 'Other'],
    ['11', 'Tara'], // of two addresses the first counts
  ]);
});

it('a failed row with a phone that the erased person had once stays if it is another person’s now', async () => {
  const [once = '', now = ''] = phones(2);
  const { public_id } = await desk.make({ phone: once });
  expect((await desk.patch(public_id, { phone: now })).status).toBe(200);
  await desk.make({ phone: once });
  const done = await imports.import(csv('first_name,phone,email', `Tara,${once},x`, `Tara,${now},x`));
  expect(countsOf(done)).toMatchObject({ failed: 2 });
  expect((await desk.app.call('DELETE', `/leads/${public_id}`, { token: desk.admin })).status).toBe(204);
  const left = await imports.failures(done.public_id);
  expect(left.map((line) => line.split(',')[0])).toEqual(['row', '1']);
});

it('rows that were erased while they waited count as failed', async () => {
  await desk.app.services.imports.stop();
  const [one, two, three] = phones(3);
  const { body } = await imports.send(csv('phone', one ?? '', two ?? '', three ?? ''));
  expect(await desk.rows('delete from import_rows where phone = $1 returning number', [two])).toEqual([{ number: 2 }]);
  expect(countsOf(await resumed(body.data.public_id))).toMatchObject({ processed: 3, created: 2, failed: 1 });
});
