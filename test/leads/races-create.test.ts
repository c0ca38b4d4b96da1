import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Answer } from '../support/harness.ts';
import { freshEmail, freshPhone, LeadDesk, type Shown } from '../support/leads.ts';
import { movedTime } from '../support/moved-time.ts';
import { roundsOf } from '../support/runs.ts';

let desk: LeadDesk;

const ROUNDS = roundsOf(1, 3);
const AT_ONCE = 200;
const timeout = 30_000 + ROUNDS * 20_000;

beforeAll(async () => {
  desk = await LeadDesk.open({ isPatient: true });
});
afterAll(() => desk.close());

const numbers = Array.from({ length: AT_ONCE }, (_, n) => n);

/** One mobile number, as many people would write it. */
function spelling(phone: string, n: number): string {
  const digits = phone.slice(3);
  const spellings = [
    digits,
    `0${digits}`,
    phone,
    `91${digits}`,
    `0091${digits}`,
    `+91 (0) ${digits.slice(0, 5)} ${digits.slice(5)}`,
  ];
  return [...spellings, `${digits.slice(0, 5)}-${digits.slice(5)}`, `(${digits.slice(0, 3)}) ${digits.slice(3)}`][
    n % 8
  ] as string;
}

const rowsWith = async (column: 'phone' | 'email_key', values: string[]) =>
  (await desk.rows(`select id from leads where ${column} = any($1)`, [values])).length;

/** One answer says 201, all others 200 with the same lead. */
function expectOneLead(answers: Answer[]): string {
  const made = answers.filter(({ status }) => status === 201);
  expect(made).toHaveLength(1);
  const [first] = made as [Answer];
  expect(first.body.duplicate).toBe(false);
  for (const { status, body } of answers) {
    expect([200, 201], JSON.stringify(body)).toContain(status);
    expect(body.duplicate).toBe(status === 200);
    expect(body.data.public_id).toBe(first.body.data.public_id);
  }
  return first.body.data.public_id;
}

/** What a lead has of its creation is there exactly once, and so many re-enquiries of those who came after. */
async function expectOneTrace(lead: string, reenquiries: number): Promise<void> {
  const kinds = (await desk.around(lead, 'activities')).map((one: Shown) => one.kind);
  const counted = (kind: string) => kinds.filter((one: string) => one === kind).length;
  expect([counted('created'), counted('reenquiry')]).toEqual([1, reenquiries]);
  expect(await desk.around(lead, 'transitions')).toHaveLength(1);
  const actions = (await desk.around(lead, 'audit')).map((one: Shown) => one.action);
  expect(actions.filter((action: string) => action === 'lead.created')).toHaveLength(1);
}

it(`of ${AT_ONCE} creates of one new phone at once, in mixed spellings, one makes the lead`, { timeout }, async () => {
  for (let round = 0; round < ROUNDS; round++) {
    const phone = freshPhone();
    const answers = await Promise.all(
      numbers.map((n) => desk.post({ phone: spelling(phone, n), first_name: `P${n}` })),
    );
    const lead = expectOneLead(answers);
    expect(await rowsWith('phone', [phone])).toBe(1);
    await expectOneTrace(lead, 20);
  }
});

it(`of ${AT_ONCE} creates of one new email at once, in mixed case, one makes the lead`, { timeout }, async () => {
  for (let round = 0; round < ROUNDS; round++) {
    const email = freshEmail();
    const mixed = (n: number) =>
      n % 3 === 0 ? email.toUpperCase() : n % 3 === 1 ? ` ${email} ` : email.replace('p', 'P');
    const answers = await Promise.all(numbers.map((n) => desk.post({ email: mixed(n) })));
    const lead = expectOneLead(answers);
    expect(await rowsWith('email_key', [email])).toBe(1);
    await expectOneTrace(lead, 0);
  }
});

it(`of ${AT_ONCE} creates with crossed phones and emails at once, no phone and no email gets two leads`, {
  timeout,
}, async () => {
  for (let round = 0; round < ROUNDS; round++) {
    const phones = [freshPhone(), freshPhone()];
    const emails = [freshEmail(), freshEmail()];
    const answers = await Promise.all(
      numbers.map((n) => desk.post({ phone: spelling(phones[n % 2] as string, n), email: emails[(n >> 1) % 2] })),
    );
    for (const { status, body } of answers) {
      expect([200, 201], JSON.stringify(body)).toContain(status);
      expect(body.duplicate).toBe(status === 200);
    }
    const rows = await desk.rows('select public_id from leads where phone = any($1) or email_key = any($2)', [
      phones,
      emails,
    ]);
    const made = answers.filter(({ status }) => status === 201).map(({ body }) => body.data.public_id);
    expect(made.sort()).toEqual(rows.map((row: Shown) => row.public_id).sort());
    expect(rows.length).toBeLessThanOrEqual(2);
    for (const phone of phones) expect(await rowsWith('phone', [phone])).toBeLessThanOrEqual(1);
    const answered = new Set(answers.map(({ body }) => body.data.public_id));
    expect([...answered].sort()).toEqual(made);
  }
});

it('creates and changes that want the same phone at once leave it to one lead', { timeout }, async () => {
  const leads = [];
  for (let n = 0; n < 10; n++) leads.push((await desk.make()).public_id);
  const phone = freshPhone();
  const answers = await Promise.all([
    ...leads.map((lead) => desk.patch(lead, { phone })),
    ...leads.map((_, n) => desk.post({ phone: spelling(phone, n) })),
  ]);
  for (const { status, body } of answers) expect([200, 201, 409], JSON.stringify(body)).toContain(status);
  expect(await rowsWith('phone', [phone])).toBe(1);
});

it('leads that swap their phones at once end in a conflict at worst', { timeout }, async () => {
  for (let round = 0; round < 10 * ROUNDS; round++) {
    const [one, other] = [await desk.make(), await desk.make()];
    const answers = await Promise.all([
      desk.patch(one.public_id, { phone: other.contact.phone }),
      desk.patch(other.public_id, { phone: one.contact.phone }),
    ]);
    for (const { status, body } of answers) expect([200, 409], JSON.stringify(body)).toContain(status);
  }
});

it('many enquiries after an hour leave one more re-enquiry', { timeout }, async () => {
  const phone = freshPhone();
  const { public_id } = await desk.make({ phone });
  for (let hour = 0; hour <= 3; hour++) {
    const answers = await Promise.all(numbers.slice(0, 50).map(() => desk.post({ phone })));
    expect(answers.every(({ status }) => status === 200)).toBe(true);
    const kinds = (await desk.around(public_id, 'activities')).map((one: Shown) => one.kind);
    expect(kinds.filter((kind: string) => kind === 'reenquiry')).toHaveLength(hour);
    await desk.rows(
      `update leads set created_at = ${movedTime('created_at', '-1 hour')},
              last_reenquiry_at = ${movedTime('last_reenquiry_at', '-1 hour')}
        where public_id = $1`,
      [public_id],
    );
  }
});
