import { hash } from 'node:crypto';
import type { Strategy } from '../settings/snapshot.ts';
import type { Choice, Judged } from './choose.ts';
import type { Outcome } from './eligibility.ts';

/** Of a decision, so many candidates are stored and shown: as many as a rule can name. A team, or all agents, may be more. */
export const MOST_CANDIDATES = 500;

/** The first candidates, and always the chosen one. */
export function listed(candidates: readonly Judged[]): { shown: readonly Judged[]; more: number } {
  if (candidates.length <= MOST_CANDIDATES) return { shown: candidates, more: 0 };
  const first = candidates.slice(0, MOST_CANDIDATES);
  const chosen = candidates.find(({ outcome }) => outcome === 'chosen');
  if (chosen !== undefined && !first.includes(chosen)) first[MOST_CANDIDATES - 1] = chosen;
  return { shown: first, more: candidates.length - MOST_CANDIDATES };
}

/** One letter each: a decision with fifty candidates takes fifty bytes. */
const letters: Readonly<Record<Outcome, string>> = {
  chosen: 'C',
  not_in_turn: 'n',
  inactive: 'i',
  paused: 'p',
  outside_hours: 'h',
  open_cap: 'o',
  daily_cap: 'd',
};
const outcomeOf = new Map(Object.entries(letters).map(([outcome, letter]) => [letter, outcome as Outcome]));

/** A decision as it is written with the lead. */
export interface AssignmentEvent {
  owner: string | null;
  rule: string | null;
  strategy: Strategy | null;
  candidates: string;
  outcomes: string;
  /** Candidates besides those listed. */
  more: number;
  passed_rules: string | null;
  passed_until: string | null;
  weights: string | null;
  waiting: boolean;
  /** The same for all decisions that found the same candidates in the same state, whoever of them was chosen. */
  hash: string;
  /** Which of the candidates was chosen, counted from 1. */
  chosen: number | null;
}

export function assignmentEvent(choice: Choice): AssignmentEvent {
  const { passed } = choice;
  const { shown, more } = listed(choice.candidates);
  const array = (values: readonly unknown[]) =>
    values.length === 0 ? null : `{${values.map((value) => value ?? 'NULL').join(',')}}`;
  const event = {
    owner: choice.ownerId,
    rule: choice.ruleId,
    strategy: choice.strategy,
    candidates: shown.map(({ id }) => id).join(' '),
    outcomes: shown.map(({ outcome }) => letters[outcome]).join(''),
    more,
    passed_rules: array(passed.map(({ ruleId }) => ruleId)),
    passed_until: array(passed.map(({ until }) => until)),
    weights: choice.strategy === 'weighted' ? shown.map(({ weight }) => weight ?? '-').join(' ') : null,
    waiting: choice.ownerId === null,
  };
  const chosen = event.outcomes.indexOf(letters.chosen) + 1;
  return { hash: hashOf(event), chosen: chosen === 0 ? null : chosen, ...event };
}

/** The latest text and its hash: leads of a batch are often decided alike. */
let [hashed, latest] = ['', ''];

/** Everything that the report on distribution reads of a decision, but who was chosen. As a signed 64-bit integer. */
function hashOf(event: Omit<AssignmentEvent, 'hash' | 'chosen'>): string {
  const { rule, strategy, candidates, outcomes, more, passed_rules, passed_until, weights } = event;
  const states = outcomes.replace(letters.chosen, letters.not_in_turn);
  const text = [rule, strategy, candidates, states, more, passed_rules, passed_until, weights].join('\n');
  if (text !== hashed) {
    [hashed, latest] = [text, BigInt.asIntN(64, BigInt(`0x${hash('sha256', text).slice(0, 16)}`)).toString()];
  }
  return latest;
}

/** The candidates of a decision as it is stored. */
export const candidatesOf = (candidateIds: string, outcomes: string): { id: string; outcome: Outcome }[] =>
  candidateIds
    .split(' ')
    .filter((id) => id !== '')
    .map((id, n) => ({ id, outcome: outcomeOf.get(outcomes[n] ?? '') ?? 'not_in_turn' }));
