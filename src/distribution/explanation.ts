import { hash } from 'node:crypto';
import { type Choice, pick } from './choose.ts';
import type { Outcome } from './eligibility.ts';
import type { Strategy } from './strategies.ts';

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
const outcomeOf = Object.fromEntries(Object.entries(letters).map(([outcome, letter]) => [letter, outcome])) as Record<
  string,
  Outcome
>;

/** A decision as it is handed to the database with the lead. */
export interface AssignmentEvent {
  owner: string | null;
  rule: string | null;
  strategy: Strategy | null;
  candidates: string;
  outcomes: string;
  passed_rules: string | null;
  passed_until: string | null;
  standings: string | null;
  weights: string | null;
  waiting: boolean;
  /** The same for all decisions that found the same candidates in the same state, whoever of them was chosen. */
  hash: string;
  /** Which of the candidates was chosen, counted from 1. */
  chosen: number | null;
}

export function assignmentEvent(choice: Choice): AssignmentEvent {
  const { candidates, passed } = choice;
  const list = (values: readonly unknown[]) => `{${values.map((value) => value ?? 'NULL').join(',')}}`;
  const listed = (values: readonly (number | null)[]) =>
    values.every((value) => value === null) ? null : values.map((value) => value ?? '-').join(' ');
  const event = {
    owner: choice.ownerId,
    rule: choice.ruleId,
    strategy: choice.strategy,
    candidates: candidates.map(({ id }) => id).join(' '),
    outcomes: candidates.map(({ outcome }) => letters[outcome]).join(''),
    passed_rules: passed.length === 0 ? null : list(passed.map(({ ruleId }) => ruleId)),
    passed_until: passed.length === 0 ? null : list(passed.map(({ until }) => until)),
    standings: listed(candidates.map(({ standing }) => standing)),
    weights: choice.strategy === 'weighted' ? listed(candidates.map(({ weight }) => weight)) : null,
    waiting: choice.ownerId === null,
  };
  const chosen = event.outcomes.indexOf(letters.chosen) + 1;
  return { ...event, hash: hashOf(event), chosen: chosen === 0 ? null : chosen };
}

/** Everything that the report on distribution reads of a decision, but who was chosen. As a signed 64-bit integer. */
function hashOf(event: Omit<AssignmentEvent, 'hash' | 'chosen'>): string {
  const { rule, strategy, candidates, outcomes, passed_rules, passed_until, weights } = event;
  const states = outcomes.replace(letters.chosen, letters.not_in_turn);
  const text = [rule, strategy, candidates, states, passed_rules, passed_until, weights].join('\n');
  return BigInt.asIntN(64, BigInt(`0x${hash('sha256', text).slice(0, 16)}`)).toString();
}

/** A decision as it is stored. */
export interface AssignmentRow {
  owner_id: string | null;
  rule_id: string | null;
  strategy: Strategy | null;
  /** Ids between spaces; of `standings` a dash where there is none. */
  candidate_ids: string;
  outcomes: string;
  standings: string | null;
  assigned_at: Date;
  reassigned_at: Date | null;
}

export const candidatesOf = ({
  candidate_ids,
  outcomes,
}: Pick<AssignmentRow, 'candidate_ids' | 'outcomes'>): { id: string; outcome: Outcome }[] =>
  partsOf(candidate_ids).map((id, n) => ({ id, outcome: outcomeOf[outcomes[n] ?? ''] ?? 'not_in_turn' }));

const partsOf = (text: string): string[] => (text === '' ? [] : text.split(' '));

/** Decides once more on what was stored: the same choice must come out. Null where nobody was eligible. */
export function replay(row: AssignmentRow): Choice['ownerId'] {
  const { strategy } = row;
  const eligible = candidatesOf(row).filter(({ outcome }) => outcome === 'chosen' || outcome === 'not_in_turn');
  if (strategy === null) return null;
  const stored = partsOf(row.standings ?? '');
  const numberAt = (n: number) => (stored[n] === undefined || stored[n] === '-' ? 0 : Number(stored[n]));
  const standings = new Map(partsOf(row.candidate_ids).map((id, n) => [id, numberAt(n)]));
  return pick(strategy, eligible, standings);
}
