import type { Strategy } from '../settings/snapshot.ts';
import type { Outcome } from './eligibility.ts';
import type { Candidate, Plan, Step } from './plan.ts';

/** By member, what it is owed: positive where others have had turns that it has not. One account a step. */
export type Credits = Record<string, Record<string, number>>;

/** What members have: leads in open statuses, and leads assigned by distribution today. */
export interface Loads {
  open(memberId: string): number;
  given(memberId: string): number;
}

/** A candidate with what became of it, and its weight where the strategy weighs. */
export interface Judged {
  readonly id: string;
  readonly outcome: Outcome;
  readonly weight: number | null;
}

/** The credit that each eligible member gains by a turn, whoever gets the lead. */
export interface Turn {
  readonly key: string;
  readonly gains: ReadonlyMap<string, number>;
}

export interface Choice {
  /** Null: nobody could take it. */
  readonly ownerId: string | null;
  /** Whose the lead is if it has no owner. */
  readonly teamId: string | null;
  /** The rule that assigned the lead, or that it waits under. Null: the fallback, or no rule matched. */
  readonly ruleId: string | null;
  readonly strategy: Strategy | null;
  readonly candidates: readonly Judged[];
  /** Steps that had nobody, with how many of the candidates were listed by their end. */
  readonly passed: readonly { readonly ruleId: string | null; readonly until: number }[];
  /** Null: the strategy knows no turns. */
  readonly turn: Turn | null;
}

/** Pure: the first step with somebody eligible decides. */
export function choose(plan: Plan, credits: Credits, loads: Loads): Choice {
  // Whoever cannot take the lead under one rule cannot under the next one either: it is listed once.
  const listed = new Map<string, Judged>();
  const passed: { ruleId: string | null; until: number }[] = [];
  for (const step of plan.steps) {
    const { ruleId, strategy } = step;
    const judged = step.candidates.map((candidate) => ({ candidate, obstacle: judge(candidate, loads) }));
    const eligible = judged.filter(({ obstacle }) => obstacle === null).map(({ candidate }) => candidate);
    const turn = turnOf(step, eligible);
    const ownerId = pick(step, eligible, turn, credits, loads);
    for (const { candidate, obstacle } of judged) {
      const { id } = candidate;
      if (listed.has(id)) continue;
      const outcome = obstacle ?? (id === ownerId ? 'chosen' : 'not_in_turn');
      const weight = strategy === 'weighted' && obstacle === null ? candidate.weight : null;
      listed.set(id, { id, outcome, weight });
    }
    if (ownerId !== null) {
      return { ownerId, teamId: null, ruleId, strategy, candidates: [...listed.values()], passed, turn };
    }
    passed.push({ ruleId, until: listed.size });
  }
  return { ...waitBehind(plan), candidates: [...listed.values()], passed };
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

function judge({ id, obstacle, openCap, dailyCap }: Candidate, loads: Loads): Exclude<Outcome, 'chosen'> | null {
  if (obstacle !== null) return obstacle;
  if (openCap !== null && loads.open(id) >= openCap) return 'open_cap';
  return dailyCap !== null && loads.given(id) >= dailyCap ? 'daily_cap' : null;
}

/** The most credit, the fewest open leads, or just the first; among equals the first in the pool. */
function pick(
  { strategy }: Step,
  eligible: readonly Candidate[],
  turn: Turn | null,
  credits: Credits,
  loads: Loads,
): string | null {
  const account = turn === null ? {} : (credits[turn.key] ?? {});
  const priorityOf = (id: string): number => {
    if (strategy === 'least_open') return -loads.open(id);
    return turn === null ? 0 : (account[id] ?? 0) + (turn.gains.get(id) ?? 0);
  };
  let [best, most]: [string | null, number] = [null, Number.NEGATIVE_INFINITY];
  for (const { id } of eligible) {
    const priority = priorityOf(id);
    if (priority > most) [best, most] = [id, priority];
  }
  return best;
}

/** A turn, in the units that credits are counted in; it can be shared by up to 24 equals without a remainder. */
const TURN = 5_354_228_880;

function turnOf({ key, strategy }: Step, eligible: readonly Candidate[]): Turn | null {
  if (strategy !== 'round_robin' && strategy !== 'weighted') return null;
  const weightOf = ({ weight }: Candidate) => (strategy === 'weighted' ? weight : 1);
  const all = eligible.reduce((sum, candidate) => sum + weightOf(candidate), 0);
  const gains = new Map(eligible.map((one) => [one.id, Math.floor((TURN * weightOf(one)) / all)]));
  return { key, gains };
}

/**
 * Smooth weighted round robin: every turn adds each eligible member's share of a turn to its credit, and takes the sum of
 * them from the one that got the lead. Who is away keeps its credit, and so its position.
 */
export function moveCredits(credits: Credits, { key, gains }: Turn, ownerId: string): void {
  credits[key] ??= {};
  const account = credits[key];
  const cost = [...gains.values()].reduce((sum, gain) => sum + gain, 0);
  for (const [id, gain] of gains) {
    const credit = (account[id] ?? 0) + gain - (id === ownerId ? cost : 0);
    if (credit === 0) delete account[id];
    else account[id] = credit;
  }
}
