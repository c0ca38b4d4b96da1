import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { Decider, type Turn, type TurnRequest } from '../../src/distribution/decide.ts';
import { type Plan, planFor, rulesInForce } from '../../src/distribution/plan.ts';
import { LOST_MS, parseTurns } from '../../src/distribution/turn-state.ts';
import type { Settings } from '../../src/settings/snapshot.ts';
import { Branches, type Member, type Shop, spread } from '../support/distribution.ts';
import { roundsOf } from '../support/runs.ts';

let branches: Branches;
let shop: Shop;
let members: Member[];
let settings: Settings;
let plan: Plan;
beforeAll(async () => {
  branches = await Branches.open();
});
afterAll(() => branches.close());
beforeEach(async () => {
  shop = await branches.shop();
  members = await shop.members(4);
  await shop.rule('round_robin', members);
  settings = await branches.process(0).services.settings.get(shop.organizationId, '0');
  const nobody = { first_name: null, last_name: null, phone: null, email: null, source: null, estimated_value: null };
  plan = planFor(settings, rulesInForce(settings), { ...nobody, custom_fields: {} }, new Date());
});
afterEach(() => vi.useRealTimers());

const deciders = (count: number) =>
  Array.from({ length: count }, (_, n) => new Decider(branches.process(n % 2).services.database, shop.organizationId));

const request = (lead: string) => ({ settings, plan, lead, queue: 'ignore' as const });

async function state() {
  const [row] = await shop.rows<{ state: string }>('select state from distribution_turns where organization_id = $1');
  return parseTurns(row?.state ?? null);
}

/** Turns under way are older by so much than they were, as the database's clock has it. */
async function letPass(ms: number): Promise<void> {
  const before = await state();
  const after = { ...before, taken: before.taken.map((one) => ({ ...one, at: one.at - ms })) };
  await shop.rows('update distribution_turns set state = $2, version = version + 1 where organization_id = $1', [
    JSON.stringify(after),
  ]);
}

/** Turns for requests that nothing stands in the way of. */
const decide = async (decider: Decider, requests: TurnRequest[]): Promise<Turn[]> =>
  (await decider.decide(requests, [])).filter((turn) => turn !== null);

const byOwner = (turns: readonly Turn[]) => {
  const counts = new Map<string, number>();
  for (const { choice } of turns) counts.set(choice.ownerId ?? '', (counts.get(choice.ownerId ?? '') ?? 0) + 1);
  return [...counts.values()];
};

it('however many decide at once, no turn is lost and none is taken twice', async () => {
  const all: Turn[] = [];
  const rounds = Math.max(8, Math.ceil(roundsOf(0, 640) / 40));
  await Promise.all(
    deciders(16).map(async (decider, n) => {
      for (let round = 0; round < rounds; round++) {
        const batch = Array.from({ length: 1 + ((n + round) % 4) }, (_, i) => request(`lead ${n} ${round} ${i}`));
        all.push(...(await decide(decider, batch)));
      }
    }),
  );
  const numbers = all.map(({ taken }) => taken?.turn ?? 0).sort((one, other) => one - other);
  expect(numbers).toEqual(all.map((_, n) => n + 1));
  expect(spread(byOwner(all))).toBeLessThanOrEqual(1);
  // In the order of the turns, whoever decided them: a, b, c, d, a, …
  const ids = members.map(({ public_id }) => settings.memberships.byPublicId.get(public_id)?.id);
  const inOrder = [...all].sort((one, other) => (one.taken?.turn ?? 0) - (other.taken?.turn ?? 0));
  expect(inOrder.map(({ choice }) => choice.ownerId)).toEqual(inOrder.map((_, n) => ids[n % 4]));
  expect((await state()).taken).toHaveLength(all.length);
});

it('what is returned among many deciders is as if it had never been taken', async () => {
  await Promise.all(
    deciders(7).map(async (decider, n) => {
      for (let round = 0; round < 7; round++) {
        const leads = [1, 2, 3].map((lead) => request(`lead ${n} ${round} ${lead}`));
        await decider.decide([], await decide(decider, leads));
      }
    }),
  );
  const after = await state();
  expect(after.taken).toEqual([]);
  expect(after.turns).toBe(147); // no whole number of rounds: kept turns would show in the credits
  expect(Object.values(after.credits).flatMap(Object.values)).toEqual([]);
  expect((await shop.lead()).owner.name).toBe(members[0]?.name);
});

it('turns that are done are under way no more with the next decision of any decider', async () => {
  const [one, other] = deciders(2) as [Decider, Decider];
  const turns = await decide(one, [request('lead 1'), request('lead 2')]);
  await other.decide([request('lead 3')], []);
  for (const { taken } of turns) if (taken !== null) one.done(taken);
  await one.decide([], []);
  expect((await state()).taken.map(({ lead }) => lead)).toEqual(['lead 3']);
});

it('the turn of a process that died comes back after a minute, and is given to the same member', async () => {
  const [dying] = deciders(1) as [Decider];
  await dying.decide([request('never written')], []);
  expect((await shop.lead()).owner.name).toBe(members[1]?.name);
  await letPass(LOST_MS + 1);
  expect((await shop.lead()).owner.name).toBe(members[0]?.name);
  expect(await shop.owners(2)).toEqual([members[2]?.name, members[3]?.name]);
  expect((await state()).taken.map(({ lead }) => lead)).not.toContain('never written');
});

it('a turn under way fills a cap until its lead is written or given up on', async () => {
  for (const member of members.slice(1)) await shop.change(member, { accepting_leads: false });
  await shop.change(members[0] as Member, { open_cap: 1 });
  settings = await branches.process(0).services.settings.get(shop.organizationId, '0');
  plan = planFor(
    settings,
    rulesInForce(settings),
    {
      first_name: null,
      last_name: null,
      phone: null,
      email: null,
      source: null,
      estimated_value: null,
      custom_fields: {},
    },
    new Date(),
  );
  const [dying] = deciders(1) as [Decider];
  await dying.decide([request('never written')], []);
  const lead = await shop.lead();
  expect(lead.owner).toBeNull();
  await letPass(LOST_MS + 1);
  await shop.sweep(1);
  expect(await shop.ownerOf(lead.public_id)).toBe(members[0]?.name);
});

it.each([10, -10])(
  'a process whose clock is %d minutes off takes no turn twice, and gives none up',
  async (minutes) => {
    const [right, wrong] = deciders(2) as [Decider, Decider];
    const owners: (string | null | undefined)[] = [];
    const take = async (decider: Decider, lead: string) => {
      const [turn] = await decide(decider, [request(lead)]);
      owners.push(turn?.choice.ownerId);
    };
    for (let n = 0; n < 4; n++) {
      await take(right, `right ${n}`);
      vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + minutes * 60_000 });
      await take(wrong, `wrong ${n}`);
      vi.useRealTimers();
    }
    const ids = members.map(({ public_id }) => settings.memberships.byPublicId.get(public_id)?.id);
    expect(owners).toEqual([...ids, ...ids]);
    expect((await state()).taken).toHaveLength(8);
    const [row] = await shop.rows<{ ms: number }>(
      'select (extract(epoch from now()) * 1000)::float8 as ms from organizations where id = $1',
    );
    for (const { at } of (await state()).taken) expect(Math.abs((row?.ms ?? 0) - at)).toBeLessThan(LOST_MS);
  },
);
