import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { Branches, type Member, type Shop } from '../support/distribution.ts';
import type { Shown } from '../support/leads.ts';
import { Random } from '../support/random.ts';

let branches: Branches;
let shop: Shop;
beforeAll(async () => {
  branches = await Branches.open();
});
afterAll(() => branches.close());
beforeEach(async () => {
  shop = await branches.shop();
});

const report = (token?: string, query = ''): Promise<Shown> =>
  shop.ok('GET', `/reports/distribution${query}`, undefined, token === undefined ? {} : { token });
const byName = (rule: Shown): Shown => Object.fromEntries(rule.members.map((one: Shown) => [one.membership.name, one]));
/** How many leads stand behind a figure. */
const listed = async (figure: string): Promise<number> =>
  (await shop.ok('GET', `/reports/leads?page[size]=200&${figure}`)).data.length;
const round = (share: number) => Math.round(share * 1e6) / 1e6;

interface Tallied {
  turns: number;
  expected: number | null;
  open_cap: number;
  daily_cap: number;
}

interface Tried {
  name: string;
  strategy: string;
  least: number;
  pool: Member[];
}

/** The report, from each lead's explanation, the rules as they were made, and the members' weights. */
async function slowReport(rules: readonly Tried[], weights: Readonly<Record<string, number>>) {
  const tallied: Record<string, Record<string, Tallied>> = {};
  for (const lead of (await shop.ok('GET', '/leads?page[size]=200')).data) {
    const { owner, rule, strategy, candidates } = await shop.assignment(lead.public_id);
    const outcomes = new Map<string, string>(candidates.map((one: Shown) => [one.membership.name, one.outcome]));
    const able = [...outcomes].flatMap(([name, outcome]) => (/chosen|not_in_turn/.test(outcome) ? name : []));
    const weigh = (name: string) => (strategy === 'weighted' ? (weights[name] ?? 0) : 1);
    const all = able.reduce((sum, name) => sum + weigh(name), 0);
    const matching = rules.filter(({ least }) => lead.estimated_value >= least);
    const given = owner === null ? null : rule;
    const passed =
      given === null
        ? matching
        : matching.slice(
            0,
            matching.findIndex(({ name }) => name === given.name),
          );
    for (const [name, outcome] of outcomes) {
      const by = passed.find(({ pool }) => pool.some((member) => member.name === name));
      const under = by?.name ?? given?.name ?? 'anybody';
      const knowsShares = ['round_robin', 'weighted'].includes(
        rules.find((one) => one.name === under)?.strategy ?? 'round_robin',
      );
      tallied[under] ??= {};
      tallied[under][name] ??= { turns: 0, expected: knowsShares ? 0 : null, open_cap: 0, daily_cap: 0 };
      const mine = tallied[under][name];
      if (outcome === 'chosen') mine.turns++;
      if (outcome === 'open_cap' || outcome === 'daily_cap') mine[outcome]++;
      if (mine.expected !== null && able.includes(name)) mine.expected += weigh(name) / all;
    }
  }
  return tallied;
}

describe('the report on distribution', () => {
  it('says for each rule and member what was due, what it got, and which caps stood in the way', async () => {
    const random = new Random(3);
    const weights = { m0: 1, m1: 5, m2: 2, m3: 3 };
    const caps = [{ open_cap: 12 }, {}, { daily_cap: 9 }, {}];
    const members: Member[] = [];
    for (const [n, [name, weight]] of Object.entries(weights).entries()) {
      members.push(await shop.member(name, { weight, ...caps[n] }));
    }
    const [a, b, c, d] = members as [Member, Member, Member, Member];
    const rules = [
      { name: 'One', strategy: 'weighted', least: 60, pool: [a, b, c] },
      { name: 'Two', strategy: 'round_robin', least: 30, pool: [c, d] },
      { name: 'Three', strategy: 'least_open', least: 10, pool: [a, b, d] },
    ];
    for (const { name, strategy, least, pool } of rules) {
      await shop.rule(strategy, pool, { name, when: { all: [{ field: 'estimated_value', op: 'gte', value: least }] } });
    }
    for (let n = 0; n < 90; n++) {
      await shop.lead({ estimated_value: random.below(100) });
      if (n % 30 === 15) await shop.change(b, { accepting_leads: n !== 15 });
      if (n === 60) for (const one of [a, b]) await shop.change(one, { open_cap: 1 }); // One and Two have nobody at times
      if (n === 75) await shop.change(d, { open_cap: 1 });
    }
    const slow = await slowReport(rules, weights);
    const { data, meta } = await report();
    expect(meta).toMatchObject({ cohort_size: 90, waiting: await shop.waiting() });
    expect(meta.waiting).toBeGreaterThan(0);
    expect(data.rules.map(({ rule }: Shown) => rule?.name ?? 'anybody')).toEqual(['One', 'Two', 'Three', 'anybody']);
    for (const entry of data.rules) {
      const expected = slow[entry.rule?.name ?? 'anybody'] ?? {};
      const turns = Object.values(expected).reduce((sum, one) => sum + one.turns, 0);
      expect(entry.turns).toBe(turns);
      expect(Object.keys(byName(entry)).sort()).toEqual(Object.keys(expected).sort());
      for (const [name, one] of Object.entries(expected)) {
        expect(byName(entry)[name]).toMatchObject({
          turns: one.turns,
          actual_share: round(one.turns / turns),
          caps_hit: { open_cap: one.open_cap, daily_cap: one.daily_cap },
        });
        const share = byName(entry)[name].expected_share;
        if (one.expected === null) expect(share).toBeNull();
        else expect(share).toBeCloseTo(one.expected / turns, 5);
      }
    }
    for (const { rule, turns, members: counted } of data.rules) {
      const by = `&rule=${rule?.public_id ?? 'none'}`;
      expect(await listed(`figure=assigned${by}`)).toBe(turns);
      for (const { membership, turns, caps_hit } of counted) {
        const of = `${by}&member=${membership.public_id}`;
        expect(await listed(`figure=assigned${of}`)).toBe(turns);
        expect(await listed(`figure=open_cap${of}`)).toBe(caps_hit.open_cap);
        expect(await listed(`figure=daily_cap${of}`)).toBe(caps_hit.daily_cap);
      }
    }
    expect(await listed('figure=waiting')).toBe(meta.waiting);
    expect(await listed('figure=decided')).toBe(90);
    const sum = (rule: Shown, what: string) => rule.members.reduce((all: number, one: Shown) => all + one[what], 0);
    for (const rule of data.rules) expect(sum(rule, 'actual_share')).toBeCloseTo(1, 4);
    for (const rule of data.rules.slice(0, 2)) expect(sum(rule, 'expected_share')).toBeCloseTo(1, 4);
  });

  it('lists the leads of a rule that was deleted since, and refuses what makes no sense together', async () => {
    const a = await shop.member('a');
    const rule = await shop.rule('round_robin', [a]);
    await shop.owners(2);
    await shop.ok('DELETE', `/distribution-rules/${rule.public_id}`);
    expect(await listed(`figure=assigned&rule=${rule.public_id}&member=${a.public_id}`)).toBe(2);
    expect(await listed(`figure=assigned&rule=rule_${'0'.repeat(26)}`)).toBe(0);
    expect(await listed(`figure=assigned&member=mem_${'0'.repeat(26)}`)).toBe(0);
    const faults = async (query: string) =>
      Object.keys((await shop.call('GET', `/reports/leads?${query}`)).body.errors).sort();
    expect(await faults('figure=open_cap')).toEqual(['member']);
    expect(await faults(`figure=won&rule=none&member=${a.public_id}`)).toEqual(['member', 'rule']);
    expect(await faults(`figure=assigned&group_by=owner&group=none`)).toEqual(['group']);
  });

  it('shows shares as they are due: 5, 2 and 1 of eight', async () => {
    const members: Member[] = [];
    for (const weight of [5, 2, 1]) members.push(await shop.member(`w${weight}`, { weight }));
    await shop.rule('weighted', members);
    await shop.owners(16);
    const [rule] = (await report()).data.rules;
    expect(rule).toMatchObject({ strategy: 'weighted', turns: 16 });
    expect(byName(rule)).toMatchObject({
      w5: { turns: 10, expected_share: 0.625, actual_share: 0.625 },
      w2: { turns: 4, expected_share: 0.25, actual_share: 0.25 },
      w1: { turns: 2, expected_share: 0.125, actual_share: 0.125 },
    });
  });

  it('expects shares of the turns that were decided by shares, whatever strategy the rule has now', async () => {
    const members = [await shop.member('a'), await shop.member('b', { weight: 3 })];
    const rule = await shop.rule('fixed', members);
    const changeTo = (strategy: string) => shop.ok('PATCH', `/distribution-rules/${rule.public_id}`, { strategy });
    const shares = async () => {
      const [{ members, turns, turns_with_shares }] = (await report()).data.rules;
      return [turns, turns_with_shares, ...members.map((one: Shown) => [one.turns, one.expected_share])];
    };
    await shop.owners(6);
    expect(await shares()).toEqual([6, 0, [6, null], [0, null]]);
    await changeTo('round_robin');
    expect(await shares()).toEqual([6, 0, [6, null], [0, null]]);
    await shop.owners(6);
    expect(await shares()).toEqual([12, 6, [9, 0.5], [3, 0.5]]);
    await changeTo('weighted');
    await shop.owners(6);
    expect((await shares()).slice(0, 2)).toEqual([18, 12]);
    expect((await shares()).slice(2).map((one) => one[1])).toEqual([0.375, 0.625]);
    await changeTo('least_open');
    await shop.owners(2);
    expect((await shares()).slice(0, 2)).toEqual([20, 12]);
    expect((await shares()).slice(2).map((one) => one[1])).toEqual([0.375, 0.625]);
  });

  it('counts a cap under the rule whose pool it closed, and not under the one that gave the lead away', async () => {
    const [a, b] = [await shop.member('a', { open_cap: 1 }), await shop.member('b')];
    await shop.rule('round_robin', [a], { name: 'First' });
    await shop.rule('fixed', [b], { name: 'Second' });
    await shop.owners(4);
    const [first, second] = (await report()).data.rules;
    expect(first).toMatchObject({ rule: { name: 'First' }, turns: 1 });
    expect(byName(first)).toMatchObject({
      a: { turns: 1, expected_share: 1, caps_hit: { open_cap: 3, daily_cap: 0 } },
    });
    expect(second).toMatchObject({ rule: { name: 'Second' }, turns: 3 });
    expect(Object.keys(byName(second))).toEqual(['b']);
    expect(byName(second).b).toMatchObject({ turns: 3, expected_share: null, actual_share: 1 });
  });

  it('expects nothing of a member that could never take a lead', async () => {
    const [a, b] = [await shop.member('a'), await shop.member('b', { accepting_leads: false })];
    await shop.rule('round_robin', [a, b]);
    await shop.owners(2);
    const [rule] = (await report()).data.rules;
    expect(byName(rule)).toMatchObject({
      a: { expected_share: 1 },
      b: { turns: 0, expected_share: 0, actual_share: 0 },
    });
  });

  it('counts leads that wait, under the rule that they wait under and under anybody', async () => {
    const [a, b] = [await shop.member('a', { open_cap: 0 }), await shop.member('b', { daily_cap: 0 })];
    await shop.rule('fixed', [a], { name: 'First' });
    await shop.owners(2);
    const { data, meta } = await report();
    expect(meta).toMatchObject({ cohort_size: 2, waiting: 2 });
    expect(data.rules.map(({ rule, turns }: Shown) => [rule?.name ?? null, turns])).toEqual([
      ['First', 0],
      [null, 0],
    ]);
    expect(byName(data.rules[0]).a).toMatchObject({ actual_share: null, caps_hit: { open_cap: 2 } });
    expect(byName(data.rules[1])[b.name]).toMatchObject({ caps_hit: { daily_cap: 2 } });
  });

  it('counts a lead under who got it after it waited, also when somebody else has it by now', async () => {
    const [a, b] = [await shop.member('a', { open_cap: 0 }), await shop.member('b', { accepting_leads: false })];
    await shop.rule('round_robin', [a], { name: 'First' });
    const [lead, closed] = [await shop.lead(), await shop.lead()];
    expect((await report()).meta).toMatchObject({ cohort_size: 2, waiting: 2 });
    const lost = (await shop.ok('GET', '/statuses')).data.find((status: Shown) => status.kind === 'lost');
    await shop.ok('POST', `/leads/${closed.public_id}/status`, { status: lost.public_id });
    await shop.change(a, { open_cap: 1 });
    await vi.waitFor(async () => expect((await report()).meta).toMatchObject({ cohort_size: 2, waiting: 0 }), 10_000);
    const given = { turns: 1, expected_share: 1, actual_share: 1, caps_hit: { open_cap: 1, daily_cap: 0 } };
    expect(byName((await report()).data.rules[0])).toEqual({ a: expect.objectContaining(given) });
    await shop.ok('PATCH', `/leads/${lead.public_id}`, { owner: b.public_id });
    expect(byName((await report()).data.rules[0])).toEqual({ a: expect.objectContaining(given) });
  });

  it('shows a manager the own team’s leads, an agent its own, and nobody another organization’s', async () => {
    const [west, east] = [await shop.team('West'), await shop.team('East')];
    const [a, b] = [await shop.member('a', { team: west }), await shop.member('b', { team: west })];
    const c = await shop.member('c', { team: east });
    await shop.rule('round_robin', [a, b, c]);
    await shop.owners(9);
    const turns = async (token: string) => {
      const { data, meta } = await report(token);
      return {
        cohort: meta.cohort_size,
        ...Object.fromEntries(
          data.rules.flatMap((rule: Shown) => rule.members.map((one: Shown) => [one.membership.name, one.turns])),
        ),
      };
    };
    const meera = await shop.member('Meera', { role: 'manager', team: west });
    expect(await turns(await shop.tokenOf(meera))).toEqual({ cohort: 6, a: 3, b: 3, c: 0 });
    expect(await turns(await shop.tokenOf(a))).toEqual({ cohort: 3, a: 3, b: 0, c: 0 });
    expect(await turns(shop.admin)).toEqual({ cohort: 9, a: 3, b: 3, c: 3 });
    expect(await turns((await branches.shop()).admin)).toEqual({ cohort: 0 });
  });

  it('still names rules that are deleted', async () => {
    const rule = await shop.rule('round_robin', [await shop.member('a')], { name: 'Gone' });
    await shop.owners(1);
    await shop.ok('DELETE', `/distribution-rules/${rule.public_id}`);
    expect((await report()).data.rules[0].rule).toEqual({ public_id: rule.public_id, name: 'Gone' });
  });

  it('covers thirty days unless asked otherwise, in the organization’s time zone', async () => {
    await shop.member('a');
    vi.useFakeTimers({ toFake: ['Date'] });
    for (const at of ['2030-01-01T18:29:59.999Z', '2030-01-01T18:30:00.000Z', '2030-01-31T18:30:00.000Z']) {
      vi.setSystemTime(new Date(at));
      await shop.lead();
    }
    const first = (await report()).meta;
    expect([first.cohort_size, first.from]).toEqual([1, '2030-01-02T18:30:00.000Z']);
    const day = (await report(undefined, '?filter[created_at]=2030-01-02')).meta;
    expect([day.cohort_size, day.from, day.to]).toEqual([1, '2030-01-01T18:30:00.000Z', '2030-01-02T18:30:00.000Z']);
    vi.useRealTimers();
    const faulty = await shop.call('GET', '/reports/distribution?filter[created_at]=soon&filter[ower]=x');
    expect(faulty.status).toBe(422);
    expect(Object.keys(faulty.body.errors)).toContain('filter[ower]');
  });
});
