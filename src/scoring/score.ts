import type { LeadFacts } from '../conditions/facts.ts';
import { RuleSet } from '../conditions/rule-set.ts';
import { oncePerSettings } from '../settings/once.ts';
import type { ScoringModel, ScoringRule, Signal } from '../settings/scoring-model.ts';
import { type Signals, signalPoints } from './signals.ts';

const compiled = oncePerSettings(({ rules }: ScoringModel) => new RuleSet(rules.map(({ when }) => when)));

const rulesMet = (model: ScoringModel, lead: LeadFacts): ScoringRule[] =>
  compiled(model)
    .matching(lead)
    .map((n) => model.rules[n] as ScoringRule);

/** Which rule and which signal gave which points. They sum to `total`; the score is that, kept from 0 to 100, rounded. */
export function explainScore(model: ScoringModel, lead: LeadFacts, signals: Signals | null, now: Date) {
  const rules = rulesMet(model, lead).map(({ name, points }) => ({ name, points }));
  const fading = model.signals
    .map((signal) => ({ activity: signal.activity, points: signalPoints(signal, signals, now.getTime()) }))
    .filter(({ points }) => points !== 0);
  const total = [...rules, ...fading].reduce((sum, { points }) => sum + points, 0);
  return { rules, signals: fading, total, score: asScore(total) };
}

/** What the rules alone give. */
export const rulePoints = (model: ScoringModel, lead: LeadFacts): number =>
  rulesMet(model, lead).reduce((sum, { points }) => sum + points, 0);

/** Points have two decimals, which binary sums may miss by a hair: 64.5 is rounded up, however it was added up. */
const HAIR = 1e-9;

const asScore = (total: number): number => Math.round(Math.min(100, Math.max(0, total + HAIR)));

export interface Scored {
  score: number;
  /** When the score changes next by age alone; null: never. */
  rescore_at: Date | null;
}

const totalAt = (model: ScoringModel, lead: LeadFacts, signals: Signals | null, now: Date): number =>
  model.signals.reduce(
    (sum: number, signal: Signal) => sum + signalPoints(signal, signals, now.getTime()),
    rulePoints(model, lead),
  );

/** The score alone: looking for its next change is most of the cost of `scoreLead`. */
export const scoreAt = (model: ScoringModel, lead: LeadFacts, signals: Signals | null, now: Date): number =>
  asScore(totalAt(model, lead, signals, now));

export function scoreLead(model: ScoringModel, lead: LeadFacts, signals: Signals | null, now: Date): Scored {
  const total = totalAt(model, lead, signals, now);
  const score = asScore(total);
  return { score, rescore_at: signals === null ? null : nextChange(model, signals, total, score, now) };
}

const FOREVER_MS = 100 * 365 * 86_400_000;

/**
 * What adds points fades, so the total falls by what that has lost, and rises by what negative points have lost; both grow with
 * time. With one of the two (the usual case) the moment is exact; with both it may come early, and is then looked for again.
 */
function nextChange(model: ScoringModel, signals: Signals, total: number, score: number, now: Date): Date | null {
  const lost = (after: number, sign: 1 | -1) =>
    model.signals
      .filter(({ points }) => Math.sign(points) === sign)
      .reduce((sum, signal) => {
        const at = now.getTime();
        return sum + Math.abs(signalPoints(signal, signals, at) - signalPoints(signal, signals, at + after));
      }, 0);
  const changes = (after: number): boolean =>
    (score > 0 && total - lost(after, 1) < score - 0.5 - HAIR) ||
    (score < 100 && total + lost(after, -1) >= score + 0.5 - HAIR);
  if (!changes(FOREVER_MS)) return null;
  let [before, after] = [0, FOREVER_MS];
  while (after - before > 1) {
    const middle = Math.floor((before + after) / 2);
    if (changes(middle)) after = middle;
    else before = middle;
  }
  return new Date(now.getTime() + after);
}
