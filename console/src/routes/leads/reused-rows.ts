import { useRef } from 'react';

/**
 * A React key for each row in the page. A row that is scrolled keeps its own. Where most rows are others than before, they
 * take over the elements of those that are gone: changing texts costs much less than removing and making elements.
 */
export function useReusedRows(indexes: readonly number[], focused: number): ReadonlyMap<number, number> {
  const shown = useRef({ keys: new Map<number, number>(), made: 0 });
  const { keys: before } = shown.current;
  const isJump = indexes.filter((index) => before.has(index)).length < indexes.length / 2;
  // The row with the focus is never given to another lead.
  const free = isJump ? [...before].flatMap(([index, key]) => (index === focused ? [] : [key])) : [];
  const keys = new Map<number, number>();
  for (const index of indexes) {
    const key = isJump && index !== focused ? free.shift() : before.get(index);
    keys.set(index, key ?? shown.current.made++);
  }
  shown.current.keys = keys;
  return keys;
}
