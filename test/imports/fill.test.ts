import { beforeAll, describe, expect, it } from 'vitest';
import { countsOf, csv, ImportDesk } from '../support/import-desk.ts';
import { freshEmail, freshPhone, type Shown } from '../support/leads.ts';
import { useLeadDesk } from '../support/opened.ts';
import { Random } from '../support/random.ts';

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

it('a file leaves the same leads and timelines as its rows in files of their own', async () => {
  const random = new Random(11);
  const [people, maybe] = [[0, 1, 2, 3, 4], (share: number, text: string) => (random.chance(share) ? text : '')];
  const rows = Array.from({ length: 60 }, () => {
    const [phone, email] = [`P${random.pick(people)}`, `E${random.pick(people)}`];
    const names = [maybe(0.4, 'Asha'), maybe(0.3, random.pick(['Rao', 'Iyer']))];
    return [
      ...(random.chance(0.3)
        ? [phone, email]
        : random.pick([
            [phone, ''],
            ['', email],
          ])),
      ...names,
    ].join(',');
  });
  const outcomeOf = async (files: readonly (readonly string[])[]) => {
    const [phones, emails] = [people.map(freshPhone), people.map(freshEmail)];
    const own = (text: string) =>
      text.replaceAll(/P(\d)/g, (_, n) => phones[n] ?? '').replaceAll(/E(\d)/g, (_, n) => emails[n] ?? '');
    const shared = (text: string) =>
      people.reduce((left, n) => left.replaceAll(phones[n] ?? '', `P${n}`).replaceAll(emails[n] ?? '', `E${n}`), text);
    await desk.make({ phone: phones[0], email: emails[1] });
    for (const file of files) await imports.import(own(csv('phone,email,first_name,last_name', ...file)), FILL);
    const leads = await desk.rows<{ public_id: string }>(
      'select public_id from leads where phone = any($1) or email = any($2) order by id',
      [phones, emails],
    );
    return Promise.all(
      leads.map(async ({ public_id }) => {
        const { contact } = (await desk.get(public_id)).body.data;
        const activities = await desk.around(public_id, 'activities');
        const told = activities.map(({ kind, details }) => shared(JSON.stringify([kind, details]))).sort();
        return shared(JSON.stringify([contact, told]));
      }),
    );
  };
  expect(await outcomeOf([rows])).toEqual(await outcomeOf(rows.map((row) => [row])));
});

describe('a dry run of a file that fills counts as the real run', () => {
  it('an email that an earlier row made a lead of is not filled in', async () => {
    const [phone, email] = [freshPhone(), freshEmail()];
    const file = csv('phone,email', `${phone},`, `,${email}`, `${phone},${email}`);
    expect(await countsOfBoth(file)).toMatchObject({ created: 2, duplicates: 1, filled: 0 });
  });

  it('an email that was another lead’s leaves the field empty for a later one', async () => {
    const [phone, email] = [freshPhone(), freshEmail()];
    const taken = await desk.make({ email: freshEmail() });
    const file = csv('phone,email', `${phone},`, `${phone},${taken.contact.email}`, `${phone},${email}`, `,${email}`);
    expect(await countsOfBoth(file)).toMatchObject({ created: 1, duplicates: 3, filled: 1 });
  });

  it('an email is the lead’s that it was filled into, not the first one’s beside which it stood', async () => {
    for (const between of [0, 300]) {
      const [full, half] = [
        await desk.make({ phone: freshPhone(), email: freshEmail() }),
        await desk.make({ phone: freshPhone() }),
      ];
      const email = freshEmail();
      const file = csv(
        'phone,email,first_name',
        `${full.contact.phone},${email},`,
        `${half.contact.phone},${email},`,
        ...others(between, ',,'),
        `,${email},Asha`,
      );
      expect(await countsOfBoth(file)).toMatchObject({ created: between, duplicates: 3, filled: 2 });
      expect((await desk.get(half.public_id)).body.data.contact).toMatchObject({ email, first_name: 'Asha' });
    }
  });

  it('a field is filled once, however many rows are about the lead', async () => {
    const phone = freshPhone();
    const rows = Array.from({ length: 1_200 }, (_, n) => `${phone},${n === 400 || n === 1_199 ? 'Asha' : ''},Rao ${n}`);
    expect(await countsOfBoth(csv('phone,first_name,last_name', ...rows))).toMatchObject({
      created: 1,
      duplicates: 1_199,
      filled: 1,
    });
  });

  it('counts the same on random files of few people', async () => {
    for (const seed of [1, 2, 3, 4, 5, 6]) {
      const random = new Random(seed);
      const phones = Array.from({ length: random.pick([4, 12, 40]) }, freshPhone);
      const emails = phones.map(freshEmail);
      const maybe = (share: number, values: readonly string[]) => (random.chance(share) ? random.pick(values) : '');
      const contact = () => {
        const [phone, email] = [maybe(0.6, phones), maybe(0.4, emails)];
        return phone === '' && email === '' ? { phone: random.pick(phones), email } : { phone, email };
      };
      for (const _ of phones) {
        const { phone, email } = contact();
        const lead = {
          ...(phone && { phone }),
          ...(email && { email }),
          ...(random.chance(0.3) && { last_name: 'Old' }),
        };
        expect((await desk.post(lead)).status).toBeLessThan(300);
      }
      const rows = Array.from({ length: random.pick([40, 300]) }, () => {
        const { phone, email } = contact();
        const names = ['first_name', 'last_name', 'text_0', 'text_1'].map(() => maybe(0.06, ['A', 'B']));
        return [phone, email, ...names, maybe(0.06, ['5', '6']), maybe(0.06, ['Term', 'Term; Health', ';'])].join(',');
      });
      const header = 'phone,email,first_name,last_name,text_0,text_1,estimated_value,plans';
      const { rows: all, failed, ...counts } = await countsOfBoth(csv(header, ...rows));
      expect([seed, counts.created + counts.duplicates + failed]).toEqual([seed, all]);
    }
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
