import { mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { exclusively } from '../../src/db/embedded/exclusively.ts';
import { Patience } from '../../src/db/embedded/patience.ts';

let directory: string;
let path: string;

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'leadline-lock-'));
  path = join(directory, 'lock');
});
afterEach(() => rm(directory, { recursive: true }));

const NO_PROCESS = 2 ** 22 + 1; // above the highest number that Linux gives

it('lets one in at a time, and leaves nothing behind', async () => {
  let inside = 0;
  let most = 0;
  const work = async () => {
    most = Math.max(most, ++inside);
    await sleep(5);
    inside--;
  };
  await Promise.all(Array.from({ length: 6 }, () => exclusively(path, new Patience(), work)));
  expect(most).toBe(1);
  expect(await readdir(directory)).toEqual([]);
});

it.each([
  ['a process that died', `${NO_PROCESS} aaaaaaaaaaaa\n`],
  ['an earlier process with our number', `${process.pid} aaaaaaaaaaaa\n`],
])('takes over from %s', async (_, text) => {
  await writeFile(path, text);
  expect(await exclusively(path, new Patience(), async () => 'done')).toBe('done');
  expect(await readdir(directory)).toEqual([]);
});

it('takes over a lock so old that its number belongs to another program, and waits for a young one', async () => {
  await writeFile(path, `${process.ppid} aaaaaaaaaaaa\n`);
  const calledOff = new AbortController();
  const waiting = exclusively(path, new Patience(calledOff.signal), async () => 'done');
  await sleep(100);
  calledOff.abort();
  await expect(waiting).rejects.toThrow('called off');
  const longAgo = new Date(Date.now() - 130_000);
  await utimes(path, longAgo, longAgo);
  expect(await exclusively(path, new Patience(), async () => 'done')).toBe('done');
});

it('ends its turn when the work fails', async () => {
  const failing = exclusively(path, new Patience(), () => Promise.reject(new Error('no')));
  await expect(failing).rejects.toThrow('no');
  expect(await readdir(directory)).toEqual([]);
});
