import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { plainFields } from '../../src/imports/header.ts';
import { readRecords as serviceRecords } from '../../src/imports/receive/csv.ts';
import { csvColumns } from '../../src/leads/export/formats.ts';
import { runsOf } from '../support/runs.ts';

// By variables, because the types of the console are those of a page, which the tests do not know.
const at = (path: string) => new URL(`../../console/src/routes/import/${path}`, import.meta.url).href;
const { readBeginning, readRecords } = await import(at('reading/csv.ts'));
const { fileStartOf, READ_BYTES } = await import(at('reading/file-start.ts'));
const { exportedOnly, hasMistakes, mappingParameters, mistakesIn, ownColumns, proposedMapping } = await import(
  at('mapping/mapping.ts')
);

const { guessedFields, usual } = await import(at('mapping/guesses.ts'));

const bytesOf = (text: string) => new TextEncoder().encode(text);
const start = (text: string, name = 'leads.csv') => fileStartOf({ name, size: bytesOf(text).length }, bytesOf(text));

/** All records, as the console and as the service read them; null where they are refused. */
const asConsole = (text: string) => {
  const beginning = readBeginning(text, true);
  if ('fault' in beginning) return null;
  const { records, isOpen } = readRecords(beginning.text, beginning.delimiter, 1_000, true);
  return isOpen ? null : records;
};
async function asService(text: string): Promise<string[][] | null> {
  async function* whole() {
    yield text;
  }
  const records: string[][] = [];
  try {
    for await (const record of serviceRecords(whole())) records.push(record);
  } catch {
    return null;
  }
  return records;
}

describe('a file before it is sent', () => {
  it.each([
    ['commas', 'Name,Phone\nAsha,98', ','],
    ['semicolons', 'Name;Phone\r\nAsha;98', ';'],
    ['tabs', 'Name\tPhone\rAsha\t98', '\t'],
    ['what Excel says', 'sep=;\nName;Phone\nAsha;98', ';'],
    ['a byte order mark', '\uFEFFName,Phone\nAsha,98', ','],
    ['blank lines', '\n\r\nName,Phone\n\n , \nAsha,98\n', ','],
    ['commas within quotes of a header with semicolons', '"Name";Phone\n"Asha";98', ';'],
  ])('is read with %s', (_, text, delimiter) => {
    expect(start(text)).toEqual({ delimiter, columns: ['Name', 'Phone'], rows: [['Asha', '98']] });
  });

  it('is read with quotes, doubled quotes, line breaks and delimiters within them', () => {
    const text = 'Name,"Re,marks"\r\n"Rao ""A"", Asha","two\r\nlines"\r\nO"Neil,"a"b\r\n';
    expect(start(text)).toEqual({
      delimiter: ',',
      columns: ['Name', 'Re,marks'],
      rows: [
        ['Rao "A", Asha', 'two\r\nlines'],
        ['O"Neil', '"a"b'],
      ],
    });
  });

  it('is read as the service reads it, whatever it holds', async () => {
    const piece = fc.constantFrom('"', '""', ',', ';', '\t', '\n', '\r\n', '\r', ' ', 'a', 'sep=;', 'आ', "'", '=');
    const text = fc.array(piece, { maxLength: 40 }).map((pieces) => pieces.join(''));
    await fc.assert(
      fc.asyncProperty(text, async (one) => {
        expect(asConsole(one)).toEqual(await asService(one));
      }),
      { numRuns: runsOf(300, 5_000) },
    );
  });

  it('names columns without a name by their position', () => {
    expect(start('Phone,, \n1,2,3\n').columns).toEqual(['Phone', 'column 2', 'column 3']);
  });

  it('is read no further than its beginning, and not to the middle of a row or a letter', () => {
    const line = `${'आ'.repeat(100)},98\n`;
    const text = `Name,Phone\n${line.repeat(2_000)}`;
    const bytes = bytesOf(text).slice(0, READ_BYTES);
    const read = fileStartOf({ name: 'leads.csv', size: 180_000_000 }, bytes);
    expect(read.rows).toHaveLength(5);
    const cut = fileStartOf({ name: 'x.csv', size: 1_000_000 }, bytesOf('Name,Phone\nAsha,98\nRavi,9').slice(0, 25));
    expect(cut.rows).toEqual([['Asha', '98']]);
  });

  it.each([
    ['empty', ''],
    ['empty', '\n \n'],
    ['noRows', 'Name,Phone\n'],
    ['delimiter', 'sep=|\nName|Phone\n'],
    ['headless', 'Asha,9876543210\nRavi,9876543211\n'],
    ['headless', 'Asha,+91 98765 43210\n'],
    ['headless', 'Asha,asha@example.in\n'],
    ['quote', 'Name,Phone\n"Asha,98\n'],
    ['notUtf8', 'Name,Phone\nA\0,98\n'],
    ['manyColumns', `${'a,'.repeat(250)}b\n1\n`],
    ['columnName', `${'a'.repeat(900)},Phone\n1,2\n`],
  ])('is refused as %s', (fault, text) => {
    expect(start(text)).toEqual({ fault });
  });

  it('is refused where it is no CSV file in UTF-8, or too large, or has no end of its header', () => {
    const of = (bytes: number[], name = 'leads.csv', size = bytes.length) =>
      fileStartOf({ name, size }, Uint8Array.from(bytes)).fault;
    expect(of([0x50, 0x4b, 3, 4, 0, 0])).toBe('spreadsheet');
    expect(of([0xd0, 0xcf, 0x11, 0xe0])).toBe('spreadsheet');
    expect(of([65, 66], 'Leads.XLSX')).toBe('spreadsheet');
    expect(of([0xff, 0xfe, 65, 0, 66, 0])).toBe('notUtf8');
    expect(of([65, 0xe9, 10])).toBe('notUtf8');
    expect(of([65, 66], 'leads.csv', 200 * 1_024 * 1_024 + 1)).toBe('tooLarge');
    expect(of([65, 66], 'leads.csv', 1_000_000)).toBe('longHeader');
  });
});

const custom = [
  { key: 'product_interest', label: 'Plan', required: false },
  { key: 'a_1', label: 'Same', required: false },
  { key: 'a_2', label: 'same', required: false },
];
const proposed = (...columns: string[]) => Object.fromEntries(proposedMapping(columns, custom));
const mistakes = (columns: string[], mapping: Record<string, string>, fields = custom) =>
  mistakesIn(columns, new Map(Object.entries(mapping)), fields);

describe('the columns of a file', () => {
  it('map themselves by the names and labels of fields', () => {
    expect(proposed('First name', ' PHONE_', 'plan', 'Product interest', 'Same', 'Remarks')).toEqual({
      'First name': 'first_name',
      ' PHONE_': 'phone',
      plan: 'custom_fields.product_interest',
      'Product interest': 'custom_fields.product_interest',
      Same: '',
      Remarks: '',
    });
  });

  it('are left out by themselves where a list of failed rows or an export has them', () => {
    expect(proposed('row', 'Mobile', 'why')).toEqual({ row: 'ignore', Mobile: '', why: 'ignore' });
    expect(ownColumns(['row', 'Mobile', 'why'])).toEqual(['Mobile']);
    expect(proposed('why', 'Mobile', 'row')).toEqual({ row: '', Mobile: '', why: '' });
    expect(Object.values(proposed(...csvColumns)).filter((field) => field === '')).toEqual([]);
    expect(proposed('status', 'phone'), 'of a file that is no export').toEqual({ status: '', phone: 'phone' });
  });

  describe('whose names are common', () => {
    const guessed = (...columns: string[]) =>
      Object.fromEntries(guessedFields(columns, proposedMapping(columns, custom), custom));
    const asHeader = (name: string) => guessed(name)[name];

    it.each(Object.entries(usual as Record<string, string[]>))('are taken for %s', (field, names) => {
      expect(Object.fromEntries(names.map((name) => [name, asHeader(name)]))).toEqual(
        Object.fromEntries(names.map((name) => [name, field])),
      );
    });

    it.each([
      [
        'phone',
        'Mobile No.',
        'Mobile Number',
        'Phone No',
        'Contact Number',
        'WhatsApp Number',
        'मोबाइल',
        'फ़ोन',
        'फोन नं.',
      ],
      ['phone', 'मोबाइल नम्बर', '\u092B\u093C\u094B\u0928', '\u095E\u094B\u0928', 'मोबाईल'],
      ['email', 'E-mail ID', 'Email Address', 'ई-मेल', 'ईमेल आईडी'],
      ['first_name', 'Lead Name', 'Full Name', 'NAME', 'नाम', 'पूरा नाम'],
      ['source', 'Lead Source', 'स्रोत'],
      ['estimated_value', 'Deal Value', 'Amount (₹)', 'Budget (INR)', 'Amount (Rs.)', 'बजट'],
    ])('are taken for %s however they are written', (field, ...names) => {
      for (const name of names) expect(asHeader(name), name).toBe(field);
    });

    it('go to a field once: to the likeliest column, and not where one is named like the field', () => {
      expect(guessed('WhatsApp Number', 'Mobile No.')).toEqual({ 'Mobile No.': 'phone' });
      expect(guessed('Phone', 'Mobile No.')).toEqual({});
      expect(guessed('Name', 'First name')).toEqual({});
    });

    it('hold a whole name only where no column has the last name', () => {
      expect(guessed('Full Name')).toEqual({ 'Full Name': 'first_name' });
      expect(guessed('Full Name', 'Surname')).toEqual({ Surname: 'last_name' });
      expect(guessed('Name', 'Surname')).toEqual({ Name: 'first_name', Surname: 'last_name' });
    });

    it('stay undecided where fields of the organization are named so', () => {
      const budgets = ['one', 'two'].map((key) => ({ key, label: 'Budget', required: false }));
      expect([...guessedFields(['Budget'], proposedMapping(['Budget'], budgets), budgets)]).toEqual([]);
    });

    it('and others are not guessed', () => {
      expect(guessed('Remarks', 'Phone (alternate)', 'Company name', 'Product', 'row', 'why', 'संख्या', '')).toEqual({});
    });
  });

  it('are those of an export: what an import can set, and what it cannot', () => {
    expect([...exportedOnly, ...plainFields].sort()).toEqual([...csvColumns].sort());
  });

  it('are mistaken where they are not decided, share a field or a name, or no lead could come of them', () => {
    expect(mistakes(['A'], { A: '' }).undecided.has('A')).toBe(true);
    expect([...mistakes(['A', 'B'], { A: 'phone', B: 'phone' }).taken]).toEqual([['B', 'A']]);
    expect([...mistakes(['A', 'A'], { A: 'phone' }).repeated]).toEqual(['A']);
    expect([...mistakes(['phone', 'A', 'A'], { phone: 'phone', A: 'ignore' }).repeated]).toEqual([]);
    expect(mistakes(['A'], { A: 'first_name' }).missing).toEqual(['contact']);
    const needed = { key: 'needed', label: 'Needed', required: true };
    expect(mistakes(['A'], { A: 'email' }, [needed]).missing).toEqual([needed]);
    expect(hasMistakes(mistakes(['A'], { A: 'email' }))).toBe(false);
  });

  it('are told to the service only where it would not know', () => {
    const told = (mapping: Record<string, string>) =>
      mappingParameters(Object.keys(mapping), new Map(Object.entries(mapping)), custom);
    expect(told({ Phone: 'phone', 'First name': 'first_name' })).toEqual({});
    expect(told({ Mobile: 'phone', Phone: 'ignore', Remarks: 'ignore' })).toEqual({
      'mapping[Mobile]': 'phone',
      'mapping[Phone]': 'ignore',
      unmapped: 'ignore',
    });
    expect(told({ Email: 'email', 'E-mail': 'ignore' }), 'names that are the same to the service').toEqual({
      'mapping[Email]': 'email',
      'mapping[E-mail]': 'ignore',
      unmapped: 'ignore',
    });
  });

  it('fit into an address, or are refused before', () => {
    const names = Array.from({ length: 249 }, (_, n) => `अन्य जानकारी ${n}`);
    const leftOut = Object.fromEntries([['phone', 'phone'], ...names.map((name) => [name, 'ignore'])]);
    expect(hasMistakes(mistakes(['phone', ...names], leftOut))).toBe(false);
    const fields = names.map((_, n) => ({ key: `f${n}`, label: `F${n}`, required: false }));
    const mapped = Object.fromEntries([['phone', 'phone'], ...names.map((name, n) => [name, `custom_fields.f${n}`])]);
    expect(mistakes(['phone', ...names], mapped, fields).isTooLong).toBe(true);
  });
});
