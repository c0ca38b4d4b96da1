import { setTimeout as sleep } from 'node:timers/promises';
import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import { AssignmentWorker } from '../../src/leads/assignment/worker.ts';
import { SettingsStore } from '../../src/settings/store.ts';
import { Branches } from '../support/distribution.ts';
import type { Shown } from '../support/leads.ts';

let branches: Branches;
beforeAll(async () => {
  branches = await Branches.open();
});
afterAll(() => branches.close());
afterEach(() => vi.restoreAllMocks());

const database = () => branches.process(0).services.database;

it('a waiting lead that somebody is changing while the worker looks is not overtaken later', async () => {
  // The processes' own workers stay out of it.
  for (const { services } of branches.processes) vi.spyOn(services.assignment, 'nudge').mockImplementation(() => {});
  const shop = await branches.shop();
  const ravi = await shop.member('Ravi', { open_cap: 0 });
  const first = (await shop.lead()).public_id;
  const worker = new AssignmentWorker(database(), new SettingsStore(database()), pino({ level: 'silent' }));
  await branches.process(1).services.database.begin(async (sql) => {
    await sql.rows('select id from leads where organization_id = $1 and public_id = $2 for update', [
      shop.organizationId,
      first,
    ]);
    await worker.run(shop.organizationId);
  });
  await shop.change(ravi, { open_cap: 1 });
  const second = (await shop.lead()).public_id;
  expect([await shop.ownerOf(first), await shop.ownerOf(second)]).toEqual(['Ravi', null]);
});

it('who was paused before a lead came does not get it by a capture that began earlier', async () => {
  const shop = await branches.shop();
  const ravi = await shop.member('Ravi');
  await shop.settled();
  await shop.lead({}, { via: 1 }); // the process knows the token and the settings
  const leads: Promise<Shown>[] = [];
  // As a chunk of an import does, this holds the organization's lock for a while.
  await database().begin(async (sql) => {
    await sql.rows('select from rotations where organization_id = $1 for update', [shop.organizationId]);
    leads.push(shop.lead({}, { via: 1 })); // its batch waits for the lock
    await sleep(100);
    leads.push(shop.lead({}, { via: 1 })); // is in the next batch, with the settings of now
    await sleep(100);
    await shop.change(ravi, { accepting_leads: false });
    await shop.settled();
    leads.push(shop.lead({}, { via: 0 }));
    await sleep(200);
  });
  const late = (await Promise.all(leads)).at(-1);
  for (const via of [0, 1]) await shop.sweep(via);
  expect(late?.owner).toBeNull();
  expect(await shop.ownerOf(late?.public_id)).toBeNull();
});
