import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { FormDesk } from '../support/forms.ts';
import type { Answer } from '../support/harness.ts';
import { faultsOf, freshEmail, freshPhone, type Shown } from '../support/leads.ts';

let desk: FormDesk;
let website: string;
let full: Shown;

beforeAll(async () => {
  desk = await FormDesk.open();
  website = (await desk.add('sources', { name: 'Website' })).public_id;
  const options = ['Term plan', 'Health plan', 'Motor'];
  for (const [key, type] of Object.entries({ city: 'text', age: 'number', insured: 'boolean', born: 'date' })) {
    await desk.add('custom-fields', { key, type });
  }
  await desk.add('custom-fields', { key: 'plan', type: 'select', options });
  await desk.add('custom-fields', { key: 'plans', type: 'multi_select', options });
  await desk.add('custom-fields', { key: 'secret', type: 'text' });
  const keys = ['city', 'age', 'insured', 'born', 'plan', 'plans'];
  full = await desk.form({
    source: website,
    fields: [
      'first_name',
      'last_name',
      'phone',
      'email',
      'estimated_value',
      ...keys.map((key) => `custom_fields.${key}`),
    ].map((field) => ({ field })),
  });
});
afterAll(() => desk.close());

const received = { data: { received: true } };
const custom_fields = {
  city: 'Pune',
  age: 41.5,
  insured: false,
  born: '1984-02-29',
  plan: 'Term plan',
  plans: ['Motor', 'Health plan'],
};

describe('a submission makes a lead', () => {
  it('as JSON, with the form’s source and every field that it asks for', async () => {
    const phone = freshPhone();
    const email = freshEmail();
    const sent = { first_name: ' Asha ', last_name: 'Rao', phone, email, estimated_value: 250000.5, custom_fields };
    const { status, body } = await desk.submit(full.public_id, sent);
    expect([status, body]).toEqual([201, received]);
    expect(await desk.leadWith(phone)).toMatchObject({
      contact: { first_name: 'Asha', last_name: 'Rao', phone, email },
      source: { public_id: website, name: 'Website' },
      status: { name: 'New' },
      estimated_value: 250000.5,
      custom_fields,
    });
  });

  it('form-encoded, each value converted by the type of its field', async () => {
    const phone = freshPhone();
    const { status, body } = await desk.submitEncoded(full.public_id, [
      ['first_name', 'आशा'],
      ['last_name', '   '],
      ['phone', phone.replace('+91', '0')],
      ['email', ''],
      ['estimated_value', '2,50,000.50'],
      ['custom_fields[city]', 'Pune\r\nCamp'],
      ['custom_fields[age]', '41.5'],
      ['custom_fields[insured]', 'no'],
      ['custom_fields[born]', '29/2/1984'],
      ['custom_fields[plan]', ''],
      ['custom_fields[plans]', 'Motor'],
      ['custom_fields[plans]', 'Health plan'],
      ['homepage_url', ''],
      ['started', ''],
    ]);
    expect([status, body]).toEqual([201, received]);
    expect(await desk.leadWith(phone)).toMatchObject({
      contact: { first_name: 'आशा', last_name: null, phone, email: null },
      estimated_value: 250000.5,
      custom_fields: {
        city: 'Pune\nCamp',
        age: 41.5,
        insured: false,
        born: '1984-02-29',
        plans: ['Motor', 'Health plan'],
      },
    });
  });

  it.each([
    ['on', true],
    ['true', true],
    ['Yes', true],
    ['1', true],
    ['off', false],
    ['0', false],
  ])('a box that sends %s is %s', async (text, value) => {
    const phone = freshPhone();
    await desk.submitEncoded(full.public_id, [
      ['phone', phone],
      ['custom_fields[insured]', text],
    ]);
    expect((await desk.leadWith(phone)).custom_fields).toEqual({ insured: value });
  });

  it('raw UTF-8 and percent-encoding are read alike, and brackets after a repeated name are fine', async () => {
    const phone = freshPhone();
    const body = `first_name=आशा&phone=${encodeURIComponent(phone)}&custom_fields[plans][]=Motor&custom_fields%5Bplans%5D%5B%5D=Term+plan`;
    const headers = { 'content-type': 'application/x-www-form-urlencoded;charset=UTF-8' };
    expect((await desk.submit(full.public_id, body, headers)).status).toBe(201);
    expect(await desk.leadWith(phone)).toMatchObject({
      contact: { first_name: 'आशा' },
      custom_fields: { plans: ['Motor', 'Term plan'] },
    });
  });

  it('in the form’s own organization and nowhere else', async () => {
    const theirs = await desk.leads(desk.cast.zenith.admin.token);
    const form = await desk.form({ name: 'Theirs' }, desk.cast.zenith.admin.token);
    const ours = (await desk.leads()).length;
    const phone = freshPhone();
    await desk.submit(form.public_id, { phone });
    expect((await desk.leads()).length).toBe(ours);
    expect((await desk.leads(desk.cast.zenith.admin.token)).length).toBe(theirs.length + 1);
  });
});

describe('what is wrong is named, field by field, all at once', () => {
  it('by the rules for creating a lead', async () => {
    const answer = await desk.submit(full.public_id, {
      first_name: 'a\nb',
      phone: '12345',
      email: 'nobody',
      estimated_value: 1.234,
      custom_fields: {
        age: 'old',
        insured: 'maybe',
        born: '2026-02-30',
        plan: 'Term plann',
        plans: ['Motor', 'Motor'],
      },
    });
    expect(faultsOf(answer)).toEqual(
      [
        'first_name',
        'phone',
        'email',
        'estimated_value',
        ...['age', 'insured', 'born', 'plan', 'plans'].map((key) => `custom_fields.${key}`),
      ].sort(),
    );
    expect(answer.body.errors['custom_fields.plan'].join()).toContain('did you mean Term plan?');
  });

  it('form-encoded values that cannot be converted are refused by name, too', async () => {
    const answer = await desk.submitEncoded(full.public_id, [
      ['phone', '98765'],
      ['phone', '98766'],
      ['estimated_value', '1,5'],
      ['custom_fields[age]', 'old'],
      ['custom_fields[insured]', 'maybe'],
      ['custom_fields[born]', 'yesterday'],
      ['custom_fields[plan]', 'None'],
      ['custom_fields[city]', 'Pune'],
      ['custom_fields[city]', 'Goa'],
    ]);
    expect(faultsOf(answer)).toEqual(
      [
        'phone',
        'estimated_value',
        ...['age', 'insured', 'born', 'plan', 'city'].map((key) => `custom_fields.${key}`),
      ].sort(),
    );
    expect(answer.body.errors.phone).toEqual(['must be given once']);
  });

  it('only the form’s own fields are taken', async () => {
    const small = await desk.form({ fields: [{ field: 'phone' }, { field: 'custom_fields.city' }] });
    const sent = {
      phone: freshPhone(),
      email: freshEmail(),
      source: website,
      owner: 'x',
      custom_fields: { city: 'Pune', secret: 'x', ctiy: 'x', constructor: 'x' },
    };
    const answer = await desk.submit(small.public_id, sent);
    const strange = ['constructor', 'ctiy', 'secret'].map((key) => `custom_fields.${key}`);
    expect(faultsOf(answer)).toEqual([...strange, 'email', 'owner', 'source']);
    expect(answer.body.errors['custom_fields.ctiy'].join()).toContain('did you mean custom_fields.city?');
    const pairs = [
      ['phone', freshPhone()],
      ['emial', ''],
      ['custom_fields[secret]', 'x'],
      ['__proto__', 'x'],
      ['custom_fields[__proto__]', 'x'],
    ] as const;
    const encoded = await desk.submitEncoded(small.public_id, pairs);
    expect(encoded.status).toBe(422);
    expect(Object.getOwnPropertyNames(encoded.body.errors).sort()).toEqual(
      ['__proto__', 'custom_fields.__proto__', 'custom_fields.secret', 'emial'].sort(),
    );
  });

  it('of thousands of strange fields only some are named', async () => {
    const custom_fields = Object.fromEntries(Array.from({ length: 5_000 }, (_, n) => [`key_${n}`, 1]));
    const answer = await desk.submit(full.public_id, { phone: freshPhone(), custom_fields });
    expect(faultsOf(answer).length).toBeLessThanOrEqual(100);
    const pairs = Array.from({ length: 4_000 }, (_, n) => [`n${n}`, ''] as const);
    expect(faultsOf(await desk.submitEncoded(full.public_id, pairs)).length).toBeLessThanOrEqual(102);
  });

  it('what the form or the organization requires must be there', async () => {
    const form = await desk.form({
      fields: [
        { field: 'first_name', required: true },
        { field: 'phone' },
        { field: 'custom_fields.plans', required: true },
        { field: 'custom_fields.city', required: true },
      ],
    });
    const wanted = ['custom_fields.city', 'custom_fields.plans', 'first_name', 'phone'];
    const blank = { first_name: '  ', custom_fields: { plans: [], city: ' ' } };
    for (const sent of [{}, blank, { first_name: null, phone: null }]) {
      const answer = await desk.submit(form.public_id, sent);
      expect(faultsOf(answer)).toEqual(wanted);
      for (const messages of Object.values(answer.body.errors)) expect(messages).toEqual(['is required']);
    }
    expect(faultsOf(await desk.submitEncoded(form.public_id, [['first_name', ' ']]))).toEqual(wanted);

    const needed = await desk.add('custom-fields', { key: 'pin', type: 'text', required: true });
    expect(faultsOf(await desk.submit(full.public_id, { phone: freshPhone() }))).toEqual(['custom_fields.pin']);
    await desk.change(`custom-fields/${needed.public_id}`, { archived: true });
  });

  it('of phone and email one is needed', async () => {
    expect(faultsOf(await desk.submit(full.public_id, { first_name: 'Asha' }))).toEqual(['phone']);
    expect((await desk.submit(full.public_id, { email: freshEmail() })).status).toBe(201);
    const mail = await desk.form({ fields: [{ field: 'email' }] });
    expect(faultsOf(await desk.submit(mail.public_id, {}))).toEqual(['email']);
  });

  it('in Hindi for those who prefer it', async () => {
    const answer = await desk.submit(full.public_id, { phone: '1' }, { 'accept-language': 'hi-IN,en;q=0.5' });
    expect(answer.body.errors.phone.join()).toContain('भारतीय मोबाइल नंबर');
  });

  it('unknown parameters of the address are refused with everything else', async () => {
    const answer = await desk.app.call('POST', `/forms/${full.public_id}/submissions?utm=1`, { body: { phone: '1' } });
    expect(faultsOf(answer)).toEqual(['phone', 'utm']);
  });
});

describe('what cannot be read', () => {
  const outcome = ({ status, body }: Answer) => [status, body.code];
  const encodedType = { 'content-type': 'application/x-www-form-urlencoded' };

  it.each(['text/plain', 'multipart/form-data; boundary=x', 'application/x-www-form-urlencoded; charset=latin1'])(
    '%s is refused',
    async (type) => {
      expect(outcome(await desk.submit(full.public_id, 'a=1', { 'content-type': type }))).toEqual([
        415,
        'unsupported_media_type',
      ]);
    },
  );

  it('more than 5,000 fields are refused', async () => {
    const { status, body } = await desk.submit(full.public_id, 'a=1&'.repeat(5_001), encodedType);
    expect([status, body.errors]).toEqual([422, { body: ['must have at most 5000 fields'] }]);
  });

  it.each(['phone=%', 'phone=%FF'])('a broken encoding is malformed', async (body) => {
    expect(outcome(await desk.submit(full.public_id, body, encodedType))).toEqual([400, 'malformed_request']);
  });

  it('broken JSON and an empty body are malformed', async () => {
    for (const body of ['{', '']) {
      expect(outcome(await desk.submit(full.public_id, body))).toEqual([400, 'malformed_request']);
    }
    expect(outcome(await desk.submit(full.public_id, '', encodedType))).toEqual([400, 'malformed_request']);
    expect((await desk.submit(full.public_id, [])).status).toBe(422);
    expect(Object.keys((await desk.submit(full.public_id, '{"__proto__": 1}')).body.errors)).toEqual(['__proto__']);
  });

  it('more than 64 KiB is refused', async () => {
    const long = 'x'.repeat(65_537);
    expect(outcome(await desk.submit(full.public_id, { first_name: long }))).toEqual([413, 'payload_too_large']);
    expect(outcome(await desk.submit(full.public_id, `first_name=${long}`, encodedType))).toEqual([
      413,
      'payload_too_large',
    ]);
  });
});

describe('a form that is not there', () => {
  it('answers the same, whether it never was, is not active, or is no id at all', async () => {
    const inactive = await desk.form({ active: false });
    const stranger = `form_${'0'.repeat(26)}`;
    const answers = [];
    for (const id of [
      inactive.public_id,
      stranger,
      `form_${'z'.repeat(26)}`,
      'nonsense',
      website,
      full.public_id.toUpperCase(),
    ]) {
      for (const headers of [{}, { origin: 'https://foreign.example' }, { 'content-type': 'text/plain' }]) {
        const answer = await desk.submit(id, { nonsense: true }, headers);
        expect(answer.status, id).toBe(404);
        answers.push(JSON.stringify({ ...answer.body, request_id: '' }));
      }
    }
    const lead = await desk.app.call('GET', `/leads/lead_${'0'.repeat(26)}`, { token: desk.admin });
    answers.push(JSON.stringify({ ...lead.body, request_id: '' }));
    expect(new Set(answers).size).toBe(1);
    expect(answers[0]).not.toContain('token'); // its sender has none
  });

  it('is there again, with the next request, once it is active', async () => {
    const form = await desk.form({ active: false });
    expect((await desk.submit(form.public_id, { phone: freshPhone() })).status).toBe(404);
    await desk.change(`forms/${form.public_id}`, { active: true });
    expect((await desk.submit(form.public_id, { phone: freshPhone() })).status).toBe(201);
  });
});

describe('a form whose surroundings changed', () => {
  it('takes leads without its source once that is archived, rather than losing them', async () => {
    const source = await desk.add('sources', { name: 'Old campaign' });
    const form = await desk.form({ source: source.public_id });
    await desk.change(`sources/${source.public_id}`, { archived: true });
    const phone = freshPhone();
    expect((await desk.submit(form.public_id, { phone })).status).toBe(201);
    expect((await desk.leadWith(phone)).source).toBeNull();
  });

  it('neither asks for nor requires a custom field that was archived', async () => {
    const field = await desk.add('custom-fields', { key: 'fax', type: 'text' });
    const form = await desk.form({ fields: [{ field: 'phone' }, { field: 'custom_fields.fax', required: true }] });
    expect(faultsOf(await desk.submit(form.public_id, { phone: freshPhone() }))).toEqual(['custom_fields.fax']);
    await desk.change(`custom-fields/${field.public_id}`, { archived: true });
    expect((await desk.submit(form.public_id, { phone: freshPhone() })).status).toBe(201);
    const stale = await desk.submit(form.public_id, { phone: freshPhone(), custom_fields: { fax: '1' } });
    expect(faultsOf(stale)).toEqual(['custom_fields.fax']);
  });
});
