import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { LeadFacts } from '../../src/conditions/facts.ts';
import { explainScore, scoreLead } from '../../src/scoring/score.ts';
import { type Happened, withActivities } from '../../src/scoring/signals.ts';
import type { ScoringModel } from '../../src/settings/scoring-model.ts';
import { slowlyMeets } from '../support/conditions.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const START = Date.parse('2026-01-01T00:00:00.000Z');
const kinds = ['call', 'email', 'meeting', 'visit', 'reenquiry'] as const;

const points = fc.integer({ min: -10_000, max: 10_000 }).map((n) => n / 100);
const when = fc.constantFrom(
  { all: [] },
  { all: [{ field: 'phone', op: 'present' as const }] },
  { all: [{ field: 'estimated_value', op: 'gte' as const, value: 500 }] },
);
const model: fc.Arbitrary<ScoringModel> = fc.record({
  version: fc.constant(2),
  bands: fc.constant({ hot: 70, warm: 40 }),
  rules: fc.array(fc.record({ name: fc.string(), when, points }), { maxLength: 8 }),
  signals: fc.uniqueArray(
    fc.record({
      activity: fc.constantFrom(...kinds),
      points,
      half_life_days: fc.option(fc.double({ min: 0.01, max: 400, noNaN: true })),
      cap: fc.option(fc.integer({ min: 0, max: 100 })),
    }),
    { selector: ({ activity }) => activity, maxLength: 5 },
  ),
});
const lead = fc.record({
  first_name: fc.constant(null),
  last_name: fc.constant(null),
  phone: fc.option(fc.constant('+919876543210')),
  email: fc.constant('a@example.in'),
  source: fc.constant(null),
  estimated_value: fc.option(fc.integer({ min: 0, max: 1_000 })),
  custom_fields: fc.constant({}),
});
const activities: fc.Arbitrary<Happened[]> = fc.array(
  fc.record({
    kind: fc.constantFrom(...kinds, 'other'),
    // Half of them within a day, so that re-enquiries fall into one hour.
    at: fc
      .oneof(
        fc.integer({ min: 0, max: 90 * DAY }),
        fc.integer({ min: 0, max: 24 * 60 }).map((minutes) => minutes * 60_000),
      )
      .map((ms) => new Date(START + ms)),
  }),
  { maxLength: 12 },
);
const later = fc.integer({ min: 0, max: 400 * DAY });
const NOW = new Date(START + 90 * DAY);

/** Of re-enquiries one an hour counts, all others always. */
function counted(done: Happened[]): Happened[] {
  let last: Happened | undefined;
  return [...done]
    .sort((one, other) => one.at.getTime() - other.at.getTime())
    .filter((one) => {
      const counts = one.kind !== 'reenquiry' || last === undefined || one.at.getTime() - last.at.getTime() >= HOUR;
      if (counts) last = one;
      return counts;
    });
}

/** Nothing but the definition: every activity by itself. */
function total({ rules, signals }: ScoringModel, facts: LeadFacts, done: Happened[], ms: number) {
  let sum = 0;
  for (const rule of rules) if (slowlyMeets(rule.when, facts)) sum += rule.points;
  for (const signal of signals) {
    let points = 0;
    for (const { at } of counted(done.filter(({ kind }) => kind === signal.activity))) {
      const halves = signal.half_life_days === null ? 0 : (ms - at.getTime()) / (signal.half_life_days * DAY);
      points += signal.points * 0.5 ** halves;
    }
    sum += signal.cap === null ? points : Math.max(-signal.cap, Math.min(signal.cap, points));
  }
  return sum;
}

/** The score, unless the total is so near to a half that the order of adding decides. */
function expectScoreOf(sum: number, score: number) {
  const clamped = Math.min(100, Math.max(0, sum));
  expect(Number.isInteger(score)).toBe(true);
  expect(Math.abs(clamped - score)).toBeLessThanOrEqual(0.5 + 1e-6);
}

it('the points of an explanation sum to its total, and the total kept from 0 to 100 and rounded is the score', () => {
  fc.assert(
    fc.property(model, lead, activities, later, (model, lead, done, ms) => {
      const now = new Date(NOW.getTime() + ms);
      const explained = explainScore(model, lead, withActivities(model, null, done, NOW), now);
      const parts = [...explained.rules, ...explained.signals].map((part) => part.points);
      expect(parts.reduce((sum, part) => sum + part, 0)).toBeCloseTo(explained.total, 9);
      expect(explained.total).toBeCloseTo(total(model, lead, done, now.getTime()), 6);
      expectScoreOf(explained.total, explained.score);
      expect(scoreLead(model, lead, withActivities(model, null, done, NOW), now).score).toBe(explained.score);
    }),
    { numRuns: 500 },
  );
});

it('activities counted one by one, as they happen, amount to what they amount to counted together', () => {
  fc.assert(
    fc.property(model, lead, activities, later, (model, lead, done, ms) => {
      const inOrder = [...done].sort((one, other) => one.at.getTime() - other.at.getTime());
      let signals = withActivities(model, null, [], new Date(START));
      for (const one of inOrder) signals = withActivities(model, signals, [one], one.at);
      const now = new Date(NOW.getTime() + ms);
      const { total: kept } = explainScore(model, lead, signals, now);
      expect(kept).toBeCloseTo(total(model, lead, done, now.getTime()), 6);
    }),
    { numRuns: 500 },
  );
});

it('a score stays the same until it is looked at again, and never is without that being due', () => {
  fc.assert(
    fc.property(
      model,
      lead,
      activities,
      fc.double({ min: 0, max: 1, noNaN: true }),
      later,
      (model, lead, done, share, ms) => {
        const signals = withActivities(model, null, done, NOW);
        const { score, rescore_at } = scoreLead(model, lead, signals, NOW);
        const last = rescore_at === null ? NOW.getTime() + ms : rescore_at.getTime() - 1;
        expect(last).toBeGreaterThanOrEqual(NOW.getTime());
        for (const at of [last, NOW.getTime() + Math.floor((last - NOW.getTime()) * share)]) {
          expectScoreOf(explainScore(model, lead, signals, new Date(at)).total, score);
        }
      },
    ),
    { numRuns: 500 },
  );
});

it('looking again whenever it is due, one always has the score of the moment', () => {
  fc.assert(
    fc.property(model, lead, activities, later, (model, lead, done, ms) => {
      const signals = withActivities(model, null, done, NOW);
      const end = NOW.getTime() + ms;
      let { score, rescore_at } = scoreLead(model, lead, signals, NOW);
      for (let looks = 0; rescore_at !== null && rescore_at.getTime() <= end && looks < 2_000; looks++) {
        const at = rescore_at;
        ({ score, rescore_at } = scoreLead(model, lead, signals, at));
        if (rescore_at !== null) expect(rescore_at.getTime()).toBeGreaterThan(at.getTime());
      }
      if (rescore_at === null || rescore_at.getTime() > end) {
        expectScoreOf(explainScore(model, lead, signals, new Date(end)).total, score);
      }
    }),
    { numRuns: 200 },
  );
});
