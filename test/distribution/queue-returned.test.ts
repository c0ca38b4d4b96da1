import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { systemAuthor } from '../../src/access/organizations/organizations.ts';
import { Turns } from '../../src/distribution/turns.ts';
import { HandOut } from '../../src/leads/assignment/hand-out.ts';
import { createLead } from '../../src/leads/create.ts';
import { loadSettings } from '../../src/settings/snapshot.ts';
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

const database = () => branches.process(0).services.database;

/** Leads that wait for Ravi, who may then have as many as `cap`, told to nobody. */
async function waitFor(cap: number, count: number): Promise<string[]> {
  const leads: string[] = [];
  for (let n = 0; n < count; n++) leads.push((await shop.lead()).public_id);
  expect(await shop.waiting()).toBe(count);
  await shop.rows('update memberships set open_cap = $2 where organization_id = $1 and public_id = $3', [
    cap,
    ravi.public_id,
  ]);
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
      const handOut = new HandOut(database(), turns);
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
    const settings = await loadSettings(database(), shop.organizationId);
    if (settings === null) throw new Error('there is no such organization');
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

describe('a lead that cannot be written', () => {
  it('keeps no other from its owner, and new ones from being captured', async () => {
    const leads = await waitFor(30, 20);
    const broken = leads[3] ?? '';
    await database().rows(
      `alter table leads add constraint broken check (public_id <> '${broken}' or owner_id is null) not valid`,
      [],
    );
    const handOut = new HandOut(database(), new Turns(database()));
    await expect(handOut.run(shop.organizationId)).rejects.toThrow('broken');
    expect(await owners(leads)).toEqual(leads.map((lead) => (lead === broken ? null : 'Ravi')));
    expect((await shop.lead()).owner).toBeNull(); // behind the one that is broken
  });
});
