import { expect, it } from 'vitest';
import { readRecords } from '../../src/settings/records.ts';

interface Member {
  readonly id: string;
  readonly public_id: string;
  readonly name: string;
}
const member = (n: number, name = `Member ${n}`) => JSON.stringify({ id: `${n}`, public_id: `mem_${n}`, name });
const lines = (...all: string[]) => all.join('\n');
const read = readRecords<Member>;

it('reads a record from each line, in their order, and lets nobody change it', async () => {
  const { byId, byPublicId } = await read(lines(member(2, 'A\nB'), member(1)), null);
  expect([...byId.values()].map(({ name }) => name)).toEqual(['A\nB', 'Member 1']);
  expect(byPublicId.get('mem_1')).toBe(byId.get('1'));
  expect(Object.isFrozen(byId.get('1'))).toBe(true);
  expect((await read('', null)).byId.size).toBe(0);
});

it('reads again only what has changed: the others stay the same objects', async () => {
  const before = await read(lines(member(1), member(2), member(3)), null);
  const after = await read(lines(member(3), member(2, 'Changed'), member(4)), before);
  expect(after.byId.get('3')).toBe(before.byId.get('3'));
  expect([...after.byId.values()].map(({ name }) => name)).toEqual(['Member 3', 'Changed', 'Member 4']);
  expect(before.byId.get('2')?.name).toBe('Member 2');
});

it('answers what was there where nothing has changed', async () => {
  const text = lines(member(1), member(2));
  const before = await read(text, null);
  expect(await read(lines(member(1), member(2)), before)).toBe(before);
});

it('lets others work meanwhile where there are many', async () => {
  const text = Array.from({ length: 50_000 }, (_, n) => member(n)).join('\n');
  let turns = 0;
  const isReading = { now: true };
  const count = () => {
    turns++;
    if (isReading.now) setImmediate(count);
  };
  setImmediate(count);
  await read(text, null);
  isReading.now = false;
  expect(turns).toBeGreaterThan(3);
});
