import { beforeAll, describe, expect, it } from 'vitest';
import { countsOf, csv, ImportDesk } from '../support/import-desk.ts';
import { faultsOf, freshPhone } from '../support/leads.ts';
import { useLeadDesk } from '../support/opened.ts';

const desk = useLeadDesk();
let imports: ImportDesk;

beforeAll(async () => {
  imports = new ImportDesk(desk);
  await desk.add('custom-fields', { key: 'city', type: 'text', label: 'Home town' });
  await desk.add('custom-fields', { key: 'budget', type: 'number' });
  await desk.add('custom-fields', { key: 'member', type: 'boolean' });
  const options = ['Tea', 'Coffee; black', 'Milk', 'Caf\u00e9; hot'];
  await desk.add('custom-fields', { key: 'likes', type: 'multi_select', options });
});

const countImports = async () => Number((await desk.rows('select count(*) as n from imports'))[0].n);

describe('a file is read', () => {
  it.each([
    ['with commas', ',', '\n', ''],
    ['with semicolons', ';', '\n', ''],
    ['with tabs', '\t', '\n', ''],
    ['with CRLF', ',', '\r\n', ''],
    ['with bare CR', ';', '\r', ''],
    ['with a byte order mark', ',', '\n', '\ufeff'],
    ['with Excel’s sep= line', ';', '\r\n', '\ufeffsep=;\r\n'],
    ['with blank lines before the header', ',', '\n', '\n  \n\n'],
  ])('%s', async (_, delimiter, end, start) => {
    const [one, two] = [freshPhone(), freshPhone()];
    const line = (...cells: string[]) => cells.join(delimiter) + end;
    const quoted = `"Rao ""R"" ${delimiter} ${end} & sons"`;
    const file =
      start +
      line('First name', 'phone', 'Home town') +
      line('Asha', one, quoted) +
      end +
      line('', '', '') +
      line('रवि', two, '"Pune"');
    expect(countsOf(await imports.import(file))).toMatchObject({ rows: 2, processed: 2, created: 2, failed: 0 });
    const lead = await imports.leadOf(one);
    expect(lead.contact.first_name).toBe('Asha');
    expect(lead.custom_fields.city.replaceAll(/\r\n?/g, '\n')).toBe(
      quoted.slice(1, -1).replaceAll('""', '"').replaceAll(/\r\n?/g, '\n'),
    );
    expect((await imports.leadOf(two)).contact.first_name).toBe('रवि');
  });

  it('without a line end at its end, and with one column', async () => {
    const phone = freshPhone();
    expect(countsOf(await imports.import(`phone\n${phone}`))).toMatchObject({ rows: 1, created: 1 });
    expect(await imports.leadOf(phone)).not.toBeNull();
  });

  it('with sixty columns, most of them ignored', async () => {
    const columns = Array.from({ length: 58 }, (_, n) => `Extra ${n}`);
    const mapping = Object.fromEntries(columns.map((column) => [`mapping[${column}]`, 'ignore']));
    const phone = freshPhone();
    const file = csv(['Phone', ...columns, 'Last name'].join(), [phone, ...columns.map(() => 'x'), 'Rao'].join());
    expect(countsOf(await imports.import(file, mapping))).toMatchObject({ created: 1 });
    expect((await imports.leadOf(phone)).contact.last_name).toBe('Rao');
  });

  it('with an option whose accent is encoded in another way, and which holds a separator', async () => {
    const phone = freshPhone();
    expect(countsOf(await imports.import(csv('phone,likes', `${phone},Cafe\u0301; hot`)))).toMatchObject({
      created: 1,
    });
    expect((await imports.leadOf(phone)).custom_fields.likes).toEqual(['Caf\u00e9; hot']);
  });

  it('with values as spreadsheets write them', async () => {
    const phone = freshPhone();
    const source = await desk.add('sources', { name: 'Trade fair' });
    const file = csv(
      'phone,estimated_value,budget,Member,likes,source',
      `${phone},"2,50,000.50","1,234",Yes,"Tea | Milk",trade FAIR`,
    );
    expect(countsOf(await imports.import(file))).toMatchObject({ created: 1 });
    expect(await imports.leadOf(phone)).toMatchObject({
      estimated_value: 250_000.5,
      custom_fields: { budget: 1234, member: true, likes: ['Tea', 'Milk'] },
      source: { public_id: source.public_id },
    });
  });

  it('with a header line and nothing else: it is done at once', async () => {
    expect(countsOf(await imports.import('phone\n'))).toEqual({
      ...{ rows: 0, processed: 0, created: 0, duplicates: 0, filled: 0, failed: 0 },
    });
  });

  it('with rows that have too few or too many cells: those fail, and the others do not', async () => {
    const phones = [freshPhone(), freshPhone()];
    const file = csv('phone,first_name', `${phones[0]},A`, 'broken', 'a,b,c', `${phones[1]},B "the boss"`);
    const done = await imports.import(file);
    expect(countsOf(done)).toMatchObject({ rows: 4, created: 2, failed: 2 });
    expect(await imports.failures(done.public_id)).toEqual([
      'row,phone,first_name,why',
      '2,broken,,"The row has 1 cell, the header line 2."',
      '3,a,b c,"The row has 3 cells, the header line 2."',
    ]);
    expect((await imports.leadOf(phones[1] ?? '')).contact.first_name).toBe('B "the boss"');
  });
});

describe('a file is refused, and nothing of it is kept', () => {
  const refused = async (file: string | Buffer, query = {}) => {
    const before = await countImports();
    const answer = await imports.send(file, query);
    expect(await countImports()).toBe(before);
    return answer;
  };

  it.each([
    ['empty', ''],
    ['blank', ' \n\n'],
  ])('that is %s', async (_, file) => {
    expect(faultsOf(await refused(file))).toEqual(['body']);
  });

  it('with a delimiter that is not taken', async () => {
    expect(faultsOf(await refused('sep=|\nphone|email\n'))).toEqual(['body']);
  });

  it('with more than 250 columns', async () => {
    expect(faultsOf(await refused(Array(251).fill('phone').join()))).toEqual(['body']);
  });

  it.each([
    ['UTF-16', Buffer.from('phone\n98', 'utf16le')],
    ['Latin-1', Buffer.from('phone,Name\xe9\n', 'latin1')],
    ['NUL bytes', Buffer.from('phone,\0\n')],
  ])('in %s', async (_, file) => {
    expect((await refused(file)).body.code).toBe('malformed_request');
  });

  it('of another media type', async () => {
    const ask = { token: desk.admin, body: 'phone\n', headers: { 'content-type': 'application/json' } };
    expect((await desk.app.call('POST', '/imports', ask)).status).toBe(415);
    const csvBody = { token: desk.admin, body: 'phone\n', headers: { 'content-type': 'text/csv' } };
    expect((await desk.app.call('POST', '/leads', csvBody)).status).toBe(415);
  });

  it('with an Idempotency-Key, which is not taken here', async () => {
    const headers = { 'content-type': 'text/csv', 'idempotency-key': 'one' };
    const answer = await desk.app.call('POST', '/imports', { token: desk.admin, body: 'phone\n', headers });
    expect(faultsOf(answer)).toEqual(['Idempotency-Key']);
  });
});

describe('a file whose fault shows late is failed, and its rows go', () => {
  /** As many rows as make a piece of the stream. */
  const rows = () => Array.from({ length: 20_000 }, freshPhone);
  it.each([
    ['a quote that is not closed', () => csv('phone', ...rows(), '"98765'), 422],
    ['a row without end', () => csv('phone', ...rows(), `"${'x'.repeat(300_000)}`), 422],
    ['bytes that are not UTF-8', () => Buffer.concat([Buffer.from(csv('phone', ...rows())), Buffer.from([0xff])]), 400],
  ])('%s', async (_, make, status) => {
    const before = await desk.countLeads();
    const answer = await imports.send(make());
    expect(answer.status).toBe(status);
    const { body } = await desk.app.call('GET', '/imports', { token: desk.admin });
    expect(body.data[0]).toMatchObject({ state: 'failed', created: 0, links: { failures: null } });
    await imports.settled(body.data[0].public_id);
    expect(await desk.rows('select from import_rows where import_id = (select max(id) from imports)')).toEqual([]);
    expect(await desk.countLeads()).toBe(before);
  });
});
