import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Branches, type Member, type Shop, spread, tally } from '../support/distribution.ts';
import { roundsOf } from '../support/runs.ts';

let branches: Branches;
let shop: Shop;
beforeAll(async () => {
  branches = await Branches.open();
});
afterAll(() => branches.close());

const open = async (names: string[], fields: Record<string, unknown> = {}): Promise<Member[]> => {
  shop = await branches.shop();
  const members: Member[] = [];
  for (const name of names) members.push(await shop.member(name, fields));
  return members;
};

describe('the pool', () => {
  it('of a team is its agents: no manager, no agent of another team, whoever joins or leaves', async () => {
    const [a] = await open(['a']);
    const [west, east] = [await shop.team('West'), await shop.team('East')];
    await shop.change(a as Member, { team: west });
    await shop.member('manager', { role: 'manager', team: west });
    await shop.member('admin', { role: 'admin', team: west });
    await shop.member('b', { team: east });
    const c = await shop.member('c', { team: west });
    await shop.rule('round_robin', { team: west });
    expect(await shop.owners(4)).toEqual(['a', 'c', 'a', 'c']);
    await shop.change(c, { team: east });
    expect(await shop.owners(2)).toEqual(['a', 'a']);
    await shop.change(c, { team: west });
    expect(tally(await shop.owners(4)).c).toBeGreaterThan(0);
  });

  it('has a manager where it is named', async () => {
    const [a] = await open(['a']);
    const manager = await shop.member('manager', { role: 'manager' });
    await shop.rule('round_robin', [a as Member, manager]);
    expect(await shop.owners(4)).toEqual(['a', 'manager', 'a', 'manager']);
  });

  it('that has nobody leaves the lead to the next rule, and the last one to any agent that accepts leads', async () => {
    const [a, b] = (await open(['a', 'b', 'c', 'd'])) as [Member, Member, Member, Member];
    const empty = await shop.team('Nobody');
    await shop.member('manager', { role: 'manager' });
    const first = await shop.rule('round_robin', { team: empty });
    const second = await shop.rule('round_robin', [a, b]);
    expect(await shop.owners(2)).toEqual(['a', 'b']);
    await shop.change(a, { active: false });
    await shop.change(b, { accepting_leads: false });
    expect(await shop.owners(3)).toEqual(['c', 'd', 'c']);
    const lead = await shop.lead();
    expect((await shop.assignment(lead.public_id)).rule).toBeNull();
    for (const { public_id } of [first, second]) await shop.ok('DELETE', `/distribution-rules/${public_id}`);
    expect(await shop.owners(2)).toEqual(['c', 'd']);
  });
});

describe('`fixed`', () => {
  it('takes the first of the pool who can', async () => {
    const [a, b, c] = (await open(['a', 'b', 'c'])) as [Member, Member, Member];
    await shop.rule('fixed', [c, a, b]);
    expect(await shop.owners(3)).toEqual(['c', 'c', 'c']);
    await shop.change(c, { accepting_leads: false });
    expect(await shop.owners(2)).toEqual(['a', 'a']);
    await shop.change(a, { open_cap: 3 });
    expect(await shop.owners(2)).toEqual(['a', 'b']);
    await shop.change(c, { accepting_leads: true });
    expect(await shop.owners(2)).toEqual(['c', 'c']);
  });

  it('passes over whoever is at its cap, exactly, however many leads come at once', async () => {
    const [a, b, c] = (await open(['a', 'b', 'c'])) as [Member, Member, Member];
    await shop.rule('fixed', [a, b, c]);
    await shop.change(a, { open_cap: 7 });
    await shop.change(b, { daily_cap: 11 });
    await shop.flood(60);
    expect(await shop.owned()).toMatchObject({ a: 7, b: 11, c: 42 });
  });
});

describe('`least_open`', () => {
  it('keeps members within one lead of each other, after every lead, from 64 clients of two processes', async () => {
    const members = await open(['a', 'b', 'c', 'd', 'e']);
    const rule = await shop.rule('least_open', members);
    await shop.flood(roundsOf(80, 200));
    const given = await shop.sequence(rule);
    const counts = new Map(members.map(({ name }) => [name, 0]));
    for (const name of given) {
      counts.set(name, (counts.get(name) ?? 0) + 1);
      expect(spread([...counts.values()])).toBeLessThanOrEqual(1);
    }
    expect(given).toHaveLength(roundsOf(80, 200));
  });

  it('levels out what members had before', async () => {
    const [a, b, c] = (await open(['a', 'b', 'c'])) as [Member, Member, Member];
    await shop.rule('fixed', [a]);
    await shop.flood(20);
    await shop.rule('least_open', [a, b, c], { position: 1, name: 'before' });
    await shop.flood(39);
    const { a: ofA, b: ofB, c: ofC } = await shop.owned();
    expect(ofA).toBe(20);
    expect(spread([ofB ?? 0, ofC ?? 0])).toBeLessThanOrEqual(1);
    await shop.flood(1);
    expect(spread(Object.values(await shop.owned()).filter((n) => n > 0))).toBe(0);
  });

  it('sees at once what is closed, reopened, and given to somebody else, in either process', async () => {
    const [a, b] = (await open(['a', 'b'])) as [Member, Member];
    await shop.rule('least_open', [a, b]);
    const leads = [await shop.lead(), await shop.lead()];
    expect(leads.map((lead) => lead.owner.name)).toEqual(['a', 'b']);
    const second = leads[1].public_id;
    await shop.move(second, 'Lost', { via: 1 });
    const third = await shop.lead();
    expect(third.owner.name).toBe('b'); // 1, 1
    await shop.move(second, 'Contacted', { via: 0 }); // 1, 2
    expect(await shop.owners(1)).toEqual(['a']); // 2, 2
    await shop.give(third.public_id, a, { via: 1 }); // 3, 1
    expect(await shop.owners(2)).toEqual(['b', 'b']);
  });

  it('among equals takes the first of the pool', async () => {
    const [a, b, c] = (await open(['a', 'b', 'c'])) as [Member, Member, Member];
    await shop.rule('least_open', [c, b, a]);
    expect(await shop.owners(6)).toEqual(['c', 'b', 'a', 'c', 'b', 'a']);
  });
});

describe('when a shift ends, and most of the pool goes home', () => {
  it('those who stay get leads by turns, within one of each other', async () => {
    const members = await open(Array.from({ length: 12 }, (_, n) => `m${n}`));
    await shop.rule('round_robin', members);
    await shop.owners(6); // half of a round: m0 to m5 had their turns
    for (const member of members.filter((_, n) => ![0, 6, 7].includes(n))) {
      await shop.change(member, { accepting_leads: false });
    }
    const given: Record<string, number> = {};
    for (const name of await shop.owners(12)) {
      given[name ?? ''] = (given[name ?? ''] ?? 0) + 1;
      // m0 had one in this round already.
      const [m0 = 0, m6 = 0, m7 = 0] = ['m0', 'm6', 'm7'].map((one) => given[one] ?? 0);
      expect(spread([m0 + 1, m6, m7]), JSON.stringify(given)).toBeLessThanOrEqual(1);
    }
  });

  it('who comes back to a small pool gets no flood', async () => {
    const members = await open(Array.from({ length: 12 }, (_, n) => `m${n}`));
    const last = members[11] as Member;
    await shop.rule('round_robin', members);
    await shop.owners(11); // the twelfth would be next
    await shop.change(last, { accepting_leads: false });
    for (const member of members.slice(2, 11)) await shop.change(member, { accepting_leads: false });
    await shop.owners(6);
    await shop.change(last, { accepting_leads: true });
    // Of three: its own turn, then every third.
    expect(tally(await shop.owners(9)).m11).toBeLessThanOrEqual(4);
  });
});
