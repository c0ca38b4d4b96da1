import { afterAll, beforeAll, expect, it } from 'vitest';
import { planFor, rulesInForce } from '../../src/distribution/plan.ts';
import { Turns } from '../../src/distribution/turns.ts';
import { countStatements } from '../support/counting.ts';
import { Branches, type Shop } from '../support/distribution.ts';

let branches: Branches;
let shop: Shop;
beforeAll(async () => {
  branches = await Branches.open();
  shop = await branches.shop();
  await shop.rule('round_robin', await shop.members(3));
});
afterAll(() => branches.close());

async function open() {
  const { services } = branches.process(0);
  const settings = await services.settings.get(shop.organizationId, '0');
  const nobody = { first_name: null, last_name: null, phone: null, email: null, source: null, estimated_value: null };
  const plan = planFor(settings, rulesInForce(settings), { ...nobody, custom_fields: {} }, new Date());
  const { database, statements } = countStatements(services.database);
  const turns = new Turns(database);
  const take = (lead: string) => turns.take({ settings, plan, lead, queue: 'ignore' });
  return { take, kept: () => statements.filter((text) => text.includes('leadline_keep_turns')).length };
}

it('a lead that comes in the very moment in which another has its turn has one too', async () => {
  const { take } = await open();
  const first = await take('lead 1');
  const second = await take('lead 2'); // nothing but the answer lies between them
  expect(second?.taken?.turn).toBe((first?.taken?.turn ?? 0) + 1);
});

it('leads that come together are decided together', async () => {
  const { take, kept } = await open();
  await take('lead 3');
  const before = kept();
  const turns = await Promise.all(Array.from({ length: 30 }, (_, n) => take(`lead ${n + 4}`)));
  expect(new Set(turns.map((turn) => turn?.choice.ownerId)).size).toBe(3);
  expect(kept() - before).toBe(1);
});
