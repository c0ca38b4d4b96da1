import { beforeAll, describe, expect, it } from 'vitest';
import { csv, ImportDesk } from '../support/import-desk.ts';
import { faultsOf, freshPhone } from '../support/leads.ts';
import { useLeadDesk } from '../support/opened.ts';

const desk = useLeadDesk();
let imports: ImportDesk;

beforeAll(async () => {
  imports = new ImportDesk(desk);
  await desk.add('custom-fields', { key: 'product_interest', type: 'text', label: 'Plan' });
  await desk.add('custom-fields', { key: 'old', type: 'text', label: 'Old one', archived: true });
  await desk.add('custom-fields', { key: 'a_1', type: 'text', label: 'Same' });
  await desk.add('custom-fields', { key: 'a_2', type: 'text', label: 'same' });
});

const faults = async (header: string, query: Record<string, string> = {}) => {
  const { status, body } = await imports.send(csv(header), query);
  expect([status, body.code], JSON.stringify(body)).toEqual([422, 'validation_failed']);
  expect(await desk.rows('select from imports')).toEqual([]);
  return body.errors as Record<string, string[]>;
};

describe('columns map themselves', () => {
  it.each([
    ['first_name', 'contact.first_name'],
    ['First name', 'contact.first_name'],
    [' FIRST  NAME ', 'contact.first_name'],
    ['LastName', 'contact.last_name'],
    ['custom_fields.product_interest', 'custom_fields.product_interest'],
    ['product_interest', 'custom_fields.product_interest'],
    ['Product Interest', 'custom_fields.product_interest'],
    ['plan', 'custom_fields.product_interest'],
  ])('%s goes to %s', async (column, path) => {
    const phone = freshPhone();
    await imports.import(csv(`${column},Phone`, `Value,${phone}`));
    const lead = await imports.leadOf(phone);
    const [group = '', key = ''] = path.split('.');
    expect(lead[group][key]).toBe('Value');
    await desk.rows('delete from imports');
  });

  it('a mapping goes before that, by the name of the column in any case', async () => {
    const phone = freshPhone();
    const query = { 'mapping[MOBILE NO]': 'phone', 'mapping[Phone]': 'ignore', 'mapping[First name]': 'last_name' };
    await imports.import(csv('Mobile no,Phone,First name', `${phone},other,Rao`), query);
    expect((await imports.leadOf(phone)).contact).toMatchObject({ first_name: null, last_name: 'Rao' });
    await desk.rows('delete from imports');
  });
});

describe('columns that map to nothing', () => {
  it('are left out where the caller says so once, however many there are', async () => {
    const phone = freshPhone();
    const others = Array.from({ length: 240 }, (_, n) => `अन्य जानकारी ${n}`);
    const query = { unmapped: 'ignore', 'mapping[Mobile]': 'phone' };
    await imports.import(csv(['row', 'Mobile', ...others, 'why'].join(), `1,${phone},${',x'.repeat(240)}`), query);
    expect((await imports.leadOf(phone)).contact.phone).toBe(phone);
    await desk.rows('delete from imports');
  });

  it('are refused all the same where they may mean two fields, or are mapped to what is no field', async () => {
    const query = { unmapped: 'ignore', 'mapping[Town]': 'nothing' };
    expect(Object.keys(await faults('phone,Same,Town', query))).toEqual(['mapping[Same]', 'mapping[Town]']);
  });
});

describe('what is in doubt is refused before anything is stored', () => {
  it('a column that maps to nothing is named, with what was probably meant', async () => {
    const errors = await faults('phone,frist_name,Whatever');
    expect(Object.keys(errors)).toEqual(['mapping[frist_name]', 'mapping[Whatever]']);
    expect(errors['mapping[frist_name]']?.join()).toContain('did you mean first_name?');
  });

  it('two columns that map to one field', async () => {
    expect(Object.keys(await faults('phone,email,E-mail'))).toEqual(['mapping[E-mail]']);
    expect(Object.keys(await faults('phone,phone'))).toEqual(['mapping[phone]']);
    expect(Object.keys(await faults('phone,Mobile', { 'mapping[Mobile]': 'phone' }))).toEqual(['mapping[Mobile]']);
  });

  it('a column without a name, unless it is ignored by its position', async () => {
    expect(Object.keys(await faults('phone,'))).toEqual(['mapping[column 2]']);
    const { status } = await imports.send(csv('phone,'), { 'mapping[column 2]': 'ignore' });
    expect(status).toBe(202);
    await desk.app.services.imports.run(desk.cast.organizationId);
    await desk.rows('delete from imports');
  });

  it('a mapping of a column that the file does not have, or to a field that there is not', async () => {
    const errors = await faults('phone,Town', { 'mapping[Twon]': 'ignore', 'mapping[Town]': 'custom_fields.nothing' });
    expect(errors['mapping[Twon]']?.join()).toContain('did you mean Town?');
    expect(errors['mapping[Town]']?.join()).toContain('is not a field');
    expect(Object.keys(await faults('phone,x', { 'mapping[x]': 'old' }))).toEqual(['mapping[x]']);
    expect(Object.keys(await faults('phone,x', { 'mapping[x]': 'status' }))).toEqual(['mapping[x]']);
  });

  it('a source that there is not, told together with the columns', async () => {
    const errors = await faults('phone,Town', { source: 'src_01k5p3c6m8q2r4s6t8v0w2x4z6', 'mapping[Twon]': 'ignore' });
    expect(Object.keys(errors)).toEqual(['source', 'mapping[Twon]', 'mapping[Town]']);
  });

  it('a label that two custom fields have', async () => {
    expect((await faults('phone,Same'))['mapping[Same]']?.join()).toContain('custom_fields.a_1 or custom_fields.a_2');
  });

  it('a file without a phone and an email', async () => {
    expect(Object.keys(await faults('first_name'))).toEqual(['mapping']);
  });

  it('a file without a column for a required custom field', async () => {
    const { public_id } = await desk.add('custom-fields', { key: 'needed', type: 'text', required: true });
    expect((await faults('phone')).mapping?.join()).toContain('custom_fields.needed');
    await desk.change(`custom-fields/${public_id}`, { archived: true });
  });

  it.each([
    [{ source: 'src_00000000000000000000000000' }, ['source']],
    [{ on_duplicate: 'merge' }, ['on_duplicate']],
    [{ dry_run: 'maybe' }, ['dry_run']],
    [{ unmapped: 'drop' }, ['unmapped']],
    [{ maping: 'x' }, ['maping']],
    [{ 'mapping[x': 'x' }, ['mapping[x']],
  ])('the query %j', async (query, named) => {
    expect(faultsOf(await imports.send(csv('phone'), query as never))).toEqual(named);
  });
});
