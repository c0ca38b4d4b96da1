import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { faultsOf, freshPhone, LeadDesk } from '../support/leads.ts';

let desk: LeadDesk;

beforeAll(async () => {
  desk = await LeadDesk.open();
  for (const field of [
    { key: 'remark', type: 'text' },
    { key: 'rooms', type: 'number' },
    { key: 'financed', type: 'boolean' },
    { key: 'visit_on', type: 'date' },
    { key: 'city', type: 'select', options: ['Mumbai', 'Pune'] },
    { key: 'amenities', type: 'multi_select', options: ['Pool', 'Gym', 'Park'] },
    { key: 'constructor', type: 'text' },
  ]) {
    await desk.add('custom-fields', field);
  }
});
afterAll(() => desk.close());

const send = (custom_fields: unknown) => desk.post({ phone: freshPhone(), custom_fields });

it.each([
  ['remark', 'Wants\na\tview'],
  ['remark', 'a'.repeat(2_000)],
  ['rooms', 3],
  ['rooms', -2.5],
  ['rooms', 0],
  ['rooms', 1e300],
  ['rooms', 5e-324],
  ['financed', true],
  ['financed', false],
  ['visit_on', '2028-02-29'],
  ['visit_on', '0001-01-01'],
  ['city', 'Pune'],
  ['amenities', []],
  ['amenities', ['Park', 'Pool']],
  ['constructor', 'Shah Builders'],
])('a value of %s may be %j, and is read back the same', async (key, value) => {
  const { status, body } = await send({ [key]: value });
  expect(status, JSON.stringify(body)).toBe(201);
  expect(body.data.custom_fields).toEqual({ [key]: value });
  expect((await desk.get(body.data.public_id)).body.data.custom_fields).toEqual({ [key]: value });
});

describe('a number', () => {
  const filtered = (text: string) => desk.list(`?filter[custom_fields.rooms]=${encodeURIComponent(text)}`);

  it.each([
    123456789012345680000,
    -100000000000000000,
    0.0000012345678901234567,
    1.2345678901234566e-7,
    Number.MAX_VALUE,
    -Number.MIN_VALUE,
  ])('%d is found by the text that the API prints', async (rooms) => {
    const id = (await send({ rooms })).body.data.public_id;
    const printed = /"rooms":([^,}]+)/.exec(JSON.stringify((await desk.get(id)).body.data))?.[1] ?? '';
    expect(await filtered(printed)).toEqual([id]);
    expect(await filtered(`${printed},7`)).toEqual([id]);
  });

  it.each(['0x10', 'Infinity', 'NaN', '1.', '.5', '1 1', '+1', '1e999', '1e', '9'.repeat(22), `0.${'0'.repeat(23)}`])(
    'is not %j',
    async (text) => {
      const name = 'filter[custom_fields.rooms]';
      const answer = await desk.app.call('GET', `/leads?${name}=${encodeURIComponent(text)}`, { token: desk.admin });
      expect([answer.status, answer.body.errors]).toEqual([
        422,
        { [name]: ['must be a number, or several separated by commas'] },
      ]);
    },
  );
});

it.each([
  ['remark', 5],
  ['remark', 'a'.repeat(2_001)],
  ['remark', 'nul\u0000'],
  ['remark', '\ud800'],
  ['remark', ['a']],
  ['rooms', '3'],
  ['rooms', true],
  ['financed', 'true'],
  ['financed', 1],
  ['visit_on', '2026-02-30'],
  ['visit_on', '2026-2-3'],
  ['visit_on', '2026-02-03T00:00:00Z'],
  ['visit_on', 20260203],
  ['city', 'Nagpur'],
  ['city', 'pune'],
  ['city', ['Pune']],
  ['amenities', 'Pool'],
  ['amenities', ['Pool', 'Sauna']],
  ['amenities', ['Pool', 'Pool']],
  ['amenities', [null]],
  ['amenities', { 0: 'Pool' }],
])('a value of %s is refused as %j, on custom_fields and the key', async (key, value) => {
  expect(faultsOf(await send({ [key]: value }))).toEqual([`custom_fields.${key}`]);
  const lead = await desk.make();
  expect(faultsOf(await desk.patch(lead.public_id, { custom_fields: { [key]: value } }))).toEqual([
    `custom_fields.${key}`,
  ]);
});

it('an unknown key is refused by name, with the one probably meant', async () => {
  const answer = await send({ remarks: 'Hello', toString: 'x', has_own_property: 1 });
  const keys = ['custom_fields.has_own_property', 'custom_fields.remarks', 'custom_fields.toString'];
  expect(faultsOf(answer)).toEqual(keys);
  expect(answer.body.errors['custom_fields.remarks'][0]).toMatch(/\bremark\b/);
});

it.each([null, [], 'remark', 5])('custom_fields is an object, not %j', async (custom_fields) => {
  expect(faultsOf(await send(custom_fields))).toEqual(['custom_fields']);
});

it('null leaves a value out', async () => {
  const { status, body } = await send({ remark: null, rooms: 2 });
  expect(status).toBe(201);
  expect(body.data.custom_fields).toEqual({ rooms: 2 });
});

it('an archived field takes no value', async () => {
  const { public_id } = await desk.add('custom-fields', { key: 'fax', type: 'text' });
  await desk.change(`custom-fields/${public_id}`, { archived: true });
  expect(faultsOf(await send({ fax: '022 1234' }))).toEqual(['custom_fields.fax']);
});

it('text is trimmed and NFC-normalized', async () => {
  const { body } = await send({ remark: '  cafe\u0301\r\nnear by ' });
  expect(body.data.custom_fields.remark).toBe('café\nnear by');
});

describe('options', () => {
  beforeAll(async () => {
    await desk.add('custom-fields', { key: 'shop', type: 'select', options: ['Caf\u00e9', 'Kiosk'] });
    await desk.add('custom-fields', { key: 'shops', type: 'multi_select', options: ['Caf\u00e9', 'Kiosk'] });
  });

  it('and dates are trimmed and NFC-normalized, too', async () => {
    const sent = { shop: ' Cafe\u0301', shops: ['Kiosk ', 'Cafe\u0301'], visit_on: ' 2028-02-29 ' };
    const stored = { shop: 'Caf\u00e9', shops: ['Kiosk', 'Caf\u00e9'], visit_on: '2028-02-29' };
    const { body } = await send(sent);
    expect(body.data.custom_fields).toEqual(stored);
    const { public_id } = (await send({ rooms: 2 })).body.data;
    const changed = await desk.patch(public_id, { custom_fields: sent });
    expect(changed.body.data.custom_fields).toEqual({ rooms: 2, ...stored });
  });

  it('are found however they are encoded', async () => {
    const { public_id } = (await send({ shop: 'Caf\u00e9' })).body.data;
    expect(await desk.list(`?filter[custom_fields.shop]=${encodeURIComponent('Cafe\u0301')}`)).toContain(public_id);
  });

  it('that are the same but for that are one', async () => {
    expect(faultsOf(await send({ shops: ['Caf\u00e9', 'Cafe\u0301 '] }))).toEqual(['custom_fields.shops']);
  });
});

describe('a required field', () => {
  let field: string;
  beforeAll(async () => {
    field = (await desk.add('custom-fields', { key: 'budget', type: 'text', required: true })).public_id;
  });
  afterAll(() => desk.change(`custom-fields/${field}`, { required: false }));

  it.each([undefined, {}, { budget: null }, { remark: 'x' }])('is asked of a new lead: %j', async (custom_fields) => {
    expect(faultsOf(await send(custom_fields))).toEqual(['custom_fields.budget']);
  });

  it('is not met by blank text', async () => {
    expect(faultsOf(await send({ budget: '   ' }))).toEqual(['custom_fields.budget']);
  });

  it('cannot be cleared', async () => {
    const { body } = await send({ budget: '80 lakh' });
    const answer = await desk.patch(body.data.public_id, { custom_fields: { budget: null } });
    expect(faultsOf(answer)).toEqual(['custom_fields.budget']);
  });

  it('is not met by an empty list, in no way', async () => {
    const plans = await desk.add('custom-fields', {
      key: 'wanted_plans',
      type: 'multi_select',
      options: ['Term', 'Health'],
      required: true,
    });
    const fault = ['custom_fields.wanted_plans'];
    expect(faultsOf(await send({ budget: '1', wanted_plans: [] }))).toEqual(fault);
    const { body } = await send({ budget: '1', wanted_plans: ['Term'] });
    const clear = () => desk.patch(body.data.public_id, { custom_fields: { wanted_plans: [] } });
    expect(faultsOf(await clear())).toEqual(fault);
    await desk.change(`custom-fields/${plans.public_id}`, { required: false });
    expect((await clear()).status).toBe(200);
    const picky = await desk.add('statuses', {
      name: 'Picky',
      kind: 'open',
      required_fields: ['custom_fields.wanted_plans'],
    });
    expect(faultsOf(await desk.move(body.data.public_id, picky.public_id))).toEqual(fault);
  });

  it('that an old lead lacks does not stand in the way of other changes', async () => {
    await desk.change(`custom-fields/${field}`, { required: false });
    const lead = await desk.make();
    await desk.change(`custom-fields/${field}`, { required: true });
    expect((await desk.patch(lead.public_id, { first_name: 'Asha' })).status).toBe(200);
  });

  it('that was archived is asked of nobody', async () => {
    await desk.change(`custom-fields/${field}`, { archived: true });
    expect((await send({})).status).toBe(201);
  });
});
