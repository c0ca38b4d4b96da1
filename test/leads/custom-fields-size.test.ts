import { afterAll, beforeAll, expect, it } from 'vitest';
import { faultsOf, freshPhone, LeadDesk } from '../support/leads.ts';

const KEYS = Array.from({ length: 40 }, (_, n) => `field_${n}`);
const TEXT = 2_000;

let desk: LeadDesk;
beforeAll(async () => {
  desk = await LeadDesk.open();
  for (const key of KEYS) {
    await desk.app.call('POST', '/custom-fields', { token: desk.admin, body: { key, type: 'text' } });
  }
});
afterAll(() => desk.close());

/** Values of so many fields, each 2,000 characters of a byte each. */
const values = (count: number, from = 0) =>
  Object.fromEntries(KEYS.slice(from, from + count).map((key) => [key, 'x'.repeat(TEXT)]));
const sizeOf = (fields: object) => Buffer.byteLength(JSON.stringify(fields));

/** Exactly so many bytes as JSON. */
function exactly(bytes: number) {
  const fields = values(32);
  return { ...fields, field_39: 'x'.repeat(bytes - sizeOf({ ...fields, field_39: '' })) };
}

it('the custom fields of a new lead have 65,536 bytes at most, all together', async () => {
  const fits = exactly(65_536);
  expect(sizeOf(fits)).toBe(65_536);
  expect((await desk.post({ phone: freshPhone(), custom_fields: fits })).status).toBe(201);
  const refused = await desk.post({ phone: freshPhone(), custom_fields: exactly(65_537) });
  expect(faultsOf(refused)).toEqual(['custom_fields']);
  expect(refused.body.errors.custom_fields[0]).toContain('65536 bytes');
});

it('bytes count, not characters, and as they are stored', async () => {
  // U+0958 is stored as two characters (NFC).
  const fields = Object.fromEntries(KEYS.slice(0, 8).map((key) => [key, '\u0958'.repeat(1_000)]));
  expect((await desk.post({ phone: freshPhone(), custom_fields: fields })).status).toBe(201);
  const more = Object.fromEntries(KEYS.slice(0, 11).map((key) => [key, '\u0958'.repeat(1_000)]));
  expect(sizeOf(more)).toBeLessThan(65_536);
  expect(faultsOf(await desk.post({ phone: freshPhone(), custom_fields: more }))).toEqual(['custom_fields']);
});

it('a change that would make them larger together is refused, and changes nothing', async () => {
  const lead = await desk.make({ custom_fields: values(30) });
  expect(faultsOf(await desk.patch(lead.public_id, { custom_fields: values(5, 30) }))).toEqual(['custom_fields']);
  expect((await desk.get(lead.public_id)).body.data.custom_fields).toEqual(values(30));
  const swap = { ...values(2, 30), field_0: null, field_1: null };
  expect((await desk.patch(lead.public_id, { custom_fields: swap })).status).toBe(200);
});

it('a lead that has more from before can be changed otherwise, and made smaller', async () => {
  const lead = await desk.make();
  await desk.app.services.database.rows(
    'update leads set custom_fields = $3 where organization_id = $1 and public_id = $2',
    [desk.cast.organizationId, lead.public_id, JSON.stringify(values(40))],
  );
  expect((await desk.patch(lead.public_id, { first_name: 'Asha' })).status).toBe(200);
  expect((await desk.patch(lead.public_id, { custom_fields: { field_0: null } })).status).toBe(200);
  expect(faultsOf(await desk.patch(lead.public_id, { custom_fields: { field_0: 'x' } }))).toEqual(['custom_fields']);
});

it('a rule is not tried on a lead that could not be created', async () => {
  const body = { lead: { phone: freshPhone(), custom_fields: values(40) } };
  const answer = await desk.app.call('POST', '/distribution-rules/simulate', { token: desk.admin, body });
  expect(faultsOf(answer)).toEqual(['lead.custom_fields']);
});

it('a form refuses them as well', async () => {
  const fields = [{ field: 'phone' }, ...KEYS.map((key) => ({ field: `custom_fields.${key}` }))];
  const made = await desk.app.call('POST', '/forms', { token: desk.admin, body: { name: 'Large', fields } });
  expect(made.status).toBe(201);
  const body = {
    phone: freshPhone(),
    custom_fields: Object.fromEntries(KEYS.slice(0, 11).map((key) => [key, '\u0958'.repeat(1_000)])),
  };
  const answer = await desk.app.call('POST', `/forms/${made.body.data.public_id}/submissions`, { body });
  expect(faultsOf(answer)).toEqual(['custom_fields']);
});
