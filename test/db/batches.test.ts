import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, it, vi } from 'vitest';
import { Batches } from '../../src/db/batches.ts';
import { DatabaseUnavailable } from '../../src/db/sql.ts';

/** Batches that end when they are told to; each item answers itself. */
function open(size?: number) {
  const begun: { key: string; items: readonly number[]; end: (error?: Error) => void }[] = [];
  const batches = new Batches<number, number>(
    (key, items) =>
      new Promise((resolve, reject) => {
        const end = (error?: Error) => (error ? reject(error) : resolve(items.map((item) => Promise.resolve(item))));
        begun.push({ key, items, end });
      }),
    size === undefined ? {} : { size },
  );
  const endLast = async () => {
    begun.at(-1)?.end();
    await nextTurn();
  };
  return { batches, begun, endLast };
}

const numbers = (count: number) => Array.from({ length: count }, (_, n) => n);

it('what comes within one turn of the event loop goes together, and what comes meanwhile goes next', async () => {
  const { batches, begun, endLast } = open();
  const first = [1, 2, 3].map((n) => batches.add('a', n));
  await nextTurn();
  const second = [4, 5].map((n) => batches.add('a', n));
  await nextTurn();
  expect(begun.map(({ items }) => items)).toEqual([[1, 2, 3]]);
  await endLast();
  expect(begun.map(({ items }) => items)).toEqual([
    [1, 2, 3],
    [4, 5],
  ]);
  await endLast();
  expect(await Promise.all([...first, ...second])).toEqual([1, 2, 3, 4, 5]);
});

it('of many that wait, as many as fit go together, in their order, and no two batches at a time', async () => {
  const { batches, begun, endLast } = open();
  const all = Promise.all(numbers(80).map((n) => batches.add('a', n)));
  await nextTurn();
  for (const count of [1, 2, 3]) {
    expect(begun).toHaveLength(count);
    await endLast();
  }
  expect(begun.map(({ items }) => items.length)).toEqual([32, 32, 16]);
  expect(begun.flatMap(({ items }) => items)).toEqual(numbers(80));
  expect(await all).toEqual(numbers(80));
});

it('one key does not wait for another', async () => {
  const { batches, begun } = open();
  for (const key of ['a', 'b']) void batches.add(key, 1);
  await nextTurn();
  expect(begun.map(({ key }) => key)).toEqual(['a', 'b']);
});

it('a batch that fails fails its own items only', async () => {
  const { batches, begun } = open(1);
  const outcomes = Promise.allSettled([1, 2].map((n) => batches.add('a', n)));
  await nextTurn();
  begun[0]?.end(new Error('lost'));
  await nextTurn();
  begun[1]?.end();
  expect((await outcomes).map(({ status }) => status)).toEqual(['rejected', 'fulfilled']);
});

it('more than may wait are refused at once', async () => {
  const { batches, begun } = open();
  for (const n of numbers(500)) void batches.add('a', n).catch(() => {});
  await expect(batches.add('a', 1)).rejects.toBeInstanceOf(DatabaseUnavailable);
  await nextTurn();
  void batches.add('b', 1); // another key is not affected
  await nextTurn();
  expect(begun.at(-1)).toMatchObject({ key: 'b', items: [1] });
});

it('whoever has waited too long is refused, and those behind are served', async () => {
  const { batches, begun, endLast } = open(1);
  const clock = vi.spyOn(performance, 'now');
  clock.mockReturnValue(0);
  const [first, late] = [1, 2].map((n) => batches.add('a', n));
  await nextTurn();
  clock.mockReturnValue(5_500);
  const next = batches.add('a', 3);
  const refused = expect(late).rejects.toBeInstanceOf(DatabaseUnavailable);
  await endLast();
  expect(begun.map(({ items }) => items)).toEqual([[1], [3]]);
  await endLast();
  await refused;
  expect(await Promise.all([first, next])).toEqual([1, 3]);
  clock.mockRestore();
});
