import { describe, expect, it } from 'vitest';
import { faultsOf } from '../support/leads.ts';
import { useLeadDesk } from '../support/opened.ts';

const desk = useLeadDesk();

const spellings = [
  '9876543210',
  '09876543210',
  '+919876543210',
  '919876543210',
  '00919876543210',
  '+91 (0) 98765 43210',
  '+91 (0)9876543210',
  '+91 98765-43210',
  '(+91) 98765 43210',
  '+91.98765.43210',
  '98765 43210',
  '98765.43210',
  '(98765) 43210',
  '[98765] 43210',
  '0-98765-43210',
  '98765–43210',
  '98765‑43210',
  '  9876543210  ',
  '+91\u00a098765\u00a043210',
  '98765\u202f43210',
  '0091 98765 43210',
  '९८७६५४३२१०',
  '+९१ ९८७६५ ४३२१०',
  '٩٨٧٦٥٤٣٢١٠',
  '９８７６５４３２１０',
  '\u200e+91 98765 43210\u200f',
];

it.each(spellings)('a phone written %j is +919876543210', async (phone) => {
  const { status, body } = await desk.post({ phone });
  expect([200, 201]).toContain(status);
  expect(body.data.contact.phone).toBe('+919876543210');
});

it('however a phone is written, it is the same lead’s', async () => {
  const rows = await desk.rows('select phone from leads where phone is not null');
  expect(rows).toEqual([{ phone: '+919876543210' }]);
});

it.each(['6000000000', '7000000000', '8000000000', '9999999999'])('%s is a mobile number', async (phone) => {
  const { status, body } = await desk.post({ phone });
  expect(status).toBe(201);
  expect(body.data.contact.phone).toBe(`+91${phone}`);
});

describe('a phone that is no Indian mobile number is refused on phone', () => {
  it.each([
    ['short', '987654321'],
    ['short with the country', '+91 98765 4321'],
    ['long', '98765432101'],
    ['long with the country', '+91 98765 432101'],
    ['of North America', '+1 987 654 3210'],
    ['of Britain', '+44 7911 123456'],
    ['of another country with ten national digits', '+49 9876543210'],
    ['of another country by 00', '001 9876543210'],
    ['with an extension', '9876543210 ext. 5'],
    ['with an extension by x', '9876543210x5'],
    ['with an extension by #', '9876543210#5'],
    ['with an extension by a comma', '9876543210,5'],
    ['with an extension by a semicolon', '9876543210;ext=5'],
    ...['0', '1', '2', '3', '4', '5'].map((digit) => [`that begins with ${digit}`, `${digit}876543210`]),
    ...['0', '1', '2', '3', '4', '5'].map((digit) => [`of +91 that begins with ${digit}`, `+91${digit}876543210`]),
    ['of letters', 'call me'],
    ['with letters around', 'abc 9876543210 xyz'],
    ['by its letters', '98765-FLATS'],
    ['as a link', 'tel:+919876543210'],
    ['twice', '9876543210, 9876543211'],
    ['twice with a stroke', '9876543210/9876543211'],
    ['twice with a space', '9876543210 9876543211'],
    ['with plus signs inside', '98765+43210'],
    ['with two plus signs', '++919876543210'],
    ['empty', ''],
    ['blank', '   '],
    ['with a control character', '98765\u000043210'],
    ['with a line break', '98765\n43210'],
    ['with a tab', '98765\t43210'],
    ['with the country twice', '+91 91 98765 43210'],
  ])('%s', async (_, phone) => {
    expect(faultsOf(await desk.post({ phone }))).toEqual(['phone']);
    expect(faultsOf(await desk.post({ phone, email: 'asha@example.in' }))).toEqual(['phone']);
  });

  it.each([9876543210, true, ['9876543210'], { number: '9876543210' }])('not text: %j', async (phone) => {
    expect(faultsOf(await desk.post({ phone }))).toEqual(['phone']);
  });
});
