import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { connectOnce, openDatabase } from '../../src/db/connect.ts';
import { listen } from '../../src/db/listen.ts';
import type { Database, Subscription } from '../../src/db/sql.ts';
import { createTestDatabase, type TestDatabase } from '../support/databases.ts';
import { eventually } from '../support/workplace.ts';

let own: TestDatabase;
let database: Database;
let heard: string[] = [];
let gaps = 0;

beforeAll(async () => {
  own = await createTestDatabase({ empty: true });
  database = openDatabase(own.target);
});
afterAll(async () => {
  await database.close();
  await own.drop();
});
beforeEach(() => {
  heard = [];
  gaps = 0;
});

const subscribe = (channel: string) =>
  database.listen(
    channel,
    (payload) => heard.push(payload),
    () => gaps++,
  );
const notify = (channel: string, payload: string) => database.rows('select pg_notify($1, $2)', [channel, payload]);

async function listeners(channel: string, then = ''): Promise<number> {
  const rows = await database.rows(
    `select pid ${then} from pg_stat_activity where datname = current_database() and query = $1`,
    [`listen "${channel}"`],
  );
  return rows.length;
}

const killListener = async (channel: string) =>
  expect(await listeners(channel, ', pg_terminate_backend(pid, 5000)')).toBe(1);

async function listening<T>(channel: string, work: (subscription: Subscription) => Promise<T>): Promise<T> {
  const subscription = await subscribe(channel);
  try {
    return await work(subscription);
  } finally {
    await subscription.stop();
  }
}

it('a listener hears what is said on its channel, in order, and nothing else', async () => {
  await listening('Some "channel"', async () => {
    await notify('another', 'x');
    for (const payload of ['1', '', '3']) await notify('Some "channel"', payload);
    await eventually(() => heard.length === 3);
    expect(heard).toEqual(['1', '', '3']);
  });
});

it('a listener whose backend was killed says that it may have missed something, and hears again', async () => {
  await listening('changes', async () => {
    await notify('changes', 'before');
    await eventually(() => heard.length === 1);
    const before = gaps;
    await killListener('changes');
    await eventually(() => gaps === before + 1, 400); // at once, not only when it is back
    await eventually(() => gaps === before + 2, 3_000); // and when it hears again
    await notify('changes', 'after');
    await eventually(() => heard.length === 2);
    expect(heard).toEqual(['before', 'after']);
  });
});

it('a listener comes back after every one of many breaks', async () => {
  await listening('often', async () => {
    for (let n = 1; n <= 3; n++) {
      const before = gaps;
      await killListener('often');
      await eventually(() => gaps === before + 2, 3_000);
      await notify('often', `${n}`);
      await eventually(() => heard.length === n);
    }
  });
});

it('a listener that finds no database keeps trying and hears once there is one', async () => {
  let isAway = true;
  const connect = () => (isAway ? Promise.reject(new Error('away')) : connectOnce(own.target));
  const hear = (payload: string) => heard.push(payload);
  const subscription = await listen(connect, 'late', hear, () => gaps++);
  try {
    await sleep(700);
    const before = gaps;
    expect(before).toBeGreaterThanOrEqual(1);
    isAway = false;
    await eventually(() => gaps > before, 3_000);
    await notify('late', 'heard');
    await eventually(() => heard.length === 1);
  } finally {
    await subscription.stop();
  }
});

it('a stopped listener is gone for good, also when it was coming back', async () => {
  await listening('over', async (subscription) => {
    await subscription.stop();
    await eventually(async () => (await listeners('over')) === 0);
  });
  await listening('broken', async (subscription) => {
    await killListener('broken');
    await eventually(() => gaps >= 3);
    await subscription.stop();
  });
  const before = gaps;
  await sleep(800);
  expect((await listeners('over')) + (await listeners('broken'))).toBe(0);
  expect(gaps).toBe(before);
});
