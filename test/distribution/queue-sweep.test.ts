import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { type Database, DatabaseUnavailable } from '../../src/db/sql.ts';
import { listOrganizationsWithWaiting } from '../../src/leads/assignment/queries.ts';
import { AssignmentWorker } from '../../src/leads/assignment/worker.ts';
import { SettingsStore } from '../../src/settings/store.ts';
import { countStatements } from '../support/counting.ts';
import { Branches, type Member, type Shop } from '../support/distribution.ts';

let branches: Branches;
let shops: Shop[];
let agents: Member[];
beforeAll(async () => {
  branches = await Branches.open();
  // The processes' own workers stay out of it: each test has a worker of its own.
  for (const { services } of branches.processes) vi.spyOn(services.assignment, 'nudge').mockImplementation(() => {});
});
afterAll(() => branches.close());
beforeEach(async () => {
  shops = [];
  agents = [];
  for (let n = 0; n < 3; n++) {
    const shop = await branches.shop();
    shops.push(shop);
    agents.push(await shop.member('Ravi', { open_cap: 0 }));
  }
});

const log = pino({ level: 'silent' });
const database = () => branches.process(0).services.database;

/** A lead that waits in each shop, whose agent may then take it, told to nobody. */
async function letWait(): Promise<string[]> {
  const leads: string[] = [];
  for (const [n, shop] of shops.entries()) {
    leads.push((await shop.lead()).public_id);
    await shop.rows('update memberships set open_cap = 5 where organization_id = $1 and public_id = $2', [
      agents[n]?.public_id,
    ]);
    await shop.rows('update organizations set settings_version = settings_version + 1 where id = $1');
  }
  return leads;
}

const owners = (leads: readonly string[]) => Promise.all(leads.map((lead, n) => shops[n]?.ownerOf(lead)));

/** The database as it is, but for statements that `isAway` names. */
function withPartAway(isAway: (text: string, values: readonly unknown[]) => boolean): Database {
  const real = database();
  const refuse = (text: string, values: readonly unknown[] = []) => {
    if (isAway(text, values)) throw new DatabaseUnavailable('a worker does not answer');
  };
  return {
    ...real,
    rows: async (text, values, planning) => {
      refuse(text, values);
      return real.rows(text, values, planning);
    },
    row: async (text, values, planning) => {
      refuse(text, values);
      return real.row(text, values, planning);
    },
  };
}

const sweeper = (own: Database, store = new SettingsStore(own)) => new AssignmentWorker(own, store, log);

it('every organization with leads waiting is found, however many there are and however many leads wait in each', async () => {
  await database().rows(
    `with made as (insert into organizations (public_id, name)
                   select 'org_' || n, 'Shop ' || n from generate_series(1, 1200) as n returning id)
     insert into assignments (organization_id, lead_id, candidate_ids, outcomes, waiting, assigned_at)
     select id, lead, '', '', true, now() from made, generate_series(1, 7) as lead`,
  );
  const rows = await database().rows<{ organization_id: string }>(
    'select distinct organization_id from assignments where waiting order by 1',
  );
  const all = rows.map(({ organization_id }) => organization_id);
  expect(all.length).toBeGreaterThan(1_000);
  for (const step of [1, 3, 100, undefined]) {
    const found: string[] = [];
    for await (const id of listOrganizationsWithWaiting(database(), step)) found.push(id);
    expect(found).toEqual(all);
  }
  const { database: counted, statements } = countStatements(database());
  for await (const _ of listOrganizationsWithWaiting(counted));
  expect(statements.length).toBeLessThanOrEqual(1 + (all.length * 7) / 500);
  await database().rows("update assignments set waiting = false where candidate_ids = '' and waiting");
}, 240_000); // asks a cluster's nodes a few thousand times

it('an organization whose part of the database is away does not keep the others waiting', async () => {
  for (const away of [0, 1, 2]) {
    const leads = await letWait();
    const part = shops[away]?.organizationId;
    const worker = sweeper(withPartAway((_, values) => values[0] === part));
    await expect(worker.sweep()).rejects.toBeInstanceOf(DatabaseUnavailable);
    expect(await owners(leads)).toEqual([0, 1, 2].map((n) => (n === away ? null : 'Ravi')));
    await sweeper(database()).sweep();
    expect(await owners(leads)).toEqual(['Ravi', 'Ravi', 'Ravi']);
    for (const [n, shop] of shops.entries()) await shop.change(agents[n] as Member, { open_cap: 0 });
  }
});

it('where organizations cannot be listed, those that had leads waiting before are served', async () => {
  let canList = true;
  const isList = (text: string) => text.includes('organization_id > $1');
  const worker = sweeper(withPartAway((text) => !canList && isList(text)));
  for (const shop of shops) await shop.lead();
  await worker.sweep();
  canList = false;
  const leads = await letWait();
  await expect(worker.sweep()).rejects.toBeInstanceOf(DatabaseUnavailable);
  expect(await owners(leads)).toEqual(['Ravi', 'Ravi', 'Ravi']);
});

it('a sweep ends at once where the whole database is away', async () => {
  await letWait();
  let asked = 0;
  const worker = sweeper(withPartAway((text) => !text.includes('organization_id > $1') && ++asked > 0));
  await expect(worker.sweep()).rejects.toBeInstanceOf(DatabaseUnavailable);
  expect(asked).toBe(2); // the first organization, and whether anything answers at all
});

it('an assignment run reads settings only where they have changed', async () => {
  const [shop] = shops as [Shop];
  const { database: counted, statements } = countStatements(database());
  const worker = sweeper(counted);
  const loads = () => statements.filter((text) => text.includes('from custom_fields')).length;
  await shop.lead();
  for (let n = 0; n < 5; n++) await worker.run(shop.organizationId);
  expect(loads()).toBe(1);
  const [lead] = await letWait();
  for (let n = 0; n < 5; n++) await worker.run(shop.organizationId);
  expect(loads()).toBe(2);
  expect(await shop.ownerOf(lead ?? '')).toBe('Ravi');
});

it('who was paused before a lead came does not get it, though the run had begun before', async () => {
  const [shop] = shops as [Shop];
  const [agent] = agents as [Member];
  await shop.change(agent, { open_cap: 5 });
  const store = new SettingsStore(database());
  const worker = new AssignmentWorker(database(), store, log);
  // As if the run had looked at the settings now, and everything else happened before it got the lock.
  const before = await store.current(shop.organizationId);
  const current = vi.spyOn(store, 'current').mockResolvedValueOnce(before);
  await shop.change(agent, { accepting_leads: false });
  const { public_id } = await shop.lead();
  await worker.run(shop.organizationId);
  expect(current).toHaveBeenCalledTimes(2);
  expect(await shop.ownerOf(public_id)).toBeNull();
  await shop.change(agent, { accepting_leads: true });
  await worker.run(shop.organizationId);
  expect(await shop.ownerOf(public_id)).toBe('Ravi');
});

it('where settings change in the middle of a long queue, those who wait longest are the first', async () => {
  const [shop] = shops as [Shop];
  const [agent] = agents as [Member];
  const leads: string[] = [];
  for (let n = 0; n < 60; n++) leads.push((await shop.lead()).public_id);
  const store = new SettingsStore(database());
  let pages = 0;
  const changing = {
    ...database(),
    begin: async (work: Parameters<Database['begin']>[0]) => {
      if (pages++ === 1) await shop.change(agent, { open_cap: 15 });
      return database().begin(work);
    },
  } as Database;
  await new AssignmentWorker(changing, store, log).run(shop.organizationId);
  expect(pages).toBeGreaterThan(1);
  const given = await Promise.all(leads.map((lead) => shop.ownerOf(lead)));
  expect(given).toEqual(leads.map((_, n) => (n < 15 ? 'Ravi' : null)));
});
