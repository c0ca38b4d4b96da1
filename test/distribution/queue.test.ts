import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { Branches, type Member, type Shop } from '../support/distribution.ts';
import type { Shown } from '../support/leads.ts';
import { eventually } from '../support/workplace.ts';

let branches: Branches;
let shop: Shop;
let west: string;
let ravi: Member;
beforeAll(async () => {
  branches = await Branches.open();
});
afterAll(() => branches.close());
beforeEach(async () => {
  shop = await branches.shop();
  west = await shop.team('West');
  ravi = await shop.member('Ravi', { team: west, accepting_leads: false });
});
afterEach(() => vi.useRealTimers());

async function wait(count: number): Promise<string[]> {
  const leads: string[] = [];
  for (let n = 0; n < count; n++) {
    const lead = await shop.lead();
    expect(lead.owner).toBeNull();
    leads.push(lead.public_id);
  }
  return leads;
}

/** The leads that somebody has, in the order in which they were handed out. */
const assigned = async (): Promise<string[]> =>
  (
    await shop.rows<{ public_id: string }>(
      `select leads.public_id from leads join assignments on assignments.organization_id = $1 and lead_id = leads.id
        where leads.organization_id = $1 and assignments.owner_id is not null order by assigned_at, lead_id`,
    )
  ).map(({ public_id }) => public_id);

describe('a lead that nobody can take', () => {
  it('waits without an owner, with the team of the first rule that matches: its manager and admins see it, agents do not', async () => {
    const east = await shop.team('East');
    const people = {
      west: await shop.tokenOf(await shop.member('Meera', { role: 'manager', team: west })),
      east: await shop.tokenOf(await shop.member('Tara', { role: 'manager', team: east })),
      agent: await shop.tokenOf(ravi),
    };
    const never = { when: { all: [{ field: 'first_name', op: 'present' }] } };
    await shop.rule('round_robin', { team: east }, never);
    const rule = await shop.rule('round_robin', { team: west });
    await shop.rule('round_robin', { team: east });
    const [lead = ''] = await wait(1);
    const seen = async (token?: string) =>
      (await shop.call('GET', `/leads/${lead}`, undefined, token === undefined ? {} : { token })).status;
    expect([await seen(), await seen(people.west), await seen(people.east), await seen(people.agent)]).toEqual([
      200, 200, 404, 404,
    ]);
    const listed = async (token: string) => (await shop.ok('GET', '/leads', undefined, { token })).data.length;
    expect([await listed(people.west), await listed(people.east), await listed(people.agent)]).toEqual([1, 0, 0]);
    expect(await shop.assignment(lead, { token: people.west })).toMatchObject({
      owner: null,
      rule: { public_id: rule.public_id },
      strategy: null,
      candidates: [{ membership: { name: 'Ravi' }, outcome: 'paused' }],
    });
    await shop.change(ravi, { accepting_leads: true });
    await shop.assigned(lead);
    expect([await seen(people.west), await seen(people.east), await seen(people.agent)]).toEqual([200, 404, 200]);
  });

  it('has no team where the first rule names members, or where there is no rule', async () => {
    const manager = await shop.tokenOf(await shop.member('Meera', { role: 'manager', team: west }));
    const leads = await wait(1);
    await shop.rule('round_robin', [ravi]);
    leads.push(...(await wait(1)));
    for (const lead of leads) {
      expect((await shop.call('GET', `/leads/${lead}`, undefined, { token: manager })).status).toBe(404);
    }
  });

  it('is handed out once, with one activity and one audit entry of the service itself', async () => {
    const [lead = ''] = await wait(1);
    const before = (await shop.ok('GET', `/leads/${lead}`)).data;
    await shop.change(ravi, { accepting_leads: true });
    await shop.assigned(lead);
    await Promise.all([shop.sweep(0), shop.sweep(1)]);
    const after = (await shop.ok('GET', `/leads/${lead}`)).data;
    expect(after).toMatchObject({ contact: before.contact, status: before.status, created_at: before.created_at });
    const around = async (what: string): Promise<Shown[]> => (await shop.ok('GET', `/leads/${lead}/${what}`)).data;
    expect((await around('activities')).map(({ kind, actor }) => [kind, actor.system])).toEqual([
      ['assigned', true],
      ['created', undefined],
    ]);
    const [assigned, ...earlier] = await around('audit');
    expect(assigned).toMatchObject({
      action: 'lead.assigned',
      actor: { system: true },
      changes: [{ field: 'owner', from: null, to: ravi.public_id }],
    });
    expect(earlier.map(({ action }) => action)).toEqual(['lead.created']);
    expect(await around('transitions')).toHaveLength(1);
  });
});

describe('waiting leads are handed out, in order of arrival, when', () => {
  const inOrder = async (leads: string[]) => {
    await eventually(async () => (await shop.waiting()) === 0, 4_000);
    expect(await assigned()).toEqual(leads);
  };

  it('a member accepts leads again', async () => {
    const leads = await wait(5);
    await shop.change(ravi, { accepting_leads: true });
    await inOrder(leads);
  });

  it('a member is active again', async () => {
    await shop.change(ravi, { active: false, accepting_leads: true });
    const leads = await wait(3);
    await shop.change(ravi, { active: true });
    await inOrder(leads);
  });

  it('a member joins', async () => {
    const leads = await wait(2);
    await shop.member('Asha');
    await inOrder(leads);
  });

  it('a rule begins to name a manager', async () => {
    const manager = await shop.member('Meera', { role: 'manager' });
    const leads = await wait(2);
    await shop.rule('fixed', [manager]);
    await inOrder(leads);
  });

  it('a cap is raised, as many as it allows', async () => {
    await shop.change(ravi, { accepting_leads: true, open_cap: 0 });
    const leads = await wait(4);
    await shop.change(ravi, { open_cap: 3 });
    await eventually(async () => (await shop.waiting()) === 1, 4_000);
    expect(await assigned()).toEqual(leads.slice(0, 3));
    await shop.change(ravi, { open_cap: null });
    await inOrder(leads);
  });

  it('a lead is closed, or given to somebody else, in the process that took the lead in', async () => {
    await shop.change(ravi, { accepting_leads: true, open_cap: 1 });
    const first = await shop.lead();
    const leads = await wait(2);
    await shop.move(first.public_id, 'Won');
    await shop.assigned(leads[0] ?? '');
    expect(await shop.ownerOf(leads[1] ?? '')).toBeNull();
    const other = await shop.member('Meera', { role: 'manager' });
    await shop.give(leads[0] ?? '', other);
    await inOrder([first.public_id, ...leads]);
  });

  it('a lead is closed by a request with an Idempotency-Key', async () => {
    await shop.change(ravi, { accepting_leads: true, open_cap: 1 });
    const first = await shop.lead();
    const leads = await wait(1);
    await shop.move(first.public_id, 'Won', { headers: { 'idempotency-key': 'close' } });
    await inOrder([first.public_id, ...leads]);
  });

  it('a lead is closed in another process', async () => {
    await shop.change(ravi, { accepting_leads: true, open_cap: 1 });
    await shop.settled();
    const first = await shop.lead({}, { via: 1 });
    const leads = await wait(1);
    await shop.move(first.public_id, 'Won', { via: 1 });
    await inOrder([first.public_id, ...leads]);
  });

  it('working hours begin', async () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    vi.setSystemTime(new Date('2030-06-03T03:59:00.000Z')); // a Monday, 9:29 in Kolkata
    await shop.change(ravi, { accepting_leads: true, working_hours: { mon: ['09:30-18:30'] } });
    const leads = await wait(3);
    await shop.settled();
    await shop.sweep();
    expect(await shop.waiting()).toBe(3);
    vi.setSystemTime(new Date('2030-06-03T04:00:00.000Z'));
    await shop.sweep(1);
    await inOrder(leads);
    vi.setSystemTime(new Date('2030-06-03T13:00:00.000Z')); // 18:30: its end is not a part of the range
    expect((await shop.lead()).owner).toBeNull();
  });

  it('a new day begins', async () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    vi.setSystemTime(new Date('2030-06-03T10:00:00.000Z'));
    await shop.change(ravi, { accepting_leads: true, daily_cap: 2 });
    const given = [await shop.lead(), await shop.lead()].map((lead) => lead.public_id);
    const leads = await wait(3);
    vi.setSystemTime(new Date('2030-06-03T18:30:00.000Z'));
    await shop.sweep();
    expect(await assigned()).toEqual([...given, ...leads.slice(0, 2)]);
    expect(await shop.waiting()).toBe(1);
  });
});

describe('a lead that was closed while it waited, and is reopened', () => {
  const lose = async () => {
    const leads = await wait(3);
    await shop.move(leads[0] ?? '', 'Lost');
    return leads;
  };
  const isQueued = async (lead: string) =>
    (
      await shop.rows(
        `select waiting from assignments
           join leads on leads.organization_id = assignments.organization_id and leads.id = lead_id
          where leads.organization_id = $1 and public_id = $2`,
        [lead],
      )
    )[0]?.waiting;

  it('is assigned, if somebody became eligible meanwhile', async () => {
    const [lead = ''] = await lose();
    await shop.change(ravi, { accepting_leads: true });
    await eventually(async () => (await shop.waiting()) === 0, 4_000);
    expect(await shop.ownerOf(lead)).toBeNull();
    await shop.move(lead, 'Contacted');
    await shop.assigned(lead);
    expect(await shop.ownerOf(lead)).toBe('Ravi');
  });

  it('waits in its old place, and no new lead overtakes it', async () => {
    const [first = '', ...others] = await lose();
    await shop.sweep(0);
    expect(await isQueued(first)).toBe(false);
    await shop.ok('PATCH', `/leads/${first}`, { status: shop.statuses.Contacted });
    expect(await isQueued(first)).toBe(true);
    expect((await shop.lead()).owner).toBeNull();
    await shop.change(ravi, { accepting_leads: true });
    await eventually(async () => (await shop.waiting()) === 0, 4_000);
    expect((await assigned()).slice(0, 3)).toEqual([first, ...others]);
  });

  it('waits in its old place, too, if its status is open again', async () => {
    const kindOf = (kind: string) => shop.ok('PATCH', `/statuses/${shop.statuses.Contacted}`, { kind });
    const [first = '', ...others] = await wait(3);
    const owned = (await shop.lead()).public_id;
    await shop.give(owned, ravi);
    await shop.give(owned, null);
    for (const lead of [first, owned]) await shop.move(lead, 'Contacted');
    await kindOf('lost');
    await shop.settled();
    await shop.sweep(0);
    expect(await isQueued(first)).toBe(false);
    await kindOf('open');
    expect(await shop.waiting()).toBe(3);
    await shop.change(ravi, { accepting_leads: true });
    await eventually(async () => (await shop.waiting()) === 0, 4_000);
    expect(await assigned()).toEqual([first, ...others]);
    expect(await shop.ownerOf(owned)).toBeNull();
  });

  it('stays without an owner, if a person took its owner away', async () => {
    const [lead = ''] = await wait(1);
    await shop.give(lead, ravi);
    await shop.give(lead, null);
    await shop.move(lead, 'Lost');
    await shop.change(ravi, { accepting_leads: true });
    await shop.move(lead, 'Contacted');
    await shop.sweep(0);
    expect(await shop.ownerOf(lead)).toBeNull();
    expect(await shop.waiting()).toBe(0);
  });
});

describe('a waiting lead is not handed out', () => {
  const stays = async (lead: string, owner: string | null) => {
    await shop.change(ravi, { accepting_leads: true });
    await shop.sweep(0);
    await shop.sweep(1);
    expect(await shop.ownerOf(lead)).toBe(owner);
    expect(await shop.waiting()).toBe(0);
  };

  it('when it is closed', async () => {
    const [lead = ''] = await wait(1);
    await shop.move(lead, 'Lost');
    await stays(lead, null);
  });

  it('when somebody gave it away by hand', async () => {
    const [lead = ''] = await wait(1);
    await shop.give(lead, await shop.member('Meera', { role: 'manager' }));
    await stays(lead, 'Meera');
  });

  it('when somebody took its owner away by hand', async () => {
    await shop.change(ravi, { accepting_leads: true });
    const given = await shop.lead();
    await shop.give(given.public_id, null);
    await stays(given.public_id, null);
  });

  it('when it was given away by hand and its owner taken away again', async () => {
    const [lead = ''] = await wait(1);
    await shop.give(lead, ravi);
    await shop.give(lead, null);
    await stays(lead, null);
  });
});
