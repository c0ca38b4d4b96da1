import { beforeAll, describe, expect, it } from 'vitest';
import { countsOf, csv, ImportDesk } from '../support/import-desk.ts';
import { freshEmail, freshPhone, type Shown } from '../support/leads.ts';
import { useLeadDesk } from '../support/opened.ts';

const desk = useLeadDesk();
let imports: ImportDesk;

const TEXTS = Array.from({ length: 20 }, (_, n) => `text_${n}`);
/** Ten of these are 57,000 bytes, twenty more than a lead can have. */
const LONG = 'क'.repeat(1_900);

beforeAll(async () => {
  imports = new ImportDesk(desk);
  for (const key of TEXTS) await desk.add('custom-fields', { key, type: 'text' });
  await desk.add('custom-fields', { key: 'plans', type: 'multi_select', options: ['Term', 'Health'] });
});

const FILL = { on_duplicate: 'fill' };
const DRY = { ...FILL, dry_run: 'true' };

/** Rows of nobody else, so that the rows around them come into other chunks. */
const others = (count: number, blanks: string) => Array.from({ length: count }, () => `${freshPhone()}${blanks}`);

/** The counters of a dry run and of the real run after it, which are the same. */
async function countsOfBoth(file: string): Promise<Shown> {
  const tried = countsOf(await imports.import(file, DRY));
  const real = countsOf(await imports.import(file, FILL));
  expect(tried).toEqual(real);
  return real;
}

describe('a row of a file is an enquiry about the lead as rows before it left it', () => {
  const reenquiries = async (lead: Shown) => {
    const activities = await desk.around(lead.public_id, 'activities');
    return activities.filter(({ kind }) => kind === 'reenquiry').map(({ details }) => details);
  };

  it('what an earlier row of the file filled in leaves no trace', async () => {
    for (const between of [0, 300]) {
      const lead = await desk.make({ phone: freshPhone() });
      const { phone } = lead.contact;
      const file = csv(
        'phone,first_name,last_name',
        `${phone},Asha,Rao`,
        ...others(between, ',,'),
        `${phone},Asha,`,
        `${phone},,Singh`,
      );
      expect(await countsOfBoth(file)).toMatchObject({ duplicates: 3, filled: 1 });
      expect(await reenquiries(lead)).toEqual([{ last_name: 'Singh' }, { first_name: 'Asha', last_name: 'Rao' }]);
    }
  });

  it('nor if the rows name the lead by its phone and by its email', async () => {
    const lead = await desk.make({ phone: freshPhone(), email: freshEmail() });
    const file = csv(
      'phone,email,first_name,last_name',
      `${lead.contact.phone},,Asha,Rao`,
      `,${lead.contact.email},Asha,`,
    );
    expect(await countsOfBoth(file)).toMatchObject({ duplicates: 2, filled: 1 });
    expect(await reenquiries(lead)).toEqual([{ first_name: 'Asha', last_name: 'Rao' }]);
  });
});

describe('custom values that a lead has no room for', () => {
  const row = (phone: string, first_name: string, from: number, to: number) =>
    [phone, first_name, ...TEXTS.map((_, n) => (n >= from && n < to ? LONG : ''))].join(',');

  it('are left out, and the others filled in, in a dry run as well', async () => {
    const phone = freshPhone();
    const file = csv(['phone', 'first_name', ...TEXTS].join(','), row(phone, '', 0, 10), row(phone, 'Asha', 10, 20));
    expect(await countsOfBoth(file)).toMatchObject({ created: 1, duplicates: 1, filled: 1 });
    const lead = await imports.leadOf(phone);
    expect(lead.contact.first_name).toBe('Asha');
    expect(Object.keys(lead.custom_fields).sort()).toEqual(TEXTS.slice(0, 11).sort());
    expect(Buffer.byteLength(JSON.stringify(lead.custom_fields))).toBeLessThanOrEqual(65_536);
    const again = csv(['phone', 'first_name', ...TEXTS].join(','), row(phone, 'Asha', 11, 20));
    expect(await countsOfBoth(again)).toMatchObject({ created: 0, duplicates: 1, filled: 0 });
  });
});
