import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Database } from '../../src/db/sql.ts';
import { Problem } from '../../src/problems.ts';
import { Places } from '../../src/reports/places.ts';
import { busySince, openReports } from '../../src/reports/reading.ts';

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] }));
afterEach(() => vi.useRealTimers());

/** A database in which every statement takes so long; says which are under way. */
function slowDatabase(ms: number) {
  const underWay = new Set<string>();
  const asked: string[] = [];
  const rows = async (text: string) => {
    asked.push(text);
    underWay.add(text);
    await new Promise((resolve) => setTimeout(resolve, ms));
    underWay.delete(text);
    if (text === 'broken') throw new Error('broken');
    return [{ text }];
  };
  const row = async (text: string) => (await rows(text))[0];
  return { database: { rows, row } as unknown as Database, underWay, asked };
}

const busy = (share: number) => () => () => share;

/** Asks for all of these at once. */
const askFor = (database: Database, share: number, texts: string[]) => {
  const reports = openReports(database, busy(share));
  return Promise.allSettled(texts.map((text) => reports.read((sql) => sql.row(text))));
};

describe('reports in a process that is', () => {
  it('idle: two at a time, one after the other without rest', async () => {
    const { database, underWay, asked } = slowDatabase(100);
    const answers = askFor(database, 0, ['a', 'b', 'c', 'd']);
    await vi.advanceTimersByTimeAsync(50);
    expect([...underWay]).toEqual(['a', 'b']);
    await vi.advanceTimersByTimeAsync(100);
    expect([...underWay]).toEqual(['c', 'd']);
    await vi.advanceTimersByTimeAsync(50);
    expect((await answers).map((one) => one.status === 'fulfilled' && one.value)).toEqual(
      asked.map((text) => ({ text })),
    );
    expect(asked).toEqual(['a', 'b', 'c', 'd']);
  });

  it('busy: a place rests twelve times as long as it worked, also after a failure', async () => {
    const { database, asked } = slowDatabase(100);
    const answers = askFor(database, 1, ['a', 'broken', 'c', 'd']);
    await vi.advanceTimersByTimeAsync(1_250); // answered at 100, rested until 1,300
    expect(asked).toEqual(['a', 'broken']);
    await vi.advanceTimersByTimeAsync(100);
    expect(asked).toEqual(['a', 'broken', 'c', 'd']);
    await vi.advanceTimersByTimeAsync(100);
    expect((await answers).map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled', 'fulfilled']);
  });

  it('half busy: half as long', async () => {
    const { database, asked } = slowDatabase(100);
    const answers = askFor(database, 0.5, ['a', 'b', 'c']);
    await vi.advanceTimersByTimeAsync(650); // rested until 700
    expect(asked).toEqual(['a', 'b']);
    await vi.advanceTimersByTimeAsync(200);
    expect((await answers).map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'fulfilled']);
  });

  it('busy with long ones: two seconds at most', async () => {
    const { database, asked } = slowDatabase(1_000);
    const answers = askFor(database, 1, ['a', 'b', 'c']);
    await vi.advanceTimersByTimeAsync(2_950);
    expect(asked).toEqual(['a', 'b']);
    await vi.advanceTimersByTimeAsync(1_100);
    expect((await answers).map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'fulfilled']);
  });

  it('busy: the statements of one report do not wait for each other', async () => {
    const { database, asked } = slowDatabase(100);
    const reports = openReports(database, busy(1));
    const report = reports.read(async (sql) => {
      for (const text of ['a', 'b', 'c']) await sql.row(text);
    });
    await vi.advanceTimersByTimeAsync(300);
    await report;
    expect(asked).toEqual(['a', 'b', 'c']);
  });
});

it('how busy a process is: hardly while it waits, all the time while it works', async () => {
  vi.useRealTimers();
  const waits = busySince();
  await new Promise((resolve) => setTimeout(resolve, 100));
  expect(waits()).toBeLessThan(0.5);
  const works = busySince();
  for (const end = Date.now() + 100; Date.now() < end; );
  await new Promise(setImmediate);
  expect(works()).toBeGreaterThan(0.5);
});

describe('places', () => {
  const limits = { waiting: 2, acquireMs: 1_000 };

  it('are given in the order in which they are asked for', async () => {
    const places = new Places(1, limits);
    await places.take();
    const order: string[] = [];
    const first = places.take().then(() => order.push('first'));
    const second = places.take().then(() => order.push('second'));
    places.giveBack(0);
    await first;
    expect(order).toEqual(['first']);
    places.giveBack(0);
    await second;
    expect(order).toEqual(['first', 'second']);
  });

  it('are refused to one too many at once, and to who has waited too long; both lose no place', async () => {
    const places = new Places(1, limits);
    await places.take();
    const late = [places.take(), places.take()].map((taken) => taken.catch((error: unknown) => error));
    await expect(places.take()).rejects.toBeInstanceOf(Problem);
    await vi.advanceTimersByTimeAsync(1_000);
    for (const error of await Promise.all(late)) expect(error).toBeInstanceOf(Problem);
    places.giveBack(0);
    await places.take();
    let isTaken = false;
    const next = places.take().then(() => (isTaken = true));
    await vi.advanceTimersByTimeAsync(500);
    expect(isTaken).toBe(false); // there is only one
    places.giveBack(0);
    await next;
  });
});
