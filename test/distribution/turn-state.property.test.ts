import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Choice, type Credits, choose, moveCredits } from '../../src/distribution/choose.ts';
import type { Candidate, Plan } from '../../src/distribution/plan.ts';
import {
  dropTurn,
  hasLostTurns,
  LOST_MS,
  noTurns,
  parseTurns,
  returnTurn,
  settleLost,
  type Taken,
  takeTurn,
} from '../../src/distribution/turn-state.ts';

const ids = ['a', 'b', 'c', 'd'];
const nothing = { open: () => 0, given: () => 0 };

function planOf(key: string, able: readonly string[], weights: readonly number[] = [1, 2, 5, 3]): Plan {
  const candidates: Candidate[] = ids.map((id, n) => ({
    id,
    weight: weights[n] ?? 1,
    openCap: null,
    dailyCap: null,
    obstacle: able.includes(id) ? null : 'paused',
  }));
  const strategy = key === 'equal' ? 'round_robin' : 'weighted';
  return { steps: [{ key, ruleId: key, strategy, candidates }], teamId: null, ruleId: key, dayStart: new Date(0) };
}

const step = fc.oneof(
  fc.record({ take: fc.subarray(ids), key: fc.constantFrom('equal', 'weighted') }),
  fc.record({ giveBack: fc.nat() }),
  fc.record({ written: fc.nat() }),
);

describe('turns', () => {
  it('that were returned leave everything as if they had never been, whatever was taken in between', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
        let state = noTurns();
        const underWay: { choice: Choice; taken: Taken }[] = [];
        const kept: Choice[] = [];
        let count = 0;
        for (const one of steps) {
          state = parseTurns(JSON.stringify(state)); // as it is between two decisions
          if ('take' in one) {
            const choice = choose(planOf(one.key, one.take), state.credits, nothing);
            underWay.push({ choice, taken: takeTurn(state, choice, `lead ${count}`, 0) });
            expect(underWay.at(-1)?.taken.turn).toBe(++count);
          } else if (underWay.length > 0) {
            const at = ('giveBack' in one ? one.giveBack : one.written) % underWay.length;
            const [turn] = underWay.splice(at, 1);
            if (turn === undefined) continue;
            if ('giveBack' in one) returnTurn(state, turn.choice, turn.taken);
            else if (dropTurn(state, turn.taken.turn)) kept.push(turn.choice);
          }
          expect(state.turns).toBe(count);
          expect(state.taken.map(({ turn }) => turn)).toEqual(underWay.map(({ taken }) => taken.turn));
        }
        const fresh: Credits = {};
        for (const { turn, ownerId } of [...kept, ...underWay.map(({ choice }) => choice)]) {
          if (turn !== null && ownerId !== null) moveCredits(fresh, turn, ownerId);
        }
        const withoutEmpty = (credits: Credits) =>
          Object.fromEntries(Object.entries(credits).filter(([, account]) => Object.keys(account).length > 0));
        expect(withoutEmpty(state.credits)).toEqual(withoutEmpty(fresh));
      }),
      { numRuns: 300 },
    );
  });

  it('returned twice, or after they were given up on, are returned once', () => {
    const state = noTurns();
    const choice = choose(planOf('equal', ids), state.credits, nothing);
    const taken = takeTurn(state, choice, 'lead', 0);
    returnTurn(state, choice, taken);
    const once = structuredClone(state);
    returnTurn(state, choice, taken);
    expect(state).toEqual(once);
  });

  it('that are lost come back to their member after a minute, and not before', () => {
    const state = noTurns();
    const choice = choose(planOf('equal', ids), state.credits, nothing);
    takeTurn(state, choice, 'lead', 1_000);
    expect(hasLostTurns(state, 1_000 + LOST_MS)).toBe(false);
    settleLost(state, new Set(), 1_000 + LOST_MS);
    expect(state.taken).toHaveLength(1);
    expect(choose(planOf('equal', ids), state.credits, nothing).ownerId).toBe('b');
    expect(hasLostTurns(state, 1_001 + LOST_MS)).toBe(true);
    settleLost(state, new Set(), 1_001 + LOST_MS);
    expect(state.taken).toEqual([]);
    expect(choose(planOf('equal', ids), state.credits, nothing).ownerId).toBe('a');
  });

  it('whose lead was written are kept, however old they are', () => {
    const state = noTurns();
    for (const lead of ['one', 'two']) takeTurn(state, choose(planOf('equal', ids), state.credits, nothing), lead, 0);
    settleLost(state, new Set([1, 2]), LOST_MS * 10);
    expect(state.taken).toEqual([]);
    expect(choose(planOf('equal', ids), state.credits, nothing).ownerId).toBe('c');
  });

  it('however many are lost, the others stay within one turn of their share', () => {
    const weights = [1, 2, 5, 3];
    fc.assert(
      fc.property(fc.array(fc.boolean(), { minLength: 30, maxLength: 150 }), (lost) => {
        const state = noTurns();
        const counts = new Map<string, number>();
        let given = 0;
        for (const isLost of lost) {
          const choice = choose(planOf('weighted', ids, weights), state.credits, nothing);
          const { turn } = takeTurn(state, choice, 'lead', 0);
          settleLost(state, new Set(isLost ? [] : [turn]), LOST_MS + 1);
          if (isLost || choice.ownerId === null) continue;
          counts.set(choice.ownerId, (counts.get(choice.ownerId) ?? 0) + 1);
          given++;
        }
        for (const [n, weight] of weights.entries()) {
          const exact = (given * weight) / 11;
          expect(Math.abs((counts.get(ids[n] ?? '') ?? 0) - exact)).toBeLessThan(1.5);
        }
      }),
      { numRuns: 200 },
    );
  });
});
