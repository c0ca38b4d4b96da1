import { afterAll, beforeAll, expect, it } from 'vitest';
import { verifyLeads } from '../../src/leads/verify.ts';
import { findEverywhere } from '../support/everywhere.ts';
import type { Answer } from '../support/harness.ts';
import { hold } from '../support/held.ts';
import { freshPhone, LeadDesk } from '../support/leads.ts';
import { untilWaiting } from '../support/waiting.ts';

let desk: LeadDesk;
beforeAll(async () => {
  desk = await LeadDesk.open({ isPatient: true });
});
afterAll(() => desk.close());

const timeout = 120_000;
const erase = (lead: string, query = '') => desk.app.call('DELETE', `/leads/${lead}${query}`, { token: desk.admin });
const note = (lead: string, body: string, headers: Record<string, string> = {}) =>
  desk.app.call('POST', `/leads/${lead}/notes`, { token: desk.admin, body: { body }, headers });

const holdLead = (lead: string) =>
  hold(
    desk.app.services.database,
    `select from leads where organization_id = ${desk.cast.organizationId} and public_id = '${lead}' for update`,
  );

it('a keyed request that is answered while the erasure waits leaves no answer behind', { timeout }, async () => {
  const { public_id } = await desk.make();
  const release = await holdLead(public_id);
  const noting = note(public_id, 'kept-nowhere', { 'idempotency-key': 'first' });
  await untilWaiting(desk.app.services.database, 1);
  const erasing = erase(public_id);
  await untilWaiting(desk.app.services.database, 2);
  await release();
  expect((await noting).status).toBe(201);
  expect((await erasing).status).toBe(204);
  expect(await desk.rows(`select answer, shows, fingerprint from idempotent_answers where key = 'first'`)).toEqual([
    { answer: null, shows: null, fingerprint: Buffer.alloc(0) },
  ]);
  expect(await findEverywhere(desk.app.services.database, ['kept-nowhere'])).toEqual([]);
});

it('a keyed request that waits for the erasure finds no lead, and keeps no answer', { timeout }, async () => {
  const { public_id } = await desk.make();
  const release = await holdLead(public_id);
  const erasing = erase(public_id);
  await untilWaiting(desk.app.services.database, 1);
  const noting = note(public_id, 'written-nowhere', { 'idempotency-key': 'second' });
  await untilWaiting(desk.app.services.database, 2);
  await release();
  expect((await erasing).status).toBe(204);
  expect((await noting).status).toBe(404);
  expect(await desk.rows(`select key from idempotent_answers where key = 'second'`)).toEqual([]);
  expect(await findEverywhere(desk.app.services.database, ['written-nowhere'])).toEqual([]);
});

it('a create that finds a lead which is being erased captures the person as a new lead', { timeout }, async () => {
  for (const key of [null, 'anew']) {
    let answer = await raceWithErasure(key, 0);
    // Whoever waits second for a lock is usually, but not always, served second.
    for (let tries = 1; answer.status === 200 && tries < 5; tries++) answer = await raceWithErasure(key, tries);
    expect(answer.status, JSON.stringify(answer.body)).toBe(201);
  }
});

/** A create of a person whose erasure waits before it. */
async function raceWithErasure(key: string | null, tries: number): Promise<Answer> {
  const phone = freshPhone();
  const { public_id } = await desk.make({ phone });
  const release = await holdLead(public_id);
  const erasing = erase(public_id);
  await untilWaiting(desk.app.services.database, 1);
  const headers: Record<string, string> = key === null ? {} : { 'idempotency-key': `${key}-${tries}` };
  const creating = desk.post({ phone, first_name: 'Anew' }, desk.admin, headers);
  await untilWaiting(desk.app.services.database, 2);
  await release();
  expect((await erasing).status).toBe(204);
  const answer = await creating;
  if (answer.status === 201) expect(answer.body.data.public_id).not.toBe(public_id);
  return answer;
}

it('changes that race with the erasure come before it or find no lead; nothing of them is left', {
  timeout,
}, async () => {
  const texts: string[] = [];
  const secret = (n: number, what: string) => {
    texts.push(`secret-${n}-${what}`);
    return `secret-${n}-${what}`;
  };
  for (let n = 0; n < 15; n++) {
    const { public_id } = await desk.make({ first_name: secret(n, 'made') });
    const [other] = [await desk.make()];
    const asks: (() => Promise<Answer>)[] = [
      () => desk.patch(public_id, { first_name: secret(n, 'patched') }),
      () => desk.patch(public_id, { email: `${secret(n, 'mail')}@example.in` }),
      () => note(public_id, secret(n, 'note')),
      () => note(public_id, secret(n, 'keyed'), { 'idempotency-key': `race-${n}` }),
      () => desk.move(public_id, desk.status('Contacted'), { note: secret(n, 'moved') }),
      () => erase(public_id),
      () => desk.patch(other.public_id, { first_name: 'Beside' }),
      () => desk.patch(public_id, { last_name: secret(n, 'last') }),
      () => desk.get(public_id),
    ];
    const answers = await Promise.all(asks.map((ask) => ask()));
    for (const { status, body } of answers) expect([200, 201, 204, 404], JSON.stringify(body)).toContain(status);
    expect(answers[5]?.status).toBe(204);
    expect(answers[6]?.status).toBe(200);
    expect((await desk.get(public_id)).status).toBe(404);
  }
  expect(await findEverywhere(desk.app.services.database, texts)).toEqual([]);
  expect(await desk.rows(`select key from idempotent_answers where key like 'race-%' and answer is not null`)).toEqual(
    [],
  );
  const checked = await verifyLeads(desk.app.services.database);
  expect(checked).toMatchObject({ faulty: [], misscored: [], misrecorded: [], broken: [] });
});

it('of erasures at once, one erases', { timeout }, async () => {
  const { public_id } = await desk.make();
  const statuses = (await Promise.all(Array.from({ length: 10 }, () => erase(public_id)))).map(({ status }) => status);
  expect(statuses.sort()).toEqual([204, ...Array(9).fill(404)]);
  const entries = await desk.rows(`select from audit_entries where subject_public_id = $1 and action = 'lead.erased'`, [
    public_id,
  ]);
  expect(entries).toHaveLength(1);
});
