import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Database } from '../../src/db/sql.ts';
import { mainSource, openReports, type Reader } from '../../src/reports/reading.ts';
import { busySince } from '../../src/slots/busy.ts';

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

const reader = (organizationId = '1', tokenId = '1'): Reader => ({
  actor: { organizationId, tokenId },
  hangUp: () => new AbortController().signal,
});

/** Asks for all of these at once. */
const askFor = (database: Database, share: number, texts: string[]) => {
  const reports = openReports(mainSource(database), busy(share));
  return Promise.allSettled(texts.map((text) => reports.read(reader(), (sql) => sql.row(text))));
};

describe('reports in a process that is', () => {
  it('idle: one after the other, without rest', async () => {
    const { database, underWay, asked } = slowDatabase(100);
    const answers = askFor(database, 0, ['a', 'b', 'c', 'd']);
    await vi.advanceTimersByTimeAsync(50);
    expect([...underWay]).toEqual(['a']);
    await vi.advanceTimersByTimeAsync(100);
    expect([...underWay]).toEqual(['b']);
    await vi.advanceTimersByTimeAsync(250);
    expect((await answers).map((one) => one.status === 'fulfilled' && one.value)).toEqual(
      asked.map((text) => ({ text })),
    );
    expect(asked).toEqual(['a', 'b', 'c', 'd']);
  });

  it('busy: a slot rests six times as long as it worked, also after a failure', async () => {
    const { database, asked } = slowDatabase(100);
    const answers = askFor(database, 1, ['a', 'broken', 'c']);
    await vi.advanceTimersByTimeAsync(650); // answered at 100, rested until 700
    expect(asked).toEqual(['a']);
    await vi.advanceTimersByTimeAsync(100);
    expect(asked).toEqual(['a', 'broken']);
    await vi.advanceTimersByTimeAsync(600); // answered at 800, rested until 1,400
    expect(asked).toEqual(['a', 'broken']);
    await vi.advanceTimersByTimeAsync(200);
    expect((await answers).map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
  });

  it('half busy: half as long', async () => {
    const { database, asked } = slowDatabase(100);
    const answers = askFor(database, 0.5, ['a', 'b']);
    await vi.advanceTimersByTimeAsync(350); // rested until 400
    expect(asked).toEqual(['a']);
    await vi.advanceTimersByTimeAsync(200);
    expect((await answers).map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled']);
  });

  it('busy with long ones: a second at most', async () => {
    const { database, asked } = slowDatabase(1_000);
    const answers = askFor(database, 1, ['a', 'b']);
    await vi.advanceTimersByTimeAsync(1_950);
    expect(asked).toEqual(['a']);
    await vi.advanceTimersByTimeAsync(1_100);
    expect((await answers).map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled']);
  });

  it('busy: the statements of one report do not wait for each other', async () => {
    const { database, asked } = slowDatabase(100);
    const reports = openReports(mainSource(database), busy(1));
    const report = reports.read(reader(), async (sql) => {
      for (const text of ['a', 'b', 'c']) await sql.row(text);
    });
    await vi.advanceTimersByTimeAsync(300);
    await report;
    expect(asked).toEqual(['a', 'b', 'c']);
  });
});

it('another organization’s report is read at once, however many one asks for', async () => {
  const { database, asked, underWay } = slowDatabase(100);
  const reports = openReports(mainSource(database), busy(0));
  const ask = (organization: string, token: string, n: number) =>
    reports.read(reader(organization, token), (sql) => sql.row(`${organization} ${token} ${n}`));
  const flood = Promise.allSettled(Array.from({ length: 54 }, (_, n) => ask('flood', String(n % 3), n)));
  await vi.advanceTimersByTimeAsync(50);
  expect(underWay.size).toBe(1); // the other slots are kept for others
  const first = Promise.allSettled([ask('quiet', '1', 1), ask('quiet', '1', 2), ask('other', '1', 1)]);
  await vi.advanceTimersByTimeAsync(0);
  expect(asked.slice(1)).toEqual(['quiet 1 1', 'other 1 1']);
  await vi.advanceTimersByTimeAsync(110);
  expect(asked.slice(3)).toEqual([expect.stringMatching(/^flood/), 'quiet 1 2']);
  await vi.advanceTimersByTimeAsync(10_000);
  expect((await first).map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'fulfilled']);
  const refused = (await flood).filter((one) => one.status === 'rejected');
  expect(refused).toHaveLength(54 - 21);
  for (const { reason } of refused) expect(reason).toMatchObject({ status: 503, headers: { 'retry-after': '2' } });
});

it('how busy a process is: hardly while it waits, all the time while it works', async () => {
  vi.useRealTimers();
  // Other files of this worker may leave work behind: one quiet moment is enough.
  const waiting: number[] = [];
  while (waiting.length < 20 && Math.min(1, ...waiting) >= 0.5) {
    const waits = busySince();
    await new Promise((resolve) => setTimeout(resolve, 100));
    waiting.push(waits());
  }
  expect(Math.min(...waiting)).toBeLessThan(0.5);
  const works = busySince();
  for (const end = Date.now() + 100; Date.now() < end; );
  await new Promise(setImmediate);
  expect(works()).toBeGreaterThan(0.5);
});
