import { afterAll, beforeAll, expect, it } from 'vitest';
import { verifyLeads } from '../../src/leads/verify.ts';
import { openTestApp, type TestApp } from '../support/harness.ts';
import { doSomething } from '../support/lead-operations.ts';
import { LeadWorld } from '../support/lead-world.ts';
import { runsOf } from '../support/runs.ts';

const OPERATIONS = runsOf(600, 5_000);
const SEED = Number(process.env.LEADLINE_SEED ?? 20_261_115);
/** Each organization lives its own life of this many operations; a few live at the same time. */
const AT_ONCE = 4;
const LIFE = Math.min(625, OPERATIONS / AT_ONCE);
const timeout = 60_000 + OPERATIONS * 60;

let app: TestApp;
let done = 0;

beforeAll(async () => {
  app = await openTestApp({
    limits: { failedAuthentications: 'off' },
    pool: { connections: 8, acquireMs: 60_000, statementMs: 60_000, lockMs: 60_000 },
  });
});
afterAll(() => app.close());

async function live(world: LeadWorld, worlds: readonly LeadWorld[], seed: number): Promise<void> {
  for (let n = 0; n < LIFE; n++) {
    const others = worlds.filter((other) => other !== world).flatMap(({ leads }) => leads.map(({ id }) => id));
    try {
      await world.settle();
      await doSomething(world, others);
    } catch (error) {
      throw new Error(`seed ${seed}, operation ${n}: ${(error as Error).message}`, { cause: error });
    }
    done++;
  }
}

it('nothing outside the caller’s scope ever appears in any answer', { timeout }, async () => {
  for (let life = 0; done < OPERATIONS; life += AT_ONCE) {
    const seeds = Array.from({ length: AT_ONCE }, (_, n) => SEED + life + n);
    const worlds = await Promise.all(seeds.map((seed) => LeadWorld.open(app, `W${seed}`, seed)));
    await Promise.all(worlds.map((world, n) => live(world, worlds, seeds[n] as number)));
  }
  expect(done).toBeGreaterThanOrEqual(OPERATIONS);
});

it('after all that, every lead’s rendered text is what its columns say', async () => {
  const { leads, faulty } = await verifyLeads(app.services.database);
  expect(leads).toBeGreaterThan(OPERATIONS / 50);
  expect(faulty).toEqual([]);
});
