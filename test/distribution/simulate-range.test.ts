import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { Branches, type Member, type Shop, tally } from '../support/distribution.ts';
import type { Shown } from '../support/leads.ts';
import { Random } from '../support/random.ts';
import { SlowDistribution, type SlowMember, type SlowRule } from '../support/slow-distribution.ts';

let branches: Branches;
let shop: Shop;
beforeAll(async () => {
  branches = await Branches.open();
});
afterAll(() => branches.close());
beforeEach(async () => {
  shop = await branches.shop();
});

const simulate = async (body: object, token?: string): Promise<Shown> =>
  (await shop.ok('POST', '/distribution-rules/simulate', body, token === undefined ? {} : { token })).data;

describe('replaying the leads of a range', () => {
  it('gives them away once more as the rules, spelled out slowly, come to', async () => {
    const random = new Random(11);
    const hours = { mon: ['09:00-18:00'], tue: ['09:00-13:00'], wed: ['00:00-24:00'] };
    const fields = [
      { weight: 1, open_cap: 9 },
      { weight: 4, daily_cap: 3 },
      { weight: 2, working_hours: hours },
      { weight: 1, open_cap: 20, daily_cap: 4 },
    ];
    const members: SlowMember[] = [];
    const named: Record<string, string> = {};
    for (const [n, one] of fields.entries()) {
      const { public_id, name } = await shop.member(`m${n}`, one);
      const bare = { role: 'agent', team: null, active: true, accepting_leads: true } as const;
      members.push({ ...bare, open_cap: null, daily_cap: null, working_hours: null, ...one, id: public_id });
      named[public_id] = name;
    }
    const ids = members.map(({ id }) => id);
    const drafts = [
      {
        strategy: 'weighted' as const,
        pool: { memberships: ids.slice(0, 3) },
        when: { all: [{ field: 'estimated_value', op: 'gte', value: 60 }] },
      },
      {
        strategy: 'least_open' as const,
        pool: { memberships: ids.slice(1) },
        when: { all: [{ field: 'first_name', op: 'eq', value: 'asha' }] },
      },
      { strategy: 'round_robin' as const, pool: { memberships: [...ids].reverse() }, when: { all: [] } },
    ];
    const rules: SlowRule[] = drafts.map((draft, n) => ({ ...draft, id: `r${n}`, active: true }));

    const leads: { public_id: string; at: Date; estimated_value: number; first_name: string | null; open: boolean }[] =
      [];
    vi.useFakeTimers({ toFake: ['Date'] });
    for (let n = 0; n < 70; n++) {
      const at = new Date(Date.parse('2030-06-02T12:00:00.000Z') + n * 97 * 60_000); // almost five days
      vi.setSystemTime(at);
      const given = { estimated_value: random.below(100), ...(random.chance(0.5) && { first_name: 'Asha' }) };
      const { public_id } = await shop.lead(given);
      const isOpen = random.chance(0.8);
      if (!isOpen) await shop.move(public_id, 'Lost');
      leads.push({
        public_id,
        at,
        estimated_value: given.estimated_value,
        first_name: given.first_name ?? null,
        open: isOpen,
      });
    }
    vi.useRealTimers();

    const slow = new SlowDistribution('Asia/Kolkata');
    const owners: (string | null)[] = [];
    for (const { at, open, ...lead } of leads) {
      const choice = slow.choose(members, rules, { ...lead, source: null, custom_fields: {} }, at);
      expect(choice.best.length).toBeLessThanOrEqual(ids.length);
      const [owner] = choice.best;
      owners.push(owner === undefined ? null : (named[owner] ?? ''));
      if (owner === undefined) continue;
      slow.give(choice, members, owner, at);
      Object.assign(slow.given.at(-1) ?? {}, { open });
    }
    const answer = await simulate({ filter: { created_at: '2030-06-01..2030-06-30' }, rules: drafts });
    const simulated = Object.fromEntries(answer.members.map((one: Shown) => [one.membership.name, one.simulated]));
    expect(answer.leads).toBe(70);
    expect({ ...simulated, nobody: answer.unassigned.simulated }).toEqual({ nobody: 0, ...tally(owners) });
    const actual = tally(await Promise.all(leads.map(({ public_id }) => shop.ownerOf(public_id))));
    const { nobody = 0, ...owned } = actual;
    expect(answer.unassigned.actual).toBe(nobody);
    for (const { membership, actual } of answer.members) expect(actual).toBe(owned[membership.name] ?? 0);
  });

  it('counts only the leads of the range, in the organization’s time zone', async () => {
    await shop.member('a');
    vi.useFakeTimers({ toFake: ['Date'] });
    for (const at of ['2030-01-01T18:29:59.999Z', '2030-01-01T18:30:00.000Z', '2030-01-02T18:30:00.000Z']) {
      vi.setSystemTime(new Date(at));
      await shop.lead();
    }
    vi.useRealTimers();
    expect((await simulate({ filter: { created_at: '2030-01-02' } })).leads).toBe(1);
    expect((await simulate({ filter: { created_at: '2030-01-01..2030-01-03' } })).leads).toBe(3);
    const none = { leads: 0, members: [], unassigned: { actual: 0, simulated: 0 } };
    expect(await simulate({ filter: { created_at: '2029-01-01' } })).toEqual(none);
  });

  it('covers, for a manager, the leads of the own team', async () => {
    const [west, east] = [await shop.team('West'), await shop.team('East')];
    const [a, b] = [await shop.member('a', { team: west }), await shop.member('b', { team: east })] as [Member, Member];
    await shop.rule('round_robin', [a, b]);
    await shop.owners(6);
    const manager = await shop.tokenOf(await shop.member('Meera', { role: 'manager', team: west }));
    const rules = [{ strategy: 'fixed', pool: { memberships: [b.public_id] } }];
    const answer = await simulate({ filter: { created_at: 'today' }, rules }, manager);
    expect(answer).toMatchObject({ leads: 3, unassigned: { actual: 0, simulated: 0 } });
    expect(answer.members).toEqual([
      { membership: { public_id: a.public_id, name: 'a' }, actual: 3, simulated: 0 },
      { membership: { public_id: b.public_id, name: 'b' }, actual: 0, simulated: 3 },
    ]);
    expect((await simulate({ filter: { created_at: 'today' }, rules })).leads).toBe(6);
  });
});
