import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { Branches, type Member, type Shop } from '../support/distribution.ts';
import { roundsOf } from '../support/runs.ts';
import { eventually } from '../support/workplace.ts';

let branches: Branches;
let shop: Shop;
let ravi: Member;
beforeAll(async () => {
  branches = await Branches.open();
});
afterAll(() => branches.close());
beforeEach(async () => {
  shop = await branches.shop();
  ravi = await shop.member('Ravi', { accepting_leads: false });
});

interface Trace {
  lead: string;
  owner: string | null;
  /** Owners by the audit trail, in order. */
  owners: string[] | null;
  activities: number;
}

/** What the trail says of each lead, in order of arrival. */
const traces = () =>
  shop.rows<Trace>(
    `select leads.public_id as lead, memberships.public_id as owner,
            (select json_agg(change ->> 'to' order by entry.id) from audit_entries as entry,
                    jsonb_array_elements(entry.changes) as change
              where entry.organization_id = $1 and entry.lead_id = leads.id and change ->> 'field' = 'owner') as owners,
            (select count(*)::integer from activities
              where activities.organization_id = $1 and lead_id = leads.id and kind = 'assigned') as activities
       from leads
       left join memberships on memberships.organization_id = $1 and memberships.id = leads.owner_id
      where leads.organization_id = $1 order by leads.id`,
  );

const isGivenOnce = ({ owner, owners, activities }: Trace): boolean =>
  owner !== null && owners?.length === 1 && owners[0] === owner && activities === 1;

const both = () => Promise.all([shop.sweep(0), shop.sweep(1)]);

describe('two processes that hand out the same leads at the same time', () => {
  it('lose none and give none away twice, and stay exactly fair', async () => {
    const members = await shop.members(3, { role: 'manager' });
    const rule = await shop.rule('round_robin', members, { active: false });
    const count = 3 * Math.ceil(roundsOf(45, 150) / 3);
    await shop.flood(count);
    expect(await shop.waiting()).toBe(count);
    await shop.ok('PATCH', `/distribution-rules/${rule.public_id}`, { active: true });
    while ((await shop.waiting()) > 0) await both();
    const all = await traces();
    expect(all).toHaveLength(count);
    expect(all.filter((lead) => !isGivenOnce(lead))).toEqual([]);
    // What was taken twice and returned is made up for by the next leads.
    await shop.owners(60);
    const owned = await shop.owned();
    expect(members.map(({ name }) => owned[name])).toEqual(members.map(() => (count + 60) / 3));
  });

  it('keep to the caps, and to the order of arrival', async () => {
    const [a, b] = (await shop.members(2, { accepting_leads: false })) as [Member, Member];
    await shop.flood(60);
    await shop.change(a, { accepting_leads: true, open_cap: 11 });
    await shop.change(b, { accepting_leads: true, daily_cap: 9 });
    for (let n = 0; n < 3; n++) await both();
    expect(await shop.owned()).toMatchObject({ [a.name]: 11, [b.name]: 9 });
    expect(await shop.waiting()).toBe(40);
    const waited = await shop.rows<{ given: boolean }>(
      `select assignments.owner_id is not null as given from leads
         join assignments on assignments.organization_id = $1 and lead_id = leads.id
        where leads.organization_id = $1 order by leads.created_at, leads.id`,
    );
    expect(waited.findLastIndex(({ given }) => given)).toBe(19);
  });

  it('never take a lead from whom somebody gave it to meanwhile', async () => {
    const manager = await shop.member('Meera', { role: 'manager' });
    await shop.flood(40);
    const leads = (await traces()).map(({ lead }) => lead);
    await shop.change(ravi, { accepting_leads: true });
    await Promise.all([both(), ...leads.filter((_, n) => n % 2 === 0).map((lead) => shop.give(lead, manager))]);
    await both();
    for (const [n, { owner, owners, activities }] of (await traces()).entries()) {
      expect(owner).toBe(owners?.at(-1));
      expect(activities).toBe(owners?.length);
      expect(owner).toBe(n % 2 === 0 ? manager.public_id : ravi.public_id);
    }
    expect(await shop.waiting()).toBe(0);
  });

  it('hand out everything while new leads keep coming', async () => {
    await shop.flood(40);
    const opened = shop.change(ravi, { accepting_leads: true });
    await Promise.all([opened, shop.flood(80), both()]);
    while ((await shop.waiting()) > 0) await both();
    const all = await traces();
    expect(all).toHaveLength(120);
    // Owned at once, or handed out once.
    expect(
      all.filter(({ owner, owners, activities }) => owner === null || owners?.length !== 1 || activities > 1),
    ).toEqual([]);
  });
});

describe('a new lead does not overtake one that waits', () => {
  it('in the process that knows of it', async () => {
    await shop.change(ravi, { accepting_leads: true, open_cap: 1 });
    const first = await shop.lead();
    const waiting = await shop.lead();
    expect(waiting.owner).toBeNull();
    await shop.rows('update leads set status_id = $2 where organization_id = $1 and public_id = $3', [
      await statusId('Won'),
      first.public_id,
    ]); // nobody is told
    const fresh = await shop.lead();
    expect([await shop.ownerOf(waiting.public_id), await shop.ownerOf(fresh.public_id)]).toEqual(['Ravi', null]);
  });

  it('in a process that has not heard of it', async () => {
    await shop.change(ravi, { accepting_leads: true, open_cap: 1 });
    await shop.settled();
    const first = await shop.lead({}, { via: 1 }); // when nothing waited yet
    const waiting = await shop.lead({}, { via: 0 });
    expect(waiting.owner).toBeNull();
    await shop.rows('update leads set status_id = $2 where organization_id = $1 and public_id = $3', [
      await statusId('Won'),
      first.public_id,
    ]);
    const fresh = await shop.lead({}, { via: 1 });
    await both();
    expect([await shop.ownerOf(waiting.public_id), await shop.ownerOf(fresh.public_id)]).toEqual(['Ravi', null]);
  });

  it('when many come at once, in either process', async () => {
    await shop.change(ravi, { accepting_leads: true, open_cap: 0 });
    await shop.settled();
    for (let n = 0; n < 20; n++) await shop.lead({}, { via: n % 2 });
    await shop.change(ravi, { open_cap: 10 });
    await shop.flood(30);
    await eventually(async () => ((await shop.owned()).Ravi ?? 0) === 10, 4_000);
    const all = await traces();
    expect(all.slice(0, 10).every(({ owner }) => owner !== null)).toBe(true);
  });
});

const statusId = async (name: string): Promise<string> => {
  const rows = await shop.rows<{ id: string }>('select id from statuses where organization_id = $1 and name = $2', [
    name,
  ]);
  return rows[0]?.id ?? '';
};
