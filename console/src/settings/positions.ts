/** The largest position that the service takes. */
const MOST = 1_000_000;

interface Placed {
  public_id: string;
  position: number;
}

/** The fewest changes of positions that put records into this order, by id. Where there is a gap, one is enough. */
export function newPositions(order: readonly Placed[]): Map<string, number> {
  const kept = longestKept(order);
  const changes = new Map<string, number>();
  // The ends of the gap around an item, each with its index and position.
  let before = { index: -1, position: -1 };
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

/** Indexes of most records that can keep their position, with room for the others between them. */
function longestKept(order: readonly Placed[]): number[] {
  const last = order.length - 1;
  const chains: number[][] = [];
  let longest: number[] = [];
  for (const [index, { position }] of order.entries()) {
    const hasRoom = position >= index && position + (last - index) <= MOST;
    if (!hasRoom) {
      chains.push([]);
      continue;
    }
    const fits = (other: number) => position - (order[other]?.position ?? 0) >= index - other;
    const best = chains.reduce<number[]>(
      (best, chain, other) => (chain.length > best.length && fits(other) ? chain : best),
      [],
    );
    const chain = [...best, index];
    chains.push(chain);
    if (chain.length > longest.length) longest = chain;
  }
  return longest;
}
