import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type Database, DatabaseUnavailable } from '../../src/db/sql.ts';
import { Places } from '../../src/reports/places.ts';
import { readingWithinTime } from '../../src/reports/reading.ts';

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
  return { database: { rows } as unknown as Database, underWay, asked };
}

const busy = (share: number) => () => () => share;

describe('reports in a process that is', () => {
  it('idle: two at a time, one after the other without rest', async () => {
    const { database, underWay, asked } = slowDatabase(100);
    const sql = readingWithinTime(database, busy(0));
    const answers = Promise.all(['a', 'b', 'c', 'd'].map((text) => sql.row(text)));
    await vi.advanceTimersByTimeAsync(50);
    expect([...underWay]).toEqual(['a', 'b']);
    await vi.advanceTimersByTimeAsync(100);
    expect([...underWay]).toEqual(['c', 'd']);
    await vi.advanceTimersByTimeAsync(50);
    expect(await answers).toEqual(['a', 'b', 'c', 'd'].map((text) => ({ text })));
    expect(asked).toEqual(['a', 'b', 'c', 'd']);
  });

  it('busy: a place rests twelve times as long as it worked, also after a failure', async () => {
    const { database, asked } = slowDatabase(100);
    const sql = readingWithinTime(database, busy(1));
    const answers = Promise.allSettled(['a', 'broken', 'c', 'd'].map((text) => sql.row(text)));
    await vi.advanceTimersByTimeAsync(1_250); // answered at 100, rested until 1,300
    expect(asked).toEqual(['a', 'broken']);
    await vi.advanceTimersByTimeAsync(100);
    expect(asked).toEqual(['a', 'broken', 'c', 'd']);
    await vi.advanceTimersByTimeAsync(100);
    expect((await answers).map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled', 'fulfilled']);
  });

  it('half busy: half as long, and never longer than five seconds', async () => {
    const { database, asked } = slowDatabase(2_000);
    const sql = readingWithinTime(database, busy(0.5));
    const answers = Promise.all(['a', 'b', 'c'].map((text) => sql.row(text)));
    await vi.advanceTimersByTimeAsync(6_900);
    expect(asked).toEqual(['a', 'b']);
    await vi.advanceTimersByTimeAsync(2_200);
    expect(await answers).toHaveLength(3);
  });
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
    await expect(places.take()).rejects.toBeInstanceOf(DatabaseUnavailable);
    await vi.advanceTimersByTimeAsync(1_000);
    for (const error of await Promise.all(late)) expect(error).toBeInstanceOf(DatabaseUnavailable);
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
