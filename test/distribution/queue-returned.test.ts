import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { planFor, rulesInForce } from '../../src/distribution/plan.ts';
import { Turns } from '../../src/distribution/turns.ts';
import { HandOut } from '../../src/leads/assignment/hand-out.ts';
import { createLead } from '../../src/leads/create.ts';
import { factsOf, type LeadRow } from '../../src/leads/row.ts';
import { systemAuthor } from '../../src/organization/organizations.ts';
import { loadSettings } from '../../src/settings/snapshot.ts';
import { SettingsStore } from '../../src/settings/store.ts';
import { Branches, type Member, type Shop } from '../support/distribution.ts';
import { freshPhone } from '../support/leads.ts';

let branches: Branches;
let shop: Shop;
let ravi: Member;
let manager: Member;
beforeAll(async () => {
  branches = await Branches.open();
});
afterAll(() => branches.close());
afterEach(() => vi.useRealTimers());
beforeEach(async () => {
  shop = await branches.shop();
  manager = await shop.member('Meera', { role: 'manager' });
  ravi = await shop.member('Ravi', { open_cap: 0 });
});

/** Turns that are taken late: something else happens before, as if another process had been faster. */
class Late extends Turns {
  /** Once, before the turn of this lead and of those that come after it. */
  before: { lead: string; happens: () => Promise<unknown> } | null = null;
  #happened: Promise<unknown> = Promise.resolve();

  override async take(request: Parameters<Turns['take']>[0]) {
    if (request.lead === this.before?.lead) {
      this.#happened = this.before.happens();
      this.before = null;
    }
    await this.#happened;
    return super.take(request);
  }
}

const log = pino({ level: 'silent' });

async function currentSettings() {
  const settings = await loadSettings(database(), shop.organizationId);
  if (settings === null) throw new Error('there is no such organization');
  return settings;
}

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

describe('a place that came free again, since its lead was somebody’s by then', () => {
  for (const how of ['run', 'sweep'] as const) {
    it(`goes to the next that waits, in the same ${how}`, async () => {
      const [first = '', second = '', third = '', ...others] = await waitFor(4, 8);
      const turns = new Late(database());
      turns.before = { lead: second, happens: () => shop.give(third, manager) };
      const handOut = new HandOut(database(), turns, store(), log);
      await (how === 'run' ? handOut.run(shop.organizationId) : handOut.sweep());
      expect(await owners([first, second, third])).toEqual(['Ravi', 'Ravi', 'Meera']);
      expect(await owners(others)).toEqual(['Ravi', 'Ravi', null, null, null]);
    });
  }

  it('goes to a lead that came while one held it that was there already', async () => {
    const phone = freshPhone();
    await shop.give((await shop.lead({ phone })).public_id, manager);
    await shop.change(ravi, { open_cap: 1 });
    const { services } = branches.process(0);
    const settings = await currentSettings();
    let waiting = '';
    class Slow extends Turns {
      override async giveBack(...turn: Parameters<Turns['giveBack']>) {
        const lead = await shop.lead();
        expect(lead.owner).toBeNull(); // Ravi's only place is taken
        waiting = lead.public_id;
        return super.giveBack(...turn);
      }
    }
    const author = systemAuthor(shop.organizationId);
    const intake = { ...services, actor: null, author, settings, turns: new Slow(database()) };
    expect(await createLead(intake, { phone })).toMatchObject({ duplicate: true });
    await shop.handedOut(waiting);
    expect(await shop.ownerOf(waiting)).toBe('Ravi');
  });
});

function signal() {
  let give = () => {};
  const given = new Promise<void>((resolve) => (give = resolve));
  return { given, give };
}

describe('a lead that is about to wait', () => {
  it('gets a place that came free between its decision and its being written', async () => {
    await shop.change(ravi, { open_cap: 1 });
    const settings = await currentSettings();
    const plan = planFor(settings, rulesInForce(settings), factsOf(settings, {} as LeadRow), new Date());
    const turns = new Turns(database());
    const held = await turns.take({ settings, plan, lead: 'lead_that_is_there_already', queue: 'respect' });
    if (held === null) throw new Error('nothing waits yet');
    const decided = signal();
    const mayGoOn = signal();
    class Slow extends Turns {
      override async take(request: Parameters<Turns['take']>[0]) {
        const turn = await super.take(request);
        decided.give();
        await mayGoOn.given;
        return turn;
      }
    }
    const { services } = branches.process(0);
    const author = systemAuthor(shop.organizationId);
    const intake = { ...services, actor: null, author, settings, turns: new Slow(database()) };
    const created = createLead(intake, { phone: freshPhone() });
    await decided.given;
    await turns.giveBack(shop.organizationId, held);
    const handOut = new HandOut(database(), turns, store(), log);
    await handOut.run(shop.organizationId); // finds nothing that waits
    mayGoOn.give();
    const { lead } = await created;
    expect(lead.owner_id).toBeNull();
    await shop.handedOut(lead.public_id);
    expect(await shop.ownerOf(lead.public_id)).toBe('Ravi');
  });
});

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
        const handOut = new HandOut(database(), new Turns(database()), store(), log);
        await (how === 'run' ? handOut.run(shop.organizationId) : handOut.sweep());
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
    await shop.change(ravi, { open_cap: 2 });
    await shop.settled();
    for (let n = 0; n < 2; n++) await shop.handedOut((await shop.lead()).public_id); // perhaps in a moment
    expect(await shop.owned()).toMatchObject({ Ravi: 2 });
    expect(await shop.ownerOf(broken)).toBeNull();
  });

  it('is tried again after a while', async () => {
    const [broken = ''] = await waitFor(1, 1);
    await breakLead(broken);
    const handOut = new HandOut(database(), new Turns(database()), store(), log);
    await handOut.sweep();
    await database().rows('alter table leads drop constraint broken');
    await handOut.sweep();
    expect(await shop.ownerOf(broken)).toBeNull();
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 31_000 });
    await handOut.sweep();
    expect(await shop.ownerOf(broken)).toBe('Ravi');
  });
});
