import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { Branches, type Member, type Shop } from '../support/distribution.ts';
import type { Shown } from '../support/leads.ts';
import { Random } from '../support/random.ts';
import { roundsOf } from '../support/runs.ts';

let branches: Branches;
let shop: Shop;
beforeAll(async () => {
  branches = await Branches.open();
});
afterAll(() => branches.close());
beforeEach(async () => {
  shop = await branches.shop();
});

const told = ({ candidates }: Shown) =>
  Object.fromEntries(candidates.map(({ membership, outcome }: Shown) => [membership.name, outcome]));

/** An empty working week. */
const never = { mon: [], tue: [], wed: [], thu: [], fri: [], sat: [], sun: [] };

describe('the explanation of an assignment', () => {
  it('names the rule, the strategy, and what became of every candidate', async () => {
    const members = [
      await shop.member('inactive', { active: false }),
      await shop.member('paused', { accepting_leads: false }),
      await shop.member('away', { working_hours: never }),
      await shop.member('full', { open_cap: 0 }),
      await shop.member('done for today', { daily_cap: 0 }),
      await shop.member('first'),
      await shop.member('second'),
    ];
    const rule = await shop.rule('round_robin', members, { name: 'Everybody' });
    const outcomes = {
      inactive: 'inactive',
      paused: 'paused',
      away: 'outside_hours',
      full: 'open_cap',
      'done for today': 'daily_cap',
    };
    const lead = await shop.lead();
    const shown = await shop.assignment(lead.public_id);
    expect(shown).toMatchObject({
      owner: { name: 'first' },
      rule: { public_id: rule.public_id, name: 'Everybody' },
      strategy: 'round_robin',
    });
    expect(Math.abs(Date.parse(shown.assigned_at) - Date.parse(lead.created_at))).toBeLessThan(1_000);
    expect(shown.candidates.map((one: Shown) => one.membership.name)).toEqual(members.map(({ name }) => name));
    expect(told(shown)).toEqual({ ...outcomes, first: 'chosen', second: 'not_in_turn' });
    expect(told(await shop.assignment((await shop.lead()).public_id))).toEqual({
      ...outcomes,
      first: 'not_in_turn',
      second: 'chosen',
    });
  });

  it('tells the first reason where a member has several', async () => {
    const all = { active: false, accepting_leads: false, working_hours: never, open_cap: 0, daily_cap: 0 };
    const member = await shop.member('m', all);
    await shop.rule('fixed', [member]);
    const reasons = ['inactive', 'paused', 'outside_hours', 'open_cap', 'daily_cap'];
    const cures = [{ active: true }, { accepting_leads: true }, { working_hours: null }, { open_cap: null }];
    for (const [n, reason] of reasons.entries()) {
      const lead = await shop.lead();
      expect(told(await shop.assignment(lead.public_id)).m).toBe(reason);
      await shop.move(lead.public_id, 'Lost');
      const cure = cures[n];
      if (cure !== undefined) await shop.change(member, cure);
    }
  });

  it.each(['weighted', 'least_open', 'fixed'])('names %s', async (strategy) => {
    const members = await shop.members(2);
    await shop.rule(strategy, members);
    const shown = await shop.assignment((await shop.lead()).public_id);
    expect(shown).toMatchObject({ strategy, owner: { public_id: members[0]?.public_id } });
    expect(shown.candidates.map(({ outcome }: Shown) => outcome)).toEqual(['chosen', 'not_in_turn']);
  });

  it('tells of a full member of a `fixed` pool that its cap stood in the way, though it was not reached', async () => {
    const [a, b] = [await shop.member('a'), await shop.member('b', { open_cap: 1 })];
    const first = await shop.lead();
    await shop.give(first.public_id, b);
    await shop.rule('fixed', [a, b]);
    expect(told(await shop.assignment((await shop.lead()).public_id))).toEqual({ a: 'chosen', b: 'open_cap' });
  });

  it('tells of the candidates of rules that had nobody, and of the fallback without a rule', async () => {
    const [a, b, c] = [
      await shop.member('a', { accepting_leads: false }),
      await shop.member('b', { open_cap: 0 }),
      await shop.member('c'),
    ];
    await shop.rule('fixed', [a], { name: 'One' });
    await shop.rule('round_robin', [b], { name: 'Two' });
    const shown = await shop.assignment((await shop.lead()).public_id);
    expect(shown).toMatchObject({ owner: { public_id: c.public_id }, rule: null, strategy: 'round_robin' });
    expect(told(shown)).toEqual({ a: 'paused', b: 'open_cap', c: 'chosen' });
  });

  it('is the new one after a lead that waited was handed out', async () => {
    const member = await shop.member('a', { accepting_leads: false });
    const rule = await shop.rule('weighted', [member]);
    const { public_id: lead } = await shop.lead();
    expect(await shop.assignment(lead)).toMatchObject({ owner: null, strategy: null, rule: { name: 'weighted' } });
    await shop.change(member, { accepting_leads: true });
    await shop.assigned(lead);
    const shown = await shop.assignment(lead);
    expect(shown).toMatchObject({ owner: { name: 'a' }, strategy: 'weighted', rule: { public_id: rule.public_id } });
    expect(told(shown)).toEqual({ a: 'chosen' });
  });

  it('says nothing but the owner and when, once somebody has changed the owner by hand', async () => {
    const [a, b] = [await shop.member('a'), await shop.member('b', { role: 'manager' })];
    await shop.rule('fixed', [a]);
    const { public_id: lead } = await shop.lead();
    const before = await shop.assignment(lead);
    await shop.ok('PATCH', `/leads/${lead}`, { first_name: 'Asha', owner: a.public_id }); // the same owner
    expect(await shop.assignment(lead)).toEqual(before);
    await shop.give(lead, b);
    const after = await shop.assignment(lead);
    expect(after).toMatchObject({ owner: { name: 'b' }, rule: null, strategy: null, candidates: [] });
    expect(Date.parse(after.assigned_at)).toBeGreaterThanOrEqual(Date.parse(before.assigned_at));
    await shop.give(lead, null);
    expect(await shop.assignment(lead)).toMatchObject({ owner: null, rule: null, strategy: null, candidates: [] });
  });

  it('still names a rule that has been renamed, changed or deleted since', async () => {
    const rule = await shop.rule('round_robin', [await shop.member('a')], { name: 'Old name' });
    const { public_id: lead } = await shop.lead();
    await shop.ok('PATCH', `/distribution-rules/${rule.public_id}`, { name: 'New name', strategy: 'fixed' });
    expect(await shop.assignment(lead)).toMatchObject({ strategy: 'round_robin', rule: { name: 'New name' } });
    await shop.ok('DELETE', `/distribution-rules/${rule.public_id}`);
    expect(await shop.assignment(lead)).toMatchObject({
      rule: { public_id: rule.public_id, name: 'New name' },
      candidates: [{ membership: { name: 'a' }, outcome: 'chosen' }],
    });
    expect(await shop.assignment(lead, { via: 1 })).toEqual(await shop.assignment(lead));
  });

  it('is for whoever may see the lead, and for nobody else', async () => {
    const [a, b] = [await shop.member('a'), await shop.member('b')];
    await shop.rule('fixed', [a]);
    const { public_id: lead } = await shop.lead();
    const path = `/leads/${lead}/assignment`;
    expect((await shop.call('GET', path, undefined, { token: await shop.tokenOf(a) })).status).toBe(200);
    expect((await shop.call('GET', path, undefined, { token: await shop.tokenOf(b) })).status).toBe(404);
    expect((await shop.call('GET', path, undefined, { token: (await branches.shop()).admin })).status).toBe(404);
    expect((await shop.call('GET', '/leads/lead_00000000000000000000000000/assignment')).status).toBe(404);
  });
});

it('what is stored of every assignment of a random run names one chosen candidate, the owner', async () => {
  const random = new Random(7);
  const members: Member[] = [];
  for (let n = 0; n < 6; n++) {
    const caps = { ...(random.chance(0.4) && { open_cap: 15 }), ...(random.chance(0.4) && { daily_cap: 20 }) };
    members.push(await shop.member(`m${n}`, { weight: 1 + random.below(9), ...caps }));
  }
  for (const [n, strategy] of ['round_robin', 'weighted', 'least_open', 'fixed'].entries()) {
    const when = { all: [{ field: 'estimated_value', op: 'gte', value: 100 - n * 30 }] };
    await shop.rule(strategy, random.shuffle(members).slice(0, 4), { when });
  }
  const rounds = Math.ceil(roundsOf(40, 200) / 4);
  for (let round = 0; round < 4; round++) {
    await shop.change(random.pick(members), { accepting_leads: random.chance(0.3) });
    await shop.flood(rounds, () => ({ estimated_value: random.below(140) }));
  }
  const rows = await shop.rows<{ owner_id: string | null; strategy: string; candidate_ids: string; outcomes: string }>(
    'select owner_id, strategy, candidate_ids, outcomes from assignments where organization_id = $1',
  );
  expect(rows).toHaveLength(rounds * 4);
  expect(new Set(rows.map(({ strategy }) => strategy)).size).toBeGreaterThanOrEqual(4);
  for (const { owner_id, candidate_ids, outcomes } of rows) {
    const ids = candidate_ids.split(' ');
    expect(outcomes).toHaveLength(ids.length);
    expect(ids.filter((_, n) => outcomes[n] === 'C')).toEqual(owner_id === null ? [] : [owner_id]);
  }
});

describe('of more candidates than are listed', () => {
  const AGENTS = 620;
  const addAgents = () =>
    shop.rows(
      `insert into memberships (organization_id, public_id, name, role)
       select $1, 'mem_' || lpad(n::text, 26, '0'), 'Agent ' || n, 'agent' from generate_series(1, $2::integer) as n`,
      [AGENTS],
    );

  /** A change of settings, after which the process reads them anew. */
  const renew = (name: string) => shop.ok('PATCH', '/organization', { name });

  it('the first 500 and the chosen one are stored and shown, and how many more there were', async () => {
    await addAgents();
    await renew('Large shop');
    for (const name of ['Agent 1', 'Agent 2']) {
      const { public_id } = await shop.lead();
      const shown = await shop.assignment(public_id);
      expect(shown).toMatchObject({ owner: { name }, strategy: 'round_robin', more_candidates: AGENTS - 500 });
      expect(shown.candidates).toHaveLength(500);
    }
    // Who is beyond the first 500 is chosen once those before it had their turns.
    await shop.rows(
      `update memberships set accepting_leads = false
        where organization_id = $1 and public_id < 'mem_' || lpad('600', 26, '0') and role = 'agent'`,
    );
    await renew('Shop at night');
    const { public_id } = await shop.lead();
    const shown = await shop.assignment(public_id);
    expect(shown).toMatchObject({ owner: { name: 'Agent 600' }, more_candidates: AGENTS - 500 });
    expect(shown.candidates).toHaveLength(500);
    expect(shown.candidates.at(-1)).toMatchObject({ membership: { name: 'Agent 600' }, outcome: 'chosen' });
    const stored = await shop.rows<{ n: number }>(
      `select max(cardinality(string_to_array(candidate_ids, ' '))) as n from assignments where organization_id = $1`,
    );
    expect(stored[0]?.n).toBe(500);
    const lead = { first_name: 'Asha' };
    const { data: simulated } = await shop.ok('POST', '/distribution-rules/simulate', { lead });
    expect(simulated).toMatchObject({ owner: { name: 'Agent 601' }, more_candidates: AGENTS - 500 });
    expect(simulated.candidates).toHaveLength(500);
    const { rules } = (await shop.ok('GET', '/reports/distribution')).data;
    expect(rules).toHaveLength(1);
    expect(rules[0]).toMatchObject({ rule: null, turns: 3 });
    expect(rules[0].members.map((one: Shown) => [one.membership.name, one.turns, one.expected_share])).toEqual([
      ['Agent 1', 1, null],
      ['Agent 2', 1, null],
      ['Agent 600', 1, null],
    ]);
  });
});
