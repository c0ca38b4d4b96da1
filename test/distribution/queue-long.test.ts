import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { Branches, type Member, type Shop } from '../support/distribution.ts';
import { freshPhone } from '../support/leads.ts';
import { eventually } from '../support/workplace.ts';

// Ordinary leads wait, because no agent works. A rule gives leads of one source to a manager, who takes one at a time.

let branches: Branches;
let shop: Shop;
let manager: Member;
let source: string;

beforeAll(async () => {
  branches = await Branches.open();
});
afterAll(() => branches.close());
beforeEach(async () => {
  shop = await branches.shop();
  source = (await shop.ok('POST', '/sources', { name: 'Special' })).data.public_id;
  manager = await shop.member('Meera', { role: 'manager', open_cap: 1 });
  const when = { all: [{ field: 'source', op: 'eq', value: source }] };
  await shop.rule('fixed', [manager], { when });
});

/** Sweeps that begin behind what nudges have requested: the whole queue is looked at, and no run is under way. */
async function untilIdle(): Promise<void> {
  for (let n = 0; n < 6; n++) await shop.sweep(0);
}

const special = () => shop.lead({ source });

async function ordinary(count: number): Promise<void> {
  for (let made = 0; made < count; made += 100) {
    const leads = Array.from({ length: Math.min(100, count - made) }, () => ({ phone: freshPhone() }));
    const { meta } = await shop.ok('POST', '/leads/batch', { leads });
    expect(meta.created).toBe(leads.length);
  }
}

/** Closes a lead so that no process hears of it. */
const closeUnheard = (lead: string) =>
  shop.rows(
    'update leads set status_id = (select id from statuses where organization_id = $1 and name = $3) where organization_id = $1 and public_id = $2',
    [lead, 'Lost'],
  );

describe.each([45, 405])('behind %i leads that nobody can take', (count) => {
  it('a waiting lead is not overtaken by a new one of the same rule', async () => {
    const first = await special();
    expect(first.owner?.name).toBe('Meera');
    await ordinary(count);
    const [second, third] = [await special(), await special()];
    await shop.settled();
    await closeUnheard(first.public_id);
    const fourth = await special();
    expect(fourth.owner).toBeNull();
    await shop.assigned(second.public_id);
    for (const { public_id } of [third, fourth]) expect(await shop.ownerOf(public_id)).toBeNull();
    expect(await shop.waiting()).toBe(count + 2);
  });
});

it('a new lead that somebody else can take has its owner at once, though many leads wait', async () => {
  await ordinary(395);
  expect((await special()).owner?.name).toBe('Meera');
});

it('a lead behind more than one run looks at is assigned without a sweep', async () => {
  const first = await special();
  await ordinary(2_100);
  const [second, third] = [await special(), await special()];
  await shop.move(first.public_id, 'Lost');
  await shop.assigned(second.public_id);
  await shop.move(second.public_id, 'Lost');
  await shop.assigned(third.public_id);
  expect(await shop.waiting()).toBe(2_100);
});

it.each([
  [
    'reopened',
    async (lead: string) => {
      await shop.move(lead, 'Lost');
      await untilIdle();
      await shop.move(lead, 'Contacted');
    },
  ],
  ['changed', async () => {}],
])('one that is %s far in front is not overtaken by those behind', async (_, prepare) => {
  const first = await special();
  const early = (await shop.lead()).public_id;
  await ordinary(2_100);
  await special();
  await prepare(early);
  await shop.ok('PATCH', `/leads/${early}`, { source });
  await untilIdle();
  await shop.move(first.public_id, 'Lost');
  await shop.assigned(early);
  await shop.settled();
  expect(await shop.waiting()).toBe(2_101);
});

it('those before it are looked at again once somebody can take them', async () => {
  const first = await special();
  await ordinary(2_100);
  const second = await special();
  await shop.move(first.public_id, 'Lost');
  await shop.assigned(second.public_id);
  await shop.member('Ravi', { open_cap: 10 });
  await eventually(async () => (await shop.waiting()) === 2_090, 10_000);
  const given = await shop.rows<{ n: string }>(
    `select row_number() over (order by created_at, id) as n, owner_id from leads where organization_id = $1
      order by (owner_id is null), id limit 12`,
  );
  expect(given.map(({ n }) => Number(n)).sort((a, b) => a - b)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 2_102]);
});
