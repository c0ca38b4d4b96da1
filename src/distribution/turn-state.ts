import { type Choice, type Credits, moveCredits } from './choose.ts';

/** A turn that was taken for a lead which may not be written yet. */
export interface Taken {
  readonly turn: number;
  /** Public id of the lead it was taken for. */
  readonly lead: string;
  /** Null: nobody could take the lead, which is about to wait. */
  readonly member: string | null;
  /** The account it was taken from, and the sum of the weights: what the member gets back if the lead never comes. */
  readonly key: string | null;
  readonly sum: number;
  /** Milliseconds. */
  readonly at: number;
}

/** Everything about turns that an organization's processes share: one row, changed as a whole. */
export interface TurnState {
  /** How many turns have been taken. */
  turns: number;
  credits: Credits;
  taken: Taken[];
  /** Leads may be waiting for somebody: whoever takes a turn lets them go first. */
  waiting: boolean;
}

export const noTurns = (): TurnState => ({ turns: 0, credits: {}, taken: [], waiting: false });

export function parseTurns(text: string | null): TurnState {
  return text === null ? noTurns() : { ...noTurns(), ...(JSON.parse(text) as TurnState) };
}

/** Takes the turn that was chosen: it is under way until its lead is written. */
export function takeTurn(state: TurnState, choice: Choice, lead: string, now: number): Taken {
  state.turns++;
  if (choice.turn !== null && choice.ownerId !== null) moveCredits(state.credits, choice.turn, choice.ownerId);
  const weights = Object.values(choice.turn?.weights ?? {});
  const taken: Taken = {
    turn: state.turns,
    lead,
    member: choice.ownerId,
    key: choice.turn?.key ?? null,
    sum: weights.reduce((sum, weight) => sum + weight, 0),
    at: now,
  };
  state.taken.push(taken);
  if (choice.ownerId === null) state.waiting = true;
  return taken;
}

/** The turn came to nothing, and its process says so: everything is as if it had never been taken. */
export function returnTurn(state: TurnState, choice: Choice, { turn }: Taken): void {
  if (!dropTurn(state, turn)) return; // given up on already
  if (choice.turn !== null && choice.ownerId !== null) moveCredits(state.credits, choice.turn, choice.ownerId, -1);
}

/** Its lead is written, or waits no more: nothing is under way any longer. */
export function dropTurn(state: TurnState, turn: number): boolean {
  const at = state.taken.findIndex((taken) => taken.turn === turn);
  if (at !== -1) state.taken.splice(at, 1);
  return at !== -1;
}

/** Longer than any statement may take: a turn this old is under way no more. */
export const LOST_MS = 60_000;

/**
 * A process took a turn and was heard of no more. Where the lead was written, all is well; else the member gets its turn
 * back. (The others keep the share they gained: less than a turn each.)
 */
export function settleLost(state: TurnState, written: ReadonlySet<number>, now: number): void {
  for (const { turn, member, key, sum, at } of [...state.taken]) {
    const isLost = now - at > LOST_MS;
    if (!written.has(turn) && !isLost) continue;
    dropTurn(state, turn);
    if (written.has(turn) || member === null || key === null) continue;
    state.credits[key] ??= {};
    const account = state.credits[key];
    account[member] = (account[member] ?? 0) + sum;
  }
}

export const hasLostTurns = ({ taken }: TurnState, now: number): boolean => taken.some(({ at }) => now - at > LOST_MS);
