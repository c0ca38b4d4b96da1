import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import type { Answer } from '../support/harness.ts';
import { hold } from '../support/held.ts';
import { freshPhone } from '../support/leads.ts';
import { useLeadDesk } from '../support/opened.ts';
import { untilWaiting } from '../support/waiting.ts';

// The type of a custom field and the currency are fixed once a lead has a value. What runs at the same moment comes before or after.

const desk = useLeadDesk({ isPatient: true });

let field: { public_id: string; key: string };
let count = 0;

const newField = async () => {
  field = await desk.add('custom-fields', { key: `field_${++count}`, type: 'text' });
};
const send = (method: 'PATCH' | 'POST', path: string, body: unknown) =>
  desk.app.call(method, path, { token: desk.admin, body });
const values = () => ({ custom_fields: { [field.key]: 'ten' } });

/** Whoever adds to the feed holds up changes of settings, too, if its lead is the first of a rule. Other work is left aside. */
const untilInLine = (count: number) =>
  untilWaiting(desk.app.services.database, count, 'event_feeds|from (public\\.)?organizations');

const holdFeed = () =>
  hold(desk.app.services.database, 'select from event_feeds where organization_id = $1 for no key update', [
    desk.cast.organizationId,
  ]);

/** Starts each once the one before waits for the lock on the feed, then lets them go. */
async function inTurn(...started: (() => Promise<Answer>)[]): Promise<Answer[]> {
  const release = await holdFeed();
  const answers: Promise<Answer>[] = [];
  try {
    for (const start of started) {
      answers.push(start());
      await untilInLine(answers.length);
    }
  } finally {
    await release();
  }
  return Promise.all(answers);
}

/** Ways to give a lead its first value. */
const ways = {
  'a new lead': async (fields: object) => () => desk.post({ phone: freshPhone(), ...fields }),
  'a changed lead': async (fields: object) => {
    const { public_id } = await desk.make();
    return () => desk.patch(public_id, fields);
  },
};

describe.each(Object.entries(ways))('the first value, of %s,', (_, prepare) => {
  it('comes before a change of the field’s type, which is then refused', async () => {
    await newField();
    const write = await prepare(values());
    const change = () => send('PATCH', `/custom-fields/${field.public_id}`, { type: 'number' });
    const [written, changed] = await inTurn(write, change);
    expect([200, 201]).toContain(written?.status);
    expect(changed?.body).toMatchObject({ status: 409, detail: 'The type is fixed, because leads have values of it.' });
  });

  it('comes after a change of the field’s type, and is checked by the new one', async () => {
    await newField();
    const write = await prepare(values());
    const change = () => send('PATCH', `/custom-fields/${field.public_id}`, { type: 'number' });
    const [changed, refused] = await inTurn(change, write);
    expect(changed?.status).toBe(200);
    expect(refused?.body).toMatchObject({ status: 503, detail: 'The settings were changed at this moment.' });
    expect(refused?.headers['retry-after']).toBe('2');
    const again = await write();
    expect(again.body.errors).toEqual({ [`custom_fields.${field.key}`]: ['must be a number'] });
    expect(await desk.rows('select from leads where custom_fields ? $1', [field.key])).toEqual([]);
  });

  it('comes before or after a change of the currency', async () => {
    await desk.rows('update leads set estimated_value = null');
    const { currency } = (await desk.app.call('GET', '/organization', { token: desk.admin })).body.data;
    const other = currency === 'INR' ? 'USD' : 'INR';
    const change = () => send('PATCH', '/organization', { currency: other });
    const [changed, late] = await inTurn(change, await prepare({ estimated_value: 10 }));
    expect([changed?.status, late?.status]).toEqual([200, 503]);
    const [early, refused] = await inTurn(await prepare({ estimated_value: 10 }), () =>
      send('PATCH', '/organization', { currency }),
    );
    expect([200, 201]).toContain(early?.status);
    expect(early?.body.data.currency).toBe(other);
    expect(refused?.body).toMatchObject({ status: 409, detail: /^The currency is fixed/ });
  });
});

it('leads without values are written, also in one batch with one that is refused', async () => {
  await newField();
  const release = await holdFeed();
  const changed = send('PATCH', `/custom-fields/${field.public_id}`, { type: 'number' });
  await untilInLine(1);
  const first = desk.post({ phone: freshPhone() });
  await untilInLine(2);
  // Those that come while the first one is being written share the next batch.
  const [valued, ...plain] = [values(), {}, {}, {}].map((fields) => desk.post({ phone: freshPhone(), ...fields }));
  await sleep(300);
  await release();
  expect((await changed).status).toBe(200);
  expect((await valued)?.status).toBe(503);
  for (const { status } of await Promise.all([first, ...plain])) expect(status).toBe(201);
});
