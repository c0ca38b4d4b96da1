import { expect, it } from 'vitest';
import { Placement } from '../../src/db/distributed/placement.ts';
import type { Sql } from '../../src/db/sql.ts';

/** A coordinator's tables: the shard of each organization, and the node of each shard. */
function coordinator() {
  const shards = new Map([['1', '101']]);
  const nodes = new Map([['101', 'A']]);
  const asked: string[] = [];
  const sql = {
    row: async (_text: string, [id]: [string]) => {
      asked.push('shard');
      return { shard: shards.get(id) };
    },
    rows: async () => {
      asked.push('nodes');
      return [...nodes].map(([shard, node]) => ({ shard, node }));
    },
  } as unknown as Sql;
  return { shards, nodes, asked, placement: new Placement(sql) };
}

it('what is known of an organization is not asked again', async () => {
  const { placement, asked } = coordinator();
  expect(await placement.nodeOf('1')).toBe('A');
  expect(await placement.nodeOf('1')).toBe('A');
  expect(asked).toEqual(['shard', 'nodes']);
});

it('an organization that got a shard of its own is found again, and is then known', async () => {
  const { shards, nodes, asked, placement } = coordinator();
  await placement.nodeOf('1');
  shards.set('1', '202').set('2', '203');
  nodes.clear();
  nodes.set('202', 'B').set('203', 'A');
  expect(await placement.nodeOf('2')).toBe('A'); // reads the nodes anew, among which the old shard no longer is
  expect(await placement.nodeOf('1')).toBe('B');
  asked.length = 0;
  for (let n = 0; n < 3; n++) expect(await placement.nodeOf('1')).toBe('B');
  expect(asked).toEqual([]);
});
