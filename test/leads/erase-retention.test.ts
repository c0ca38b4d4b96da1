import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { monthsBefore, Retention } from '../../src/leads/erasure/retention.ts';
import { createOrganization } from '../../src/organization/organizations.ts';
import { countStatements } from '../support/counting.ts';
import { LeadDesk } from '../support/leads.ts';
import { movedTime } from '../support/moved-time.ts';
import { readTrail } from '../support/trail.ts';

const MONTHS = 6;
let desk: LeadDesk;
let retention: Retention;
beforeAll(async () => {
  desk = await LeadDesk.open();
});
beforeEach(() => {
  retention = new Retention(desk.app.services, MONTHS);
});
afterAll(() => desk.close());

const columns = ['created_at', 'updated_at', 'last_activity_at', 'status_since', 'recorded_at'];

/** A lead in a status, all of whose times are so many days ago. */
async function old(status: string, days: number, later: Record<string, number> = {}): Promise<string> {
  const { public_id } = await desk.make();
  if (status !== 'New') await desk.move(public_id, desk.status(status));
  const set = columns.map((column) => `${column} = ${movedTime(column, `-${later[column] ?? days} days`)}`);
  await desk.rows(`update leads set ${set.join(', ')} where public_id = $1`, [public_id]);
  return public_id;
}

const isThere = async (lead: string) => (await desk.get(lead)).status === 200;

it('leads that have been lost for so long without activity are erased, and no others', async () => {
  const gone = [await old('Lost', 200), await old('Lost', 400)];
  const kept = [
    await old('Won', 400),
    await old('New', 400),
    await old('Lost', 150),
    await old('Lost', 400, { last_activity_at: 10 }),
    await old('Lost', 400, { status_since: 10 }),
  ];
  await retention.sweep();
  for (const lead of gone) expect(await isThere(lead)).toBe(false);
  for (const lead of kept) expect(await isThere(lead)).toBe(true);
  const entries = (await readTrail(desk.app, desk.admin)).filter(({ action }) => action === 'lead.erased');
  expect(entries.map(({ subject }) => subject.public_id).sort()).toEqual([...gone].sort());
  for (const { actor, changes } of entries) {
    expect(actor).toEqual({ system: true });
    expect(changes).toEqual([{ field: 'reason', from: null, to: 'Retention: lost for 6 months without activity' }]);
  }
});

it('off by default, and then without a statement', async () => {
  const lead = await old('Lost', 4_000);
  const { database, statements } = countStatements(desk.app.services.database);
  await new Retention({ ...desk.app.services, database }, 'off').sweep();
  await desk.app.services.retention.sweep();
  expect(statements).toEqual([]);
  expect(await isThere(lead)).toBe(true);
});

it('a lead that is moved meanwhile stays', async () => {
  const lead = await old('Lost', 400);
  const { database } = desk.app.services;
  const racing = {
    ...database,
    begin: (async (work) => {
      await desk.patch(lead, { first_name: 'Awake' });
      return database.begin(work);
    }) as typeof database.begin,
  };
  await new Retention({ ...desk.app.services, database: racing }, MONTHS).sweep();
  expect(await isThere(lead)).toBe(true);
});

it('a round takes a page of each organization, of every lost status in turn, and the next goes on', async () => {
  const second = await desk.add('statuses', { name: 'Lost to a rival', kind: 'lost' });
  const many = 130;
  const leads: string[] = [];
  for (let n = 0; n < many; n++) leads.push(await old('Lost', 500 + n));
  const other = await old('New', 900);
  const [{ id }] = await desk.rows('select id from statuses where public_id = $1', [second.public_id]);
  await desk.rows('update leads set status_id = $2 where public_id = $1', [other, id]);
  const left = async () => {
    const [row] = await desk.rows('select count(*)::int as n from leads where public_id = any($1) and not erased', [
      [...leads, other],
    ]);
    return row.n;
  };
  await retention.sweep();
  expect(await left()).toBeGreaterThanOrEqual(many + 1 - 100);
  // A round ends after two seconds, so their number depends on the machine.
  for (let round = 0; round < many && (await left()) > 0; round++) await retention.sweep();
  expect(await left()).toBe(0);
});

it('organizations are looked at one after the other, and those without such leads not at all', async () => {
  const { database: real, keys } = desk.app.services;
  await createOrganization(real, keys.organization, 'Without leads');
  const lead = await old('Lost', 400);
  const { database, statements } = countStatements(real);
  await new Retention({ ...desk.app.services, database }, MONTHS).sweep();
  expect(await isThere(lead)).toBe(false);
  expect(statements.filter((text) => text.startsWith('select o.id from organizations as o'))).toHaveLength(1);
  expect(statements.filter((text) => text.startsWith('select id, public_id, created_at'))).toHaveLength(1);
});

it.each([
  ['2026-03-31T10:00:00Z', 1, '2026-02-28T10:00:00.000Z'],
  ['2026-03-15T10:00:00Z', 6, '2025-09-15T10:00:00.000Z'],
  ['2024-02-29T00:00:00Z', 12, '2023-02-28T00:00:00.000Z'],
  ['2026-12-31T23:59:59Z', 3, '2026-09-30T23:59:59.000Z'],
])('%s less %i months is %s', (now, months, expected) => {
  expect(monthsBefore(new Date(now), months).toISOString()).toBe(expected);
});
