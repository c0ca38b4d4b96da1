import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findForm, insertForm } from '../../src/forms/queries.ts';
import { FormDesk } from '../support/forms.ts';
import { freshPhone } from '../support/leads.ts';
import { entriesLeftBy } from '../support/trail.ts';

let desk: FormDesk;
let website: string;
let archived: string;

beforeAll(async () => {
  desk = await FormDesk.open();
  website = (await desk.add('sources', { name: 'Website' })).public_id;
  archived = (await desk.add('sources', { name: 'Fair' })).public_id;
  await desk.change(`sources/${archived}`, { archived: true });
  await desk.add('custom-fields', { key: 'product_interest', type: 'select', options: ['Term plan', 'Health plan'] });
  const old = await desk.add('custom-fields', { key: 'fax', type: 'text' });
  await desk.change(`custom-fields/${old.public_id}`, { archived: true });
});
afterAll(() => desk.close());

const phone = [{ field: 'phone' }];
const faults = async (body: object, method = 'POST', path = '/forms') => {
  const answer = await desk.app.call(method, path, { token: desk.admin, body });
  expect(answer.status, JSON.stringify(answer.body)).toBe(422);
  return answer.body.errors as Record<string, string[]>;
};

it('a form needs a name and fields; the rest has defaults', async () => {
  const made = await desk.add('forms', { name: 'Enquiry', fields: phone });
  const address = `http://127.0.0.1:8080/f/${made.public_id}`;
  expect(made).toEqual({
    public_id: made.public_id,
    name: 'Enquiry',
    source: null,
    fields: [{ field: 'phone', label: null, required: false }],
    allowed_origins: [],
    active: true,
    success_message: 'Thank you. We have received your details and will be in touch soon.',
    url: address,
    embed: `<script src="${address}/embed.js" async></script>`,
    warnings: [],
    created_at: made.created_at,
  });
  expect(Object.keys(await faults({})).sort()).toEqual(['fields', 'name']);
});

it('a form can have everything, and shows its source by name', async () => {
  const body = {
    name: 'Everything',
    source: website,
    fields: [
      { field: 'first_name', label: 'Your name', required: true },
      { field: 'last_name' },
      { field: 'phone', required: true },
      { field: 'email', label: null },
      { field: 'estimated_value' },
      { field: 'custom_fields.product_interest', label: 'What do you need?' },
    ],
    allowed_origins: ['HTTPS://WWW.Example.in:443', 'http://localhost:3000'],
    active: false,
    success_message: 'Thanks!\nWe call you.',
  };
  const made = await desk.add('forms', body);
  expect(made).toMatchObject({
    source: { public_id: website, name: 'Website' },
    allowed_origins: ['https://www.example.in', 'http://localhost:3000'],
    active: false,
    success_message: 'Thanks!\nWe call you.',
  });
  expect(made.fields[5]).toEqual({
    field: 'custom_fields.product_interest',
    label: 'What do you need?',
    required: false,
  });
  // What was read can be sent back, and changes nothing.
  const { name, fields, allowed_origins, active, success_message } = made;
  const left = await entriesLeftBy(desk.app, desk.admin, () =>
    desk.change(`forms/${made.public_id}`, { name, fields, allowed_origins, active, success_message, source: website }),
  );
  expect(left).toEqual([]);
});

it('the default message, read and sent back, stays the default in every language', async () => {
  const made = await desk.form();
  await desk.change(`forms/${made.public_id}`, { success_message: made.success_message });
  const thanks = await desk.post(made.public_id, [['phone', freshPhone()]], { 'accept-language': 'hi' });
  expect(thanks.text).toContain('आपकी जानकारी हमें मिल गई है');
  const own = await desk.change(`forms/${made.public_id}`, { success_message: 'Thanks!' });
  expect(own.success_message).toBe('Thanks!');
  const back = await desk.change(`forms/${made.public_id}`, { success_message: null });
  expect(back.success_message).toBe(made.success_message);
});

describe('fields', () => {
  it('an unknown one is refused by its place, with what was probably meant', async () => {
    const errors = await faults({
      name: 'A',
      fields: [
        { field: 'phone' },
        { field: 'phonee' },
        { field: 'custom_fields.product_intrest' },
        { field: 'product_interest' },
        { field: 'custom_fields.fax' },
        { field: 'source' },
        { field: 'constructor' },
      ],
    });
    expect(errors['fields.1.field']?.join()).toMatch(/is not a field .*did you mean phone\?/);
    expect(errors['fields.2.field']?.join()).toContain('did you mean custom_fields.product_interest?');
    expect(errors['fields.3.field']?.join()).toContain('did you mean custom_fields.product_interest?');
    expect(errors['fields.4.field']).toEqual(['is archived']);
    expect(errors['fields.5.field']?.join()).toContain('the form’s own source');
    expect(Object.keys(errors)).toHaveLength(6);
  });

  it('each is asked once, and a phone or an email must be among them', async () => {
    const twice = await faults({ name: 'A', fields: [{ field: 'phone' }, { field: 'phone' }] });
    expect(Object.keys(twice)).toEqual(['fields.1.field']);
    const neither = await faults({ name: 'A', fields: [{ field: 'first_name' }] });
    expect(Object.keys(neither)).toEqual(['fields']);
    expect(Object.keys(await faults({ name: 'A', fields: [] }))).toEqual(['fields']);
    const many = Array.from({ length: 51 }, () => ({ field: 'phone' }));
    expect(Object.keys(await faults({ name: 'A', fields: many }))).toContain('fields');
  });

  it('the same holds when a form is changed', async () => {
    const { public_id } = await desk.form();
    const path = `/forms/${public_id}`;
    const unknown = { fields: [{ field: 'phone' }, { field: 'custom_fields.nothing' }] };
    expect(Object.keys(await faults(unknown, 'PATCH', path))).toEqual(['fields.1.field']);
    expect(Object.keys(await faults({ fields: [{ field: 'last_name' }] }, 'PATCH', path))).toEqual(['fields']);
    expect(Object.keys(await faults({ source: archived }, 'PATCH', path))).toEqual(['source']);
  });
});

it('all faults are reported at once', async () => {
  const errors = await faults({
    name: '',
    source: archived,
    fields: [{ field: 'nothing' }, { field: 'email', label: '' }],
    allowed_origins: ['https://example.in/contact'],
    success_message: 'x'.repeat(501),
    colour: 'red',
  });
  expect(Object.keys(errors).sort()).toEqual(
    ['allowed_origins', 'colour', 'fields.0.field', 'fields.1.label', 'name', 'source', 'success_message'].sort(),
  );
  expect(errors.allowed_origins?.join()).toContain('did you mean https://example.in?');
  expect(errors.source).toEqual(['is archived']);
});

it('an archived or foreign source is refused on create and on change', async () => {
  const foreign = (await desk.add('sources', { name: 'Theirs' }, desk.cast.zenith.admin.token)).public_id;
  expect(await faults({ name: 'A', fields: phone, source: archived })).toEqual({ source: ['is archived'] });
  expect(await faults({ name: 'A', fields: phone, source: foreign })).toEqual({
    source: ['is not a source of this organization'],
  });
});

it('warns of what has changed around the form since', async () => {
  const source = await desk.add('sources', { name: 'Billboard' });
  const field = await desk.add('custom-fields', { key: 'city', type: 'text' });
  const form = await desk.form({
    source: source.public_id,
    fields: [{ field: 'phone' }, { field: 'custom_fields.city' }],
  });
  expect(form.warnings).toEqual([]);
  await desk.change(`sources/${source.public_id}`, { archived: true });
  await desk.change(`custom-fields/${field.public_id}`, { archived: true });
  const needed = await desk.add('custom-fields', { key: 'pin_code', type: 'text', required: true });
  const { warnings } = (await desk.app.call('GET', `/forms/${form.public_id}`, { token: desk.admin })).body.data;
  expect(warnings).toHaveLength(3);
  expect(warnings.join()).toMatch(/Billboard is archived.*city is archived.*pin_code is required/s);
  await desk.change(`custom-fields/${needed.public_id}`, { required: false });
});

it('forms are listed by name', async () => {
  const token = desk.cast.zenith.admin.token;
  for (const name of ['Beta', 'Alpha', 'Gamma']) await desk.form({ name }, token);
  const { body } = await desk.app.call('GET', '/forms', { token });
  expect(body.data.map(({ name }: { name: string }) => name)).toEqual(['Alpha', 'Beta', 'Gamma']);
});

it('making and changing a form is in the audit trail, with its source by public id', async () => {
  let id = '';
  const left = await entriesLeftBy(desk.app, desk.admin, async () => {
    id = (await desk.form({ name: 'Traced', source: website })).public_id;
    await desk.change(`forms/${id}`, { active: false, source: null });
    await desk.change(`forms/${id}`, { active: false });
  });
  expect(left.map(({ action }) => action)).toEqual(['form.created', 'form.updated']);
  expect(left[0]).toMatchObject({ subject: { type: 'form', public_id: id } });
  expect(left[0]?.changes).toContainEqual({ field: 'source', from: null, to: website });
  expect(left[1]?.changes).toEqual([
    { field: 'source', from: website, to: null },
    { field: 'active', from: true, to: false },
  ]);
});

it('the database decides whether an id is free', async () => {
  const { database } = desk.app.services;
  const made = await desk.form({ name: 'First' });
  const stored = {
    name: 'Second',
    source_id: null,
    fields: [],
    allowed_origins: [],
    active: true,
    success_message: null,
  };
  const taken = insertForm(database, desk.cast.organizationId, made.public_id, stored);
  await expect(taken).rejects.toThrow('duplicate key');
  expect((await findForm(database, desk.cast.organizationId, made.public_id))?.name).toBe('First');
});
