import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { dropCredits, noTurns, parseTurns } from '../../src/distribution/turn-state.ts';
import { Branches, type Shop } from '../support/distribution.ts';

let branches: Branches;
let shop: Shop;
beforeAll(async () => {
  branches = await Branches.open();
});
afterAll(() => branches.close());
beforeEach(async () => {
  shop = await branches.shop();
});

async function keys(): Promise<string[]> {
  const [row] = await shop.rows<{ state: string }>('select state from distribution_turns where organization_id = $1');
  return Object.keys(parseTurns(row?.state ?? null).credits).sort();
}

async function idOf(publicId: string): Promise<string> {
  const [row] = await shop.rows<{ id: string }>(
    'select id from distribution_rules where organization_id = $1 and public_id = $2',
    [publicId],
  );
  return row?.id ?? '';
}

it('credits of a deleted rule are dropped with the next turn; those of one that is switched off are kept', async () => {
  const members = await shop.members(3);
  const when = (least: number) => ({ all: [{ field: 'estimated_value', op: 'gte', value: least }] });
  const gone = await shop.rule('round_robin', members, { name: 'Gone', when: when(20) });
  const off = await shop.rule('weighted', members, { name: 'Off', when: when(10) });
  for (const estimated_value of [25, 15, 5]) await shop.lead({ estimated_value });
  const [goneId, offId] = [await idOf(gone.public_id), await idOf(off.public_id)];
  expect(await keys()).toEqual([goneId, offId, 'any'].sort());
  await shop.ok('PATCH', `/distribution-rules/${off.public_id}`, { active: false });
  await shop.ok('DELETE', `/distribution-rules/${gone.public_id}`);
  expect(await keys()).toContain(goneId);
  await shop.lead({ estimated_value: 25 });
  expect(await keys()).toEqual([offId, 'any'].sort());
});

it('a process that has not heard of a new rule yet keeps the credits of that rule', () => {
  const state = { ...noTurns(), credits: { any: { 1: 5 }, 7: { 1: 3, 2: -3 } } };
  dropCredits(state, 4, () => true); // taken by whoever knows rule 7
  dropCredits(state, 3, (key) => key === 'any');
  expect(Object.keys(state.credits)).toEqual(['7', 'any']);
  dropCredits(state, 5, (key) => key === 'any'); // it has been deleted since
  expect(Object.keys(state.credits)).toEqual(['any']);
});
