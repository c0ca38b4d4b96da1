import { afterAll, beforeAll, expect, it } from 'vitest';
import { LeadDesk, type Shown } from '../support/leads.ts';

let desk: LeadDesk;

const MOVES = 20;
const PATCHES = 500;
const timeout = 120_000;

beforeAll(async () => {
  desk = await LeadDesk.open({ isPatient: true });
});
afterAll(() => desk.close());

const versionOf = async (lead: string) =>
  Number((await desk.rows('select version from leads where public_id = $1', [lead]))[0]?.version);

it(`${MOVES} concurrent moves of one lead form one chain`, { timeout }, async () => {
  const names = ['New', 'Contacted', 'Qualified', 'Proposal', 'Negotiation'];
  const { public_id } = await desk.make();
  const answers = await Promise.all(
    Array.from({ length: MOVES }, (_, n) =>
      desk.move(public_id, desk.status(names[n % names.length] as string), { note: `${n}` }),
    ),
  );
  for (const { status, body } of answers) expect(status, JSON.stringify(body)).toBe(200);
  const recorded = answers.filter(({ body }) => body.transition !== null);
  const chain = (await desk.around(public_id, 'transitions')).reverse();
  expect(chain).toHaveLength(recorded.length + 1);
  expect(chain[0].from).toBeNull();
  for (let n = 1; n < chain.length; n++) expect(chain[n].from).toEqual(chain[n - 1].to);
  const lead = (await desk.get(public_id)).body.data;
  expect(chain.at(-1).to.public_id).toBe(lead.status.public_id);
  const moved = (await desk.around(public_id, 'audit')).filter((entry: Shown) => entry.action === 'lead.moved');
  expect(moved).toHaveLength(recorded.length);
});

it('moves that race where the rules end let nothing out of Won', { timeout }, async () => {
  const { public_id } = await desk.make();
  const names = ['Won', 'Lost', 'Contacted', 'Qualified'];
  const answers = await Promise.all(
    Array.from({ length: MOVES }, (_, n) => desk.move(public_id, desk.status(names[n % 4] as string))),
  );
  for (const { status } of answers) expect([200, 409]).toContain(status);
  const chain = (await desk.around(public_id, 'transitions')).reverse();
  for (const [n, { to }] of chain.entries()) if (to.name === 'Won') expect(n).toBe(chain.length - 1);
});

it(`of ${PATCHES} racing changes with If-Match, as many succeed as there are versions and audit entries`, {
  timeout,
}, async () => {
  const { public_id } = await desk.make();
  const before = await versionOf(public_id);
  const answers = await Promise.all(
    Array.from({ length: PATCHES }, async (_, n) => {
      const { headers } = await desk.get(public_id);
      return desk.patch(public_id, { first_name: `Name ${n}` }, desk.admin, { 'if-match': headers.etag as string });
    }),
  );
  for (const { status, body } of answers) expect([200, 412], JSON.stringify(body)).toContain(status);
  const won = answers.filter(({ status }) => status === 200);
  expect(won.length).toBeGreaterThan(0);
  expect(await versionOf(public_id)).toBe(before + won.length);
  expect(new Set(won.map(({ headers }) => headers.etag)).size).toBe(won.length);
  const [row] = await desk.rows(
    `select count(*)::int as n from audit_entries where subject_public_id = $1 and action = 'lead.updated'`,
    [public_id],
  );
  expect(row.n).toBe(won.length);
});

it('changes that race without If-Match lose no update', { timeout }, async () => {
  const keys = Array.from({ length: 40 }, (_, n) => `field_${n}`);
  for (const key of keys) await desk.add('custom-fields', { key, type: 'number' });
  const { public_id } = await desk.make();
  const answers = await Promise.all(keys.map((key, n) => desk.patch(public_id, { custom_fields: { [key]: n } })));
  for (const { status, body } of answers) expect(status, JSON.stringify(body)).toBe(200);
  const { custom_fields } = (await desk.get(public_id)).body.data;
  expect(custom_fields).toEqual(Object.fromEntries(keys.map((key, n) => [key, n])));
  expect(await versionOf(public_id)).toBe(1 + keys.length);
});

it('the audit entries of racing changes tell one story', { timeout }, async () => {
  const { public_id } = await desk.make();
  await Promise.all(Array.from({ length: 30 }, (_, n) => desk.patch(public_id, { last_name: `Name ${n}` })));
  const steps = (await desk.around(public_id, 'audit'))
    .reverse()
    .flatMap((entry: Shown) => entry.changes.filter((change: Shown) => change.field === 'last_name'));
  expect(steps).toHaveLength(30);
  expect(steps[0].from).toBeNull();
  for (let n = 1; n < steps.length; n++) expect(steps[n].from).toBe(steps[n - 1].to);
});

it('notes, activities, moves and changes that race are all there in the end', { timeout }, async () => {
  const { public_id } = await desk.make();
  const post = (what: string, body: object) =>
    desk.app.call('POST', `/leads/${public_id}/${what}`, { token: desk.admin, body });
  const answers = await Promise.all(
    Array.from({ length: 15 }, (_, n) => [
      post('notes', { body: `Note ${n}` }),
      post('activities', { kind: 'call', summary: `Call ${n}` }),
      desk.patch(public_id, { first_name: `Name ${n}` }),
      desk.move(public_id, desk.status(n % 2 === 0 ? 'Contacted' : 'New')),
    ]).flat(),
  );
  for (const { status, body } of answers) expect([200, 201], JSON.stringify(body)).toContain(status);
  expect(await desk.around(public_id, 'notes')).toHaveLength(15);
  const calls = (await desk.around(public_id, 'activities')).filter((one: Shown) => one.kind === 'call');
  expect(calls).toHaveLength(15);
});
