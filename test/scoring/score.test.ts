import { describe, expect, it } from 'vitest';
import type { LeadFacts } from '../../src/conditions/facts.ts';
import { bandOf, rangeOfBand, scoreBands } from '../../src/scoring/bands.ts';
import { explainScore, scoreLead } from '../../src/scoring/score.ts';
import { type Signals, withActivities } from '../../src/scoring/signals.ts';
import { defaultModel, type ScoringModel } from '../../src/settings/scoring-model.ts';

const DAY = 86_400_000;
const start = new Date('2026-03-01T09:00:00.000Z');
const after = (days: number) => new Date(start.getTime() + days * DAY);

const nobody: LeadFacts = {
  first_name: null,
  last_name: null,
  phone: null,
  email: null,
  source: null,
  estimated_value: null,
  custom_fields: {},
};

const modelOf = (parts: Partial<ScoringModel>): ScoringModel => ({
  version: 2,
  bands: { hot: 70, warm: 40 },
  rules: [],
  signals: [],
  ...parts,
});
const always = (points: number) => ({ name: `${points}`, when: { all: [] }, points });
const meeting = (points: number, half_life_days: number | null, cap: number | null = null) =>
  ({ activity: 'meeting', points, half_life_days, cap }) as const;
const scoreAt = (model: ScoringModel, signals: Signals | null, now: Date) =>
  scoreLead(model, nobody, signals, now).score;
const happened = (model: ScoringModel, ...days: number[]) =>
  withActivities(
    model,
    null,
    days.map((day) => ({ kind: 'meeting', at: after(day) })),
    after(Math.max(...days)),
  );

describe('rules', () => {
  it('a lead has the points of every rule that it meets, and of no other', () => {
    const { rules, total, score } = explainScore(
      defaultModel,
      { ...nobody, phone: '+919876543210', estimated_value: 1_000_000 },
      null,
      start,
    );
    expect(rules).toEqual([
      { name: 'Has a phone', points: 25 },
      { name: 'Is worth something', points: 10 },
      { name: 'Is worth ten lakh or more', points: 15 },
    ]);
    expect([total, score]).toEqual([50, 50]);
  });

  it.each([
    ['below nothing is nothing', [-30, 10], 0],
    ['above a hundred is a hundred', [90, 90], 100],
    ['points taken away count before the bounds', [90, 90, -100], 80],
    ['a half is rounded up', [64.5], 65],
    ['a half that binary numbers miss is rounded up as well', [17.83, 4.2, 2.47], 25],
    ['less than a half is rounded down', [64.49], 64],
  ])('%s', (_, points, score) => {
    expect(scoreAt(modelOf({ rules: points.map(always) }), null, start)).toBe(score);
  });
});

describe('signals', () => {
  it('an activity counts half after every half-life', () => {
    const model = modelOf({ signals: [meeting(40, 10)] });
    const signals = happened(model, 0);
    expect([0, 10, 20, 30].map((day) => scoreAt(model, signals, after(day)))).toEqual([40, 20, 10, 5]);
  });

  it('an activity recorded late counts as if it had been recorded at once', () => {
    const model = modelOf({ signals: [meeting(40, 10)] });
    const late = withActivities(model, null, [{ kind: 'meeting', at: start }], after(10));
    expect(scoreAt(model, late, after(20))).toBe(scoreAt(model, happened(model, 0), after(20)));
  });

  it('without a half-life it does not fade', () => {
    const model = modelOf({ signals: [meeting(7, null)] });
    const signals = happened(model, 0, 100);
    expect(scoreLead(model, nobody, signals, after(3_000))).toEqual({ score: 14, rescore_at: null });
  });

  it('all activities of a kind together give no more than the cap, up or down, and the cap fades last', () => {
    const up = modelOf({ signals: [meeting(20, 10, 30)] });
    expect([0, 10, 20].map((day) => scoreAt(up, happened(up, 0, 0, 0), after(day)))).toEqual([30, 30, 15]);
    const down = modelOf({ rules: [always(50)], signals: [meeting(-20, 10, 30)] });
    expect(scoreAt(down, happened(down, 0, 0, 0), start)).toBe(20);
  });

  it('kinds that the model does not know count nothing and are not kept', () => {
    const model = modelOf({ signals: [meeting(10, 1)] });
    expect(withActivities(model, null, [{ kind: 'call', at: start }], start)).toBeNull();
  });

  it('the score is looked at again when it changes, and not before', () => {
    const model = modelOf({ signals: [meeting(10, 10)] });
    const signals = happened(model, 0);
    const { score, rescore_at } = scoreLead(model, nobody, signals, start);
    expect(score).toBe(10);
    // 10 points become 9.5 after 10 * log2(10 / 9.5) days.
    const exact = start.getTime() + 10 * DAY * Math.log2(10 / 9.5);
    expect(Math.abs((rescore_at?.getTime() ?? 0) - exact)).toBeLessThanOrEqual(2);
    expect(scoreAt(model, signals, new Date((rescore_at?.getTime() ?? 0) - 1))).toBe(10);
    expect(scoreAt(model, signals, rescore_at ?? start)).toBe(9);
  });

  it('where points are taken away, a score rises as they fade', () => {
    const model = modelOf({ rules: [always(50)], signals: [meeting(-20, 10)] });
    const signals = happened(model, 0);
    const { score, rescore_at } = scoreLead(model, nobody, signals, start);
    expect(score).toBe(30);
    expect(scoreAt(model, signals, rescore_at ?? start)).toBe(31);
  });

  it('what has faded to nothing is never looked at again', () => {
    const model = modelOf({ signals: [meeting(10, 1)] });
    expect(scoreLead(model, nobody, happened(model, 0), after(50))).toEqual({ score: 0, rescore_at: null });
  });
});

it('every score is in one band, whose range says the same', () => {
  for (const bands of [defaultModel.bands, { hot: 2, warm: 1 }, { hot: 100, warm: 99 }]) {
    for (let score = 0; score <= 100; score++) {
      const within = scoreBands.filter((band) => {
        const { least, most } = rangeOfBand({ bands }, band);
        return score >= least && score <= most;
      });
      expect(within).toEqual([bandOf({ bands }, score)]);
    }
  }
});
