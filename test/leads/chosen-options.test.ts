import { beforeAll, expect, it } from 'vitest';
import { countsOf, csv, ImportDesk } from '../support/import-desk.ts';
import { faultsOf, freshPhone, type Shown } from '../support/leads.ts';
import { useLeadDesk } from '../support/opened.ts';

const KEYS = ['one', 'two', 'three'];
const OPTIONS = Array.from({ length: 200 }, (_, n) => `o${n}`);
const SENTENCE = 'must have at most 500 chosen options, all fields together';

const desk = useLeadDesk();
let imports: ImportDesk;

beforeAll(async () => {
  imports = new ImportDesk(desk);
  for (const key of KEYS) await desk.add('custom-fields', { key, type: 'multi_select', options: OPTIONS });
});

/** So many options, as few fields as hold them. */
const chosen = (count: number): Record<string, string[]> =>
  Object.fromEntries(KEYS.map((key, n) => [key, OPTIONS.slice(0, Math.max(0, count - n * 200))]));

const countTerms = async (lead: string): Promise<number> => {
  const [row] = await desk.rows(
    `select count(*)::integer as n from lead_terms
      where lead_id = (select id from leads where public_id = $1) and term like 'c%'`,
    [lead],
  );
  return row.n;
};

it('a new lead has 500 chosen options at most, all fields together', async () => {
  const lead = await desk.make({ custom_fields: chosen(500) });
  expect(await countTerms(lead.public_id)).toBe(500);
  const refused = await desk.post({ phone: freshPhone(), custom_fields: chosen(501) });
  expect(faultsOf(refused)).toEqual(['custom_fields']);
  expect(refused.body.errors.custom_fields).toEqual([SENTENCE]);
});

it('a change is judged by what the lead would have after it', async () => {
  const lead = await desk.make({ custom_fields: chosen(400) });
  const more = (count: number) => desk.patch(lead.public_id, { custom_fields: { three: OPTIONS.slice(0, count) } });
  expect(faultsOf(await more(101))).toEqual(['custom_fields']);
  expect(await countTerms(lead.public_id)).toBe(400);
  expect((await more(100)).status).toBe(200);
  const swap = { one: null, three: OPTIONS };
  expect((await desk.patch(lead.public_id, { custom_fields: swap })).status).toBe(200);
  expect(await countTerms(lead.public_id)).toBe(400);
});

it('a lead that has more from before can be changed otherwise, and made smaller', async () => {
  const lead = await desk.make();
  await desk.rows('update leads set custom_fields = $3 where organization_id = $1 and public_id = $2', [
    desk.cast.organizationId,
    lead.public_id,
    JSON.stringify(chosen(600)),
  ]);
  expect((await desk.patch(lead.public_id, { first_name: 'Asha' })).status).toBe(200);
  const set = (count: number) => desk.patch(lead.public_id, { custom_fields: { three: OPTIONS.slice(0, count) } });
  expect((await set(150)).status).toBe(200);
  expect(faultsOf(await set(151))).toEqual(['custom_fields']);
});

it('in a batch only the lead with too many is refused', async () => {
  const leads = [501, 500].map((count) => ({ phone: freshPhone(), custom_fields: chosen(count) }));
  const { body } = await desk.app.call('POST', '/leads/batch', { token: desk.admin, body: { leads } });
  expect(body.data.map(({ status }: Shown) => status)).toEqual([422, 201]);
  expect(body.data[0].problem.errors).toEqual({ custom_fields: [SENTENCE] });
});

const rowOf = (phone: string, count: number) => [phone, ...KEYS.map((key) => chosen(count)[key]?.join(';'))].join();
const HEADER = `phone,${KEYS.join()}`;

it('a row of an import with too many fails, and says why', async () => {
  const file = csv(HEADER, rowOf(freshPhone(), 501), rowOf(freshPhone(), 500));
  for (const dry_run of ['true', 'false']) {
    const done = await imports.import(file, { dry_run });
    expect(countsOf(done)).toMatchObject({ created: 1, failed: 1 });
    expect((await imports.failures(done.public_id)).at(1)).toContain(SENTENCE);
  }
});

it('a duplicate does not fill in more than the lead may have', async () => {
  const lead = await desk.make({ custom_fields: { one: OPTIONS, two: OPTIONS } });
  const fill = (count: number) => csv('phone,three', `${lead.contact.phone},${OPTIONS.slice(0, count).join(';')}`);
  for (const [count, filled] of [
    [101, 0],
    [100, 1],
  ] as const) {
    for (const dry_run of ['true', 'false']) {
      const done = await imports.import(fill(count), { dry_run, on_duplicate: 'fill' });
      expect(countsOf(done), `${count}, dry run ${dry_run}`).toMatchObject({ duplicates: 1, filled, failed: 0 });
    }
  }
  expect(await countTerms(lead.public_id)).toBe(500);
});

it('a form refuses them as well', async () => {
  const fields = [{ field: 'phone' }, ...KEYS.map((key) => ({ field: `custom_fields.${key}` }))];
  const form = await desk.add('forms', { name: 'Many options', fields });
  const submit = (count: number) =>
    desk.app.call('POST', `/forms/${form.public_id}/submissions`, {
      body: { phone: freshPhone(), custom_fields: chosen(count) },
    });
  expect(faultsOf(await submit(501))).toEqual(['custom_fields']);
  expect((await submit(500)).status).toBe(201);
});
