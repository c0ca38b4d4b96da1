import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { Branches, type Member, type Shop } from '../support/distribution.ts';
import { freshPhone } from '../support/leads.ts';

let branches: Branches;
let shop: Shop;
beforeAll(async () => {
  branches = await Branches.open();
});
afterAll(() => branches.close());
afterEach(() => vi.useRealTimers());

const open = async (...caps: Record<string, unknown>[]): Promise<Member[]> => {
  shop = await branches.shop();
  const members: Member[] = [];
  for (const [n, fields] of caps.entries()) members.push(await shop.member(`m${n}`, fields));
  return members;
};

const sql = (text: string) => branches.process(0).services.database.rows(text);

const at = (time: string) => vi.setSystemTime(new Date(time));
/** Only the date: everything that waits goes on as ever. */
const stopClockAt = (time: string) => {
  vi.useFakeTimers({ toFake: ['Date'] });
  at(time);
};

const byHour = { when: { all: [{ field: 'first_name', op: 'eq', value: 'Asha' }] } };

describe('64 clients of two processes never get a member beyond', () => {
  it.each(['round_robin', 'weighted', 'least_open'])('its open cap, by %s', async (strategy) => {
    const members = await open({ open_cap: 13 }, { open_cap: 7, weight: 5 }, { weight: 2 });
    await shop.rule(strategy, members);
    await shop.flood(100);
    expect(await shop.owned()).toMatchObject({ m0: 13, m1: 7, m2: 80 });
  });

  it('its daily cap', async () => {
    const members = await open({ daily_cap: 9 }, { daily_cap: 4 });
    await shop.rule('round_robin', members);
    await shop.flood(60);
    expect(await shop.owned()).toMatchObject({ m0: 9, m1: 4 });
    expect(await shop.waiting()).toBe(47);
  });

  it('either cap, where two rules and the fallback all want it', async () => {
    const [a, b] = (await open({ open_cap: 12 }, { daily_cap: 10 })) as [Member, Member];
    await shop.rule('least_open', [a, b], byHour);
    await shop.rule('weighted', [b, a]);
    await shop.flood(64, (n) => (n % 2 === 0 ? { first_name: 'Asha' } : {}));
    expect(await shop.owned()).toMatchObject({ m0: 12, m1: 10 });
    expect(await shop.waiting()).toBe(42);
  });

  it('its cap, where requests carry an Idempotency-Key and are written later than they are decided', async () => {
    const members = await open({ open_cap: 20 }, {});
    await shop.rule('fixed', members);
    await shop.lead(); // both processes know how turns stand
    await shop.lead({}, { via: 1 });
    // Whatever comes between writing a lead and its commit, made long enough to be met.
    await sql(
      `create function dawdle(answer bytea) returns boolean language plpgsql as
         'begin if answer is not null then perform pg_sleep(0.05); end if; return true; end'`,
    );
    await sql('alter table idempotent_answers add constraint dawdle check (dawdle(answer)) not valid');
    await shop.flood(100, () => ({}), true);
    await sql('alter table idempotent_answers drop constraint dawdle');
    expect((await shop.owned()).m0).toBe(20);
  });

  it('its cap, where leads are moved about meanwhile', async () => {
    const [a] = (await open({ open_cap: 5 })) as [Member];
    await shop.rule('round_robin', [a]);
    let most = 0;
    let done = false;
    const close = async () => {
      while (!done) {
        const mine = await shop.rows<{ public_id: string; kind: string }>(
          `select leads.public_id, statuses.kind from leads join statuses on statuses.organization_id = $1
                  and statuses.id = leads.status_id where leads.organization_id = $1 and owner_id is not null`,
        );
        const isOpen = mine.filter(({ kind }) => kind === 'open');
        most = Math.max(most, isOpen.length);
        for (const { public_id } of isOpen.slice(0, 2)) await shop.move(public_id, 'Won', { via: 1 });
      }
    };
    const closing = close();
    await shop.flood(40);
    done = true;
    await closing;
    expect(most).toBeLessThanOrEqual(5);
    expect(most).toBeGreaterThan(0);
  });
});

describe('an open cap', () => {
  it('of 0 gives nothing', async () => {
    await open({ open_cap: 0 }, {});
    expect(await shop.owners(3)).toEqual(['m1', 'm1', 'm1']);
  });

  it('is free again for the next lead when one is closed or given away, and counts leads given by hand', async () => {
    const [a, b] = (await open({ open_cap: 1 }, { accepting_leads: false })) as [Member, Member];
    const first = await shop.lead();
    expect(first.owner.name).toBe('m0');
    await shop.move(first.public_id, 'Won');
    const second = await shop.lead({}, { via: 1 });
    expect(second.owner.name).toBe('m0');
    await shop.give(second.public_id, b, { via: 1 });
    const third = await shop.lead();
    expect(third.owner.name).toBe('m0');
    await shop.give(third.public_id, b);
    await shop.give(second.public_id, a);
    expect((await shop.lead({}, { via: 1 })).owner).toBeNull();
  });
});

describe('a daily cap', () => {
  it('counts by the organization’s day: at midnight there, not in UTC, it begins anew', async () => {
    stopClockAt('2030-03-10T18:00:00.000Z'); // 23:30 in Kolkata
    await open({ daily_cap: 1 });
    expect((await shop.lead()).owner.name).toBe('m0');
    expect((await shop.lead()).owner).toBeNull();
    at('2030-03-10T18:29:59.999Z');
    await shop.sweep();
    expect(await shop.waiting()).toBe(1);
    at('2030-03-10T18:30:00.000Z'); // midnight
    await shop.sweep();
    expect(await shop.waiting()).toBe(0);
    at('2030-03-11T00:30:00.000Z'); // midnight in UTC is nothing special
    expect((await shop.lead()).owner).toBeNull();
  });

  it('follows the organization’s time zone, days of 23 and 25 hours included', async () => {
    stopClockAt('2030-03-31T00:30:00.000Z');
    await open({ daily_cap: 1 });
    await shop.ok('PATCH', '/organization', { time_zone: 'Europe/Berlin' });
    for (const [day, midnight] of [
      ['2030-03-31', '2030-03-31T22:00:00.000Z'], // 23 hours, from 23:00Z the day before
      ['2030-10-27', '2030-10-27T23:00:00.000Z'], // 25 hours, from 22:00Z the day before
    ] as const) {
      at(`${day}T00:30:00.000Z`);
      expect((await shop.lead()).owner?.name, day).toBe('m0');
      at(new Date(new Date(midnight).getTime() - 1).toISOString());
      const late = await shop.lead();
      expect(late.owner, day).toBeNull();
      at(midnight);
      await shop.sweep();
      expect(await shop.ownerOf(late.public_id), day).toBe('m0');
    }
  });

  it('counts what distribution gave, and not what people gave; what they took away counts still', async () => {
    const [a, b] = (await open({ daily_cap: 2 }, { accepting_leads: false })) as [Member, Member];
    const first = await shop.lead();
    await shop.give(first.public_id, b);
    const elsewhere = await shop.lead({});
    expect([first.owner.name, elsewhere.owner.name]).toEqual(['m0', 'm0']);
    const third = await shop.lead();
    expect(third.owner).toBeNull(); // two were given today, though one of them is another's now
    expect((await shop.assignment(third.public_id)).candidates).toMatchObject([
      { outcome: 'daily_cap' },
      { outcome: 'paused' },
    ]);

    await shop.change(a, { daily_cap: 3 });
    await shop.assigned(third.public_id);
    await shop.give(first.public_id, a); // by hand: it does not count
    await shop.change(a, { daily_cap: 4 });
    expect((await shop.lead()).owner.name).toBe('m0');
    expect((await shop.lead()).owner).toBeNull();
  });

  it('counts a lead that waited on the day on which it was handed out', async () => {
    stopClockAt('2030-05-01T10:00:00.000Z');
    await open({ daily_cap: 1 });
    await shop.lead();
    const waited = await shop.lead();
    expect(waited.owner).toBeNull();
    at('2030-05-02T10:00:00.000Z');
    await shop.sweep();
    expect(await shop.ownerOf(waited.public_id)).toBe('m0');
    expect((await shop.lead()).owner).toBeNull();
  });

  it('is not used up by duplicates', async () => {
    await open({ daily_cap: 2 });
    const phone = freshPhone();
    await shop.flood(20, () => ({ phone }));
    expect((await shop.lead()).owner.name).toBe('m0');
    expect((await shop.lead()).owner).toBeNull();
  });
});
