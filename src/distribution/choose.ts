import type { Outcome } from './eligibility.ts';
import type { Candidate, Plan, Step } from './plan.ts';
import type { Strategy } from './strategies.ts';

/** By member, what it is owed: positive where others have had turns that it has not. One account a step. */
export type Credits = Record<string, Record<string, number>>;

/** What members have: leads in open statuses, and leads assigned by distribution today. */
export interface Loads {
  open(memberId: string): number;
  given(memberId: string): number;
}

/** A candidate with what became of it, and what the strategy compared. */
export interface Judged {
  readonly id: string;
  readonly outcome: Outcome;
  readonly standing: number | null;
  readonly weight: number | null;
}

export interface Choice {
  /** Null: nobody could take it. */
  readonly ownerId: string | null;
  /** Whose the lead is if it has no owner. */
  readonly teamId: string | null;
  /** The rule that gave the lead away, or that it waits under. Null: the fallback, or no rule matched. */
  readonly ruleId: string | null;
  readonly strategy: Strategy | null;
  readonly candidates: readonly Judged[];
  /** Steps that had nobody, with how many of the candidates had been told of by their end. */
  readonly passed: readonly { readonly ruleId: string | null; readonly until: number }[];
  /** How the credits move if the choice is taken: the account, and the members that were eligible with their weights. */
  readonly turn: { readonly key: string; readonly weights: Readonly<Record<string, number>> } | null;
}

/** Pure: the first step with somebody eligible decides. */
export function choose(plan: Plan, credits: Credits, loads: Loads): Choice {
  // Whoever cannot take the lead under one rule cannot under the next one either: it is told once.
  const told = new Map<string, Judged>();
  const passed: { ruleId: string | null; until: number }[] = [];
  for (const step of plan.steps) {
    const { judged, eligible, turn } = fieldOf(step, loads);
    const standings = compare(step, eligible, turn, credits, loads);
    const ownerId = pick(step.strategy, eligible, standings);
    for (const { candidate, obstacle } of judged) {
      const { id } = candidate;
      if (told.has(id)) continue;
      const outcome = obstacle ?? (id === ownerId ? 'chosen' : 'not_in_turn');
      const weight = turn !== null && obstacle === null ? shareOf(step, candidate) : null;
      told.set(id, { id, outcome, standing: standings.get(id) ?? null, weight });
    }
    if (ownerId === null) {
      passed.push({ ruleId: step.ruleId, until: told.size });
      continue;
    }
    return {
      ownerId,
      teamId: null,
      ruleId: step.ruleId,
      strategy: step.strategy,
      candidates: [...told.values()],
      passed,
      turn,
    };
  }
  return { ...waitBehind(plan), candidates: [...told.values()], passed };
}

/** The choice for a lead that has to wait behind others. */
export const waitBehind = ({ teamId, ruleId }: Plan): Choice => ({
  ownerId: null,
  teamId,
  ruleId,
  strategy: null,
  candidates: [],
  passed: [],
  turn: null,
});

/** Who is in for it at a step. */
interface Field {
  readonly judged: readonly { readonly candidate: Candidate; readonly obstacle: Exclude<Outcome, 'chosen'> | null }[];
  readonly eligible: readonly Candidate[];
  readonly turn: Choice['turn'];
}

function fieldOf(step: Step, loads: Loads): Field {
  const known = fields.get(step);
  if (known !== undefined) return known;
  const judged = step.candidates.map((candidate) => ({ candidate, obstacle: judge(candidate, loads) }));
  const eligible = judged.filter(({ obstacle }) => obstacle === null).map(({ candidate }) => candidate);
  const takesTurn = step.strategy === 'round_robin' || step.strategy === 'weighted';
  const weights = () => Object.fromEntries(eligible.map((candidate) => [candidate.id, shareOf(step, candidate)]));
  const field = { judged, eligible, turn: takesTurn ? { key: step.key, weights: weights() } : null };
  if (step.candidates.every(({ openCap, dailyCap }) => openCap === null && dailyCap === null)) fields.set(step, field);
  return field;
}

/** Of steps where nobody has a cap: whatever members have, it is the same for every lead that comes to them. */
const fields = new WeakMap<Step, Field>();

function judge({ id, obstacle, openCap, dailyCap }: Candidate, loads: Loads): Exclude<Outcome, 'chosen'> | null {
  if (obstacle !== null) return obstacle;
  if (openCap !== null && loads.open(id) >= openCap) return 'open_cap';
  return dailyCap !== null && loads.given(id) >= dailyCap ? 'daily_cap' : null;
}

const shareOf = ({ strategy }: Step, candidate: Candidate): number => (strategy === 'weighted' ? candidate.weight : 1);

/** What the strategy compares: the credit with this turn's share added, the open leads, or nothing. */
function compare(
  step: Step,
  eligible: readonly Candidate[],
  turn: Choice['turn'],
  credits: Credits,
  loads: Loads,
): Map<string, number> {
  const standings = new Map<string, number>();
  if (step.strategy === 'least_open') for (const { id } of eligible) standings.set(id, loads.open(id));
  if (turn === null) return standings;
  const account = credits[turn.key];
  for (const [id, gain] of turnOf(turn.weights).gains) standings.set(id, (account?.[id] ?? 0) + gain);
  return standings;
}

/** The most credit, the fewest open leads, or just the first; among equals the first in the pool. Null: of nobody. */
export function pick(
  strategy: Strategy,
  eligible: readonly { readonly id: string }[],
  standings: ReadonlyMap<string, number>,
): string | null {
  const [first, ...others] = eligible;
  if (first === undefined) return null;
  if (strategy === 'fixed') return first.id;
  const sign = strategy === 'least_open' ? -1 : 1;
  const of = (id: string) => sign * (standings.get(id) ?? 0);
  return others.reduce((best, { id }) => (of(id) > of(best) ? id : best), first.id);
}

/** A turn, in the units that credits are counted in; it can be shared by up to 24 equals without a remainder. */
const TURN = 5_354_228_880;

/** What a turn brings each of those who could have had it, and what it costs the one who gets it: the same in sum. */
function turnOf(weights: Weights): Turned {
  const known = turned.get(weights);
  if (known !== undefined) return known;
  const all = Object.values(weights).reduce((sum, weight) => sum + weight, 0);
  const gains = new Map(Object.entries(weights).map(([id, weight]) => [id, Math.floor((TURN * weight) / all)]));
  const turn = { gains, cost: [...gains.values()].reduce((sum, gain) => sum + gain, 0) };
  turned.set(weights, turn);
  return turn;
}

type Weights = Readonly<Record<string, number>>;
interface Turned {
  gains: Map<string, number>;
  cost: number;
}
/** The same weights serve the comparison and then the credits. */
const turned = new WeakMap<Weights, Turned>();

/**
 * Smooth weighted round robin: every turn adds each eligible member's share of a turn to its credit, and takes the whole
 * turn from the one that got it. Who is away keeps its credit, and so its position.
 */
export function moveCredits(credits: Credits, { key, weights }: NonNullable<Choice['turn']>, ownerId: string): void {
  credits[key] ??= {};
  const account = credits[key];
  const { gains, cost } = turnOf(weights);
  for (const [id, gain] of gains) {
    const credit = (account[id] ?? 0) + gain - (id === ownerId ? cost : 0);
    if (credit === 0) delete account[id];
    else account[id] = credit;
  }
}
