import fc from 'fast-check';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { openTestApp, type TestApp } from '../support/harness.ts';
import { operation, perform, start } from '../support/rights-operations.ts';
import { mayHold, NEVER, RightsWorld } from '../support/rights-world.ts';
import { roundsOf } from '../support/runs.ts';

const ROUNDS = roundsOf(60, 150);
vi.setConfig({ testTimeout: 60_000 + ROUNDS * 3_000 });

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp({ limits: { rate: 'off', failedAuthentications: 'off' } });
});
afterAll(() => app.close());

it('whatever tokens do together with settings and tokens, they never reach what they were not given', async () => {
  let calls = 0;
  let made = 0;
  await fc.assert(
    fc.asyncProperty(start, fc.array(operation, { minLength: 4, maxLength: 14 }), async (given, operations) => {
      const now = Date.now();
      const tokens = given.tokens.map(({ owner, granted, minutes }) => ({
        owner,
        expires: minutes === NEVER ? NEVER : now + minutes * 60_000,
        granted: withinRole(granted, given.members[owner - 1]?.role ?? 'agent'),
      }));
      const world = await RightsWorld.create(app, given.members, tokens);
      const before = world.held.length;
      for (const one of operations) {
        await perform(world, one);
        world.expectNothingGained();
      }
      await world.expectAsModelled();
      calls += operations.length;
      made += world.held.length - before;
    }),
    { numRuns: ROUNDS },
  );
  // Not everything was refused: a token is made in every fourth round, on average.
  expect(made).toBeGreaterThan(ROUNDS / 20);
  expect(calls).toBeGreaterThan(ROUNDS * 4);
});

/** A token is granted only what its role may hold; at least something. */
function withinRole(granted: readonly string[], role: keyof typeof mayHold) {
  if (granted.includes('*')) return ['*' as const];
  const within = mayHold[role].filter((ability) => granted.includes(ability));
  return within.length === 0 ? mayHold[role].slice(0, 1) : within;
}
