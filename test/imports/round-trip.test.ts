import { beforeAll, expect, it } from 'vitest';
import { readOptions, writeOptions } from '../../src/leads/option-list.ts';
import { countsOf, csv, ImportDesk } from '../support/import-desk.ts';
import { freshPhone, type Shown } from '../support/leads.ts';
import { useLeadDesk } from '../support/opened.ts';
import { readCsv } from '../support/read-csv.ts';

const desk = useLeadDesk();

const OPTIONS = ['Term', 'Health', 'Term; Health', 'a|b', '6" pipe', '"quoted"', '=1+1', '-'];
const TEXTS = [
  ...['=HYPERLINK("http://evil.example")', '+1+1', '-1+1', '@SUM(A1)', '＝1+1', "'=1+1", "''-1", "'plain", "'"],
  ...['a "quoted", name', 'semi;colon', '+91 98765 43210', "'+91 98765 43210", '00123', '2,50,000', 'रवि'],
];
const NUMBERS = [0, -1.5, 0.1, 1e21, 1e-7, 12_345_678_901_234_567_000, 0.123_456_789_012_345_6, -250_000];
const LISTS = [
  [OPTIONS[0]],
  ['Term', 'Health'],
  ['Term; Health'],
  ['Health', 'a|b', '6" pipe'],
  ['=1+1', '-'],
  OPTIONS,
];

const FIELDS = [
  { key: 'story', type: 'text' },
  { key: 'income', type: 'number' },
  { key: 'known', type: 'boolean' },
  { key: 'born', type: 'date' },
  { key: 'plan', type: 'select', options: OPTIONS },
  { key: 'plans', type: 'multi_select', options: OPTIONS },
];
/** What an import cannot set. */
const IGNORED = [
  ...['public_id', 'status', 'owner', 'currency', 'score', 'score_band'],
  ...['last_activity_at', 'created_at', 'updated_at'],
];
const ignoring = Object.fromEntries(IGNORED.map((column) => [`mapping[${column}]`, 'ignore']));

beforeAll(async () => {
  const { admin, zenith } = desk.cast;
  for (const { token } of [admin, zenith.admin]) {
    const settings = [
      ...FIELDS.map((field) => ['custom-fields', field] as const),
      ...['Website', '=Fair'].map((name) => ['sources', { name }] as const),
    ];
    for (const [collection, body] of settings) {
      expect((await desk.app.call('POST', `/${collection}`, { token, body })).status).toBe(201);
    }
  }
  const { body } = await desk.app.call('GET', '/sources', { token: admin.token });
  const [sources, count] = [body.data as Shown[], Math.max(TEXTS.length, NUMBERS.length)];
  for (let n = 0; n < count; n++) {
    await desk.make({
      first_name: TEXTS[n],
      last_name: TEXTS[count - n - 1],
      email: n % 3 === 0 ? null : `+${n}-x@example.in`,
      source: sources[n % sources.length]?.public_id,
      estimated_value: n % 2 === 0 ? n * 100_000.25 : null,
      custom_fields: {
        ...{ story: `${TEXTS[n]}\ntwo, =3`, income: NUMBERS[n % NUMBERS.length], known: n % 2 === 0 },
        ...{ born: '1990-01-31', plan: OPTIONS[n % OPTIONS.length], plans: LISTS[n % LISTS.length] },
      },
    });
  }
  await desk.make({ phone: null, email: '-only@example.in' });
  await desk.make();
});

async function exported(token: string): Promise<string> {
  const { statusCode, body } = await desk.app.app.http.inject({
    method: 'GET',
    url: '/api/v1/leads',
    headers: { authorization: `Bearer ${token}`, accept: 'text/csv' },
  });
  expect(statusCode, body).toBe(200);
  return body;
}

/** Rows by their columns, without what another organization gives anew, in the order of phone and email. */
function comparable(file: string): Record<string, string>[] {
  const [heading = [], ...rows] = readCsv(file);
  const anew = ['public_id', 'owner', 'last_activity_at', 'created_at', 'updated_at'];
  return rows
    .map((row) =>
      Object.fromEntries(heading.map((name, n) => [name, row[n] ?? '']).filter(([name = '']) => !anew.includes(name))),
    )
    .sort((one, other) => `${one.phone} ${one.email}`.localeCompare(`${other.phone} ${other.email}`));
}

it('an export comes in again as it was, in another organization with the same settings', async () => {
  const { zenith } = desk.cast;
  const file = await exported(desk.admin);
  const count = readCsv(file).length - 1;
  expect(count).toBe(TEXTS.length + 2);
  const imports = new ImportDesk(desk);
  const sent = await imports.send(file, ignoring, zenith.admin.token);
  expect(sent.status, JSON.stringify(sent.body)).toBe(202);
  await desk.app.services.imports.run(zenith.organizationId);
  const { body } = await imports.get(sent.body.data.public_id, zenith.admin.token);
  const why = body.data.failed > 0 ? await imports.failures(body.data.public_id, zenith.admin.token) : [];
  expect(why).toEqual([]);
  expect(countsOf(body.data)).toMatchObject({ rows: count, created: count, failed: 0 });
  expect(comparable(await exported(zenith.admin.token))).toEqual(comparable(file));
});

it('columns that an import cannot set are named all at once, with what to do', async () => {
  const imports = new ImportDesk(desk);
  const { status, body } = await imports.send(await exported(desk.admin));
  expect(status).toBe(422);
  const word = 'is needed: an import cannot set this column of an export. Say ignore';
  expect(body.errors).toEqual(Object.fromEntries(IGNORED.map((column) => [`mapping[${column}]`, [word]])));
});

it('failed rows that are corrected come in, though their texts were made harmless', async () => {
  const imports = new ImportDesk(desk);
  const phone = freshPhone();
  const done = await imports.import(csv('phone,first_name,born', `${phone},=Asha,soon`));
  const [heading, row = ''] = await imports.failures(done.public_id);
  expect(row).toContain("'=Asha");
  const again = csv(`${heading}`, row.replace('soon', '1990-01-31'));
  const second = await imports.import(again, { 'mapping[row]': 'ignore', 'mapping[why]': 'ignore' });
  expect(countsOf(second)).toMatchObject({ created: 1, failed: 0 });
  expect((await imports.leadOf(phone)).contact.first_name).toBe('=Asha');
});

it('rows of a phone or an email with an apostrophe are found, so that they go with the person', async () => {
  const imports = new ImportDesk(desk);
  const phone = freshPhone();
  await imports.import(csv('phone,email,born', `'${phone},'+a@example.in,soon`));
  const rows = await desk.rows('select phone, email_key from import_rows where phone = $1', [phone]);
  expect(rows).toEqual([{ phone, email_key: '+a@example.in' }]);
});

it('options are read as they are written, and as people write them', () => {
  for (const list of [...LISTS, ['";"'], ['x', ';'], ['|"|', 'a;"']]) {
    expect(readOptions(writeOptions(list as string[]))).toEqual(list);
  }
  expect(writeOptions(['Term', 'Health'])).toBe('Term; Health');
  for (const cell of ['Tea;Milk', 'Tea | Milk', ' Tea ; "Milk" ;', '"Tea"|Milk']) {
    expect(readOptions(cell), cell).toEqual(['Tea', 'Milk']);
  }
  expect(readOptions('6" pipe; "a" b; "open')).toEqual(['6" pipe', '"a" b', '"open']);
});
