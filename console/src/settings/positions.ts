/** The largest position that the service takes. */
const MOST = 1_000_000;

interface Placed {
  public_id: string;
  position: number;
}

/** The fewest changes of positions that put records into this order, by id; none below `least`. In a gap, one is enough. */
export function newPositions(order: readonly Placed[], moved: ReadonlySet<string>, least: number): Map<string, number> {
  const kept = longestKept(order, moved, least);
  const changes = new Map<string, number>();
  // The ends of the gap around an item, each with its index and position.
  let before = { index: -1, position: least - 1 };
  let next = 0;
  for (const [index, { public_id, position }] of order.entries()) {
    if (index === kept[next]) {
      before = { index, position };
      next += 1;
      continue;
    }
    const after = kept[next] === undefined ? undefined : order[kept[next] ?? 0];
    const step = index - before.index;
    const room = after === undefined ? 1 : (after.position - before.position) / ((kept[next] ?? 0) - before.index);
    changes.set(public_id, before.position + (after === undefined ? step : Math.floor(room * step)));
  }
  return changes;
}

/** Among equally few changes, those of records that somebody moved count less: so the audit trail names them. */
const MOVED = 0.005;

interface Chain {
  indexes: number[];
  weight: number;
}

const NONE: Chain = { indexes: [], weight: 0 };

/** Indexes of most records that can keep their position, with room for the others between them. */
function longestKept(order: readonly Placed[], moved: ReadonlySet<string>, least: number): number[] {
  const last = order.length - 1;
  const chains: Chain[] = [];
  for (const [index, { public_id, position }] of order.entries()) {
    const hasRoom = position >= least + index && position + (last - index) <= MOST;
    const fits = (other: number) => position - (order[other]?.position ?? 0) >= index - other;
    const best = chains.reduce(
      (best, chain, other) => (chain.weight > best.weight && fits(other) ? chain : best),
      NONE,
    );
    const weight = best.weight + (moved.has(public_id) ? 1 - MOVED : 1);
    chains.push(hasRoom ? { indexes: [...best.indexes, index], weight } : NONE);
  }
  return chains.reduce((best, chain) => (chain.weight > best.weight ? chain : best), NONE).indexes;
}
