import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
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

const keys = async (): Promise<string[]> =>
  (
    await shop.rows<{ rule_id: string }>(
      'select rule_id from rotation_credits where organization_id = $1 order by rule_id',
    )
  ).map(({ rule_id }) => rule_id);

async function idOf(publicId: string): Promise<string> {
  const [row] = await shop.rows<{ id: string }>(
    'select id from distribution_rules where organization_id = $1 and public_id = $2',
    [publicId],
  );
  return row?.id ?? '';
}

it('credits of a deleted rule are deleted with it; those of one that is switched off are kept', async () => {
  const members = await shop.members(3);
  const when = (least: number) => ({ all: [{ field: 'estimated_value', op: 'gte', value: least }] });
  const gone = await shop.rule('round_robin', members, { name: 'Gone', when: when(20) });
  const off = await shop.rule('weighted', members, { name: 'Off', when: when(10) });
  for (const estimated_value of [25, 15, 5]) await shop.lead({ estimated_value });
  const [goneId, offId] = [await idOf(gone.public_id), await idOf(off.public_id)];
  expect(await keys()).toEqual(['0', goneId, offId]);
  await shop.ok('PATCH', `/distribution-rules/${off.public_id}`, { active: false });
  await shop.ok('DELETE', `/distribution-rules/${gone.public_id}`);
  await shop.lead({ estimated_value: 25 });
  expect(await keys()).toEqual(['0', offId]);
});
