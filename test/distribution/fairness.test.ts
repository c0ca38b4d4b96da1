import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Branches, type Member, spread, tally } from '../support/distribution.ts';
import { freshPhone } from '../support/leads.ts';
import { roundsOf } from '../support/runs.ts';

let branches: Branches;
beforeAll(async () => {
  branches = await Branches.open();
});
afterAll(() => branches.close());

/** A number of leads that can be shared out without a remainder. */
const multipleOf = (part: number, about: number) => part * Math.ceil(roundsOf(Math.ceil(about / 4), about) / part);

describe('64 clients of two processes', () => {
  it('give four agents exactly the same number of leads', async () => {
    const shop = await branches.shop();
    const rule = await shop.rule('round_robin', await shop.members(4));
    const count = multipleOf(4, 400);
    await shop.flood(count);
    const counts = Object.values(tally(await shop.sequence(rule)));
    expect(counts).toEqual([count / 4, count / 4, count / 4, count / 4]);
  });

  it('keep weights 1, 2 and 5 within one turn of exact, after every lead', async () => {
    const shop = await branches.shop();
    const weights = [1, 2, 5];
    const members: Member[] = [];
    for (const weight of weights) members.push(await shop.member(`Weight ${weight}`, { weight }));
    const rule = await shop.rule('weighted', members);
    await shop.flood(multipleOf(8, 400));
    const given = await shop.sequence(rule);
    const counts = [0, 0, 0];
    for (const [n, name] of given.entries()) {
      const at = members.findIndex((member) => member.name === name);
      counts[at] = (counts[at] ?? 0) + 1;
      for (const [i, weight] of weights.entries()) {
        expect(Math.abs((counts[i] ?? 0) - ((n + 1) * weight) / 8)).toBeLessThan(1);
      }
    }
    expect(counts).toEqual(weights.map((weight) => (weight * given.length) / 8));
  });

  it('keep the others within one lead of each other while an agent is away, and give it no flood when it is back', async () => {
    const shop = await branches.shop();
    const members = await shop.members(4);
    const [away, ...others] = members as [Member, Member, Member, Member];
    const rule = await shop.rule('round_robin', members);
    const count = multipleOf(4, 120) + 2; // it goes in the middle of a round
    await shop.flood(count);
    const before = tally(await shop.sequence(rule))[away.name] ?? 0;

    await shop.change(away, { accepting_leads: false });
    await shop.flood(count);
    const during = tally(await shop.sequence(rule));
    expect(during[away.name]).toBe(before);
    expect(spread(others.map(({ name }) => during[name] ?? 0))).toBeLessThanOrEqual(1);

    await shop.change(away, { accepting_leads: true });
    await shop.flood(count);
    const given = await shop.sequence(rule);
    expect(spread(others.map(({ name }) => tally(given)[name] ?? 0))).toBeLessThanOrEqual(1);
    // Back in its place: one of four of what came since, not what it missed.
    const since = given.slice(2 * count).filter((name) => name === away.name).length;
    expect(Math.abs(since - count / 4)).toBeLessThanOrEqual(1);
    expect(given.slice(2 * count, 2 * count + 8).filter((name) => name === away.name).length).toBeLessThanOrEqual(3);
  });

  it('use up no turn with duplicates, however many come at once', async () => {
    const shop = await branches.shop();
    const rule = await shop.rule('round_robin', await shop.members(4));
    const phones = Array.from({ length: multipleOf(4, 80) }, freshPhone);
    await shop.flood(phones.length * 4, (n) => ({ phone: phones[Math.floor(n / 4)] }));
    expect(await shop.sequence(rule)).toHaveLength(phones.length);
    // What duplicates took and returned while others were decided is made up for by the next leads.
    await shop.owners(40);
    expect(spread(Object.values(tally(await shop.sequence(rule))))).toBe(0);
    expect(await shop.rows('select credits from rotation_credits where organization_id = $1')).toEqual([
      { credits: '{}' },
    ]);
  });
});

describe('leads one after the other', () => {
  it('a duplicate, and a refused lead, use up no turn', async () => {
    const shop = await branches.shop();
    const members = await shop.members(3);
    await shop.rule('round_robin', members);
    const first = await shop.lead();
    for (let n = 0; n < 5; n++) {
      const { status, body } = await shop.call('POST', '/leads', { phone: first.contact.phone }, { via: n % 2 });
      expect([status, body.duplicate]).toEqual([200, true]);
      expect((await shop.call('POST', '/leads', { phone: '12' })).status).toBe(422);
    }
    expect([first.owner.name, ...(await shop.owners(5))]).toEqual([...members, ...members].map(({ name }) => name));
  });

  it('`weighted` is smooth: 5, 1 and 1 give a a b a c a a', async () => {
    const shop = await branches.shop();
    const members = [
      await shop.member('a', { weight: 5 }),
      await shop.member('b', { weight: 1 }),
      await shop.member('c', { weight: 1 }),
    ];
    await shop.rule('weighted', members);
    expect((await shop.owners(14)).join(' ')).toBe('a a b a c a a a a b a c a a');
  });

  it('`round_robin` disregards weights', async () => {
    const shop = await branches.shop();
    await shop.rule('round_robin', [await shop.member('a', { weight: 9 }), await shop.member('b')]);
    expect((await shop.owners(6)).join(' ')).toBe('a b a b a b');
  });

  it('a change of weight counts from the next lead on', async () => {
    const shop = await branches.shop();
    const [a, b] = [await shop.member('a'), await shop.member('b')];
    await shop.rule('weighted', [a, b]);
    expect(tally(await shop.owners(4))).toEqual({ a: 2, b: 2 });
    await shop.change(b, { weight: 3 });
    expect(tally(await shop.owners(8))).toEqual({ a: 2, b: 6 });
  });

  it('each rule has turns of its own', async () => {
    const shop = await branches.shop();
    const [a, b] = [await shop.member('a'), await shop.member('b')];
    await shop.rule('round_robin', [a, b], { when: { all: [{ field: 'first_name', op: 'eq', value: 'Asha' }] } });
    await shop.rule('round_robin', [a, b]);
    expect((await shop.lead({ first_name: 'Asha' })).owner.name).toBe('a');
    expect((await shop.lead()).owner.name).toBe('a');
    expect((await shop.lead({ first_name: 'Asha' })).owner.name).toBe('b');
    expect((await shop.lead()).owner.name).toBe('b');
  });

  it('another organization’s leads use up no turn', async () => {
    const [shop, other] = [await branches.shop(), await branches.shop()];
    for (const one of [shop, other]) await one.rule('round_robin', [await one.member('a'), await one.member('b')]);
    expect(await shop.owners(1)).toEqual(['a']);
    expect(await other.owners(1)).toEqual(['a']);
    expect(await shop.owners(1)).toEqual(['b']);
  });
});
