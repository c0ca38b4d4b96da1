import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { AssignmentWorker } from '../../src/leads/assignment/worker.ts';
import { SettingsStore } from '../../src/settings/store.ts';
import { Branches, type Member, type Shop } from '../support/distribution.ts';

let branches: Branches;
let shop: Shop;
let ravi: Member;
beforeAll(async () => {
  branches = await Branches.open();
});
afterAll(() => branches.close());
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});
beforeEach(async () => {
  // The processes' own workers stay out of it: most tests have a worker of their own.
  for (const { services } of branches.processes) vi.spyOn(services.assignment, 'nudge').mockImplementation(() => {});
  shop = await branches.shop();
  ravi = await shop.member('Ravi', { open_cap: 0 });
});

const log = pino({ level: 'silent' });

const database = () => branches.process(0).services.database;
const store = () => new SettingsStore(database());

/** Leads that wait for Ravi, who may then have as many as `cap`, told to nobody. */
async function waitFor(cap: number, count: number): Promise<string[]> {
  const leads: string[] = [];
  for (let n = 0; n < count; n++) leads.push((await shop.lead()).public_id);
  expect(await shop.waiting()).toBe(count);
  await shop.rows('update memberships set open_cap = $2 where organization_id = $1 and public_id = $3', [
    cap,
    ravi.public_id,
  ]);
  await shop.rows('update organizations set settings_version = settings_version + 1 where id = $1');
  return leads;
}

const owners = async (leads: readonly string[]): Promise<(string | null)[]> => {
  const names: (string | null)[] = [];
  for (const lead of leads) names.push(await shop.ownerOf(lead));
  return names;
};

describe('a lead that cannot be written', () => {
  const breakLead = (lead: string) =>
    database().rows(
      `alter table leads add constraint broken check (public_id <> '${lead}' or owner_id is null) not valid`,
    );
  afterEach(() => database().rows('alter table leads drop constraint if exists broken'));

  for (const how of ['run', 'sweep'] as const) {
    it(`takes nobody's place, wherever it stands in the queue (${how})`, async () => {
      for (const at of [0, 3]) {
        shop = await branches.shop();
        ravi = await shop.member('Ravi', { open_cap: 0 });
        const leads = await waitFor(5, 7);
        const broken = leads[at] ?? '';
        await breakLead(broken);
        const worker = new AssignmentWorker(database(), store(), log);
        await (how === 'run' ? worker.run(shop.organizationId) : worker.sweep());
        const others = leads.filter((lead) => lead !== broken);
        expect(await owners(others)).toEqual(['Ravi', 'Ravi', 'Ravi', 'Ravi', 'Ravi', null]);
        expect(await shop.ownerOf(broken)).toBeNull();
        await database().rows('alter table leads drop constraint broken');
      }
    });
  }

  it('keeps new ones neither from being captured nor from their owners', async () => {
    const [broken = ''] = await waitFor(0, 1);
    await breakLead(broken);
    vi.restoreAllMocks();
    await shop.change(ravi, { open_cap: 2 });
    await shop.settled();
    for (let n = 0; n < 2; n++) await shop.assigned((await shop.lead()).public_id); // perhaps in a moment
    expect(await shop.owned()).toMatchObject({ Ravi: 2 });
    expect(await shop.ownerOf(broken)).toBeNull();
  });

  it('is tried again after a while', async () => {
    const [broken = ''] = await waitFor(1, 1);
    await breakLead(broken);
    const worker = new AssignmentWorker(database(), store(), log);
    await worker.sweep();
    await database().rows('alter table leads drop constraint broken');
    await worker.sweep();
    expect(await shop.ownerOf(broken)).toBeNull();
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 31_000 });
    await worker.sweep();
    expect(await shop.ownerOf(broken)).toBe('Ravi');
  });
});
