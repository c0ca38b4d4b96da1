/** As the service takes them. */
const HIGHEST = 1_000_000;

/**
 * Positions for a list in a new order that change as few records as possible. Kept are the most that are in order already with
 * room for the others between them; those get positions spread over the room.
 */
export function changedPositions<Item extends { position: number }>(items: readonly Item[]): Map<Item, number> {
  const kept = keptIndexes(items.map(({ position }) => position));
  const changed = new Map<Item, number>();
  let [from, index] = [0, 0];
  for (const next of [...kept, items.length]) {
    const count = next - index;
    // Behind the last that is kept there is no end: one after the other.
    const to = items[next]?.position ?? from + count + 1;
    for (let n = 0; n < count; n++, index++) {
      const item = items[index];
      if (item !== undefined) changed.set(item, from + Math.floor(((to - from) * (n + 1)) / (count + 1)));
    }
    from = to;
    index = next + 1;
  }
  return changed;
}

/** The longest run of places that can stay: each has room for those before, between and behind. */
function keptIndexes(positions: readonly number[]): number[] {
  const best: { length: number; before: number }[] = [];
  let last = -1;
  for (const [index, position] of positions.entries()) {
    const room = position - index;
    best[index] = { length: 0, before: -1 };
    if (room < 1 || position > HIGHEST - (positions.length - 1 - index)) continue;
    best[index] = { length: 1, before: -1 };
    for (let earlier = 0; earlier < index; earlier++) {
      const { length = 0 } = best[earlier] ?? {};
      const fits = length > 0 && room >= (positions[earlier] ?? 0) - earlier;
      if (fits && length + 1 > (best[index]?.length ?? 0)) best[index] = { length: length + 1, before: earlier };
    }
    if ((best[index]?.length ?? 0) > (last < 0 ? 0 : (best[last]?.length ?? 0))) last = index;
  }
  const kept: number[] = [];
  for (let at = last; at >= 0; at = best[at]?.before ?? -1) kept.unshift(at);
  return kept;
}
