import { type Choice, type Credits, moveCredits } from './choose.ts';

/** A turn that was taken for a lead which may not be written yet. */
export interface Taken {
  readonly turn: number;
  /** Public id of the lead it was taken for. */
  readonly lead: string;
  /** Null: nobody could take the lead, which is about to wait. */
  readonly member: string | null;
  /** Whose turn it was, among whom: the name of one of the state's `shares`. Null: no turn was used up. */
  readonly share: string | null;
  /** Milliseconds, by the database's clock. */
  readonly at: number;
}

/** Everything about turns that an organization's processes share: one row, changed as a whole. */
export interface TurnState {
  /** How many turns have been taken. */
  turns: number;
  credits: Credits;
  taken: Taken[];
  /** For taking turns back: the account, and who was eligible with which weight. Once for all turns that have it in common. */
  shares: Record<string, NonNullable<Choice['turn']>>;
  /** Leads may be waiting for somebody: whoever takes a turn lets them go first. */
  waiting: boolean;
  /** The newest version of the settings that turns were taken by. */
  settings: number;
}

export const noTurns = (): TurnState => ({
  turns: 0,
  credits: {},
  taken: [],
  shares: {},
  waiting: false,
  settings: 0,
});

export function parseTurns(text: string | null): TurnState {
  return text === null ? noTurns() : { ...noTurns(), ...(JSON.parse(text) as TurnState) };
}

/** Takes the turn that was chosen: it is under way until its lead is written. */
export function takeTurn(state: TurnState, choice: Choice, lead: string, now: number): Taken {
  state.turns++;
  if (choice.turn !== null && choice.ownerId !== null) moveCredits(state.credits, choice.turn, choice.ownerId);
  const taken: Taken = {
    turn: state.turns,
    lead,
    member: choice.ownerId,
    share: choice.turn === null ? null : keepShare(state, choice.turn),
    at: now,
  };
  state.taken.push(taken);
  if (choice.ownerId === null) state.waiting = true;
  return taken;
}

function keepShare(state: TurnState, turn: NonNullable<Choice['turn']>): string {
  for (const name in state.shares) {
    const share = state.shares[name];
    if (share === turn || (share !== undefined && textOf(share) === textOf(turn))) return name;
  }
  const name = String(state.turns);
  state.shares[name] = turn;
  return name;
}

const texts = new WeakMap<NonNullable<Choice['turn']>, string>();

function textOf(turn: NonNullable<Choice['turn']>): string {
  let text = texts.get(turn);
  if (text === undefined) {
    text = JSON.stringify(turn);
    texts.set(turn, text);
  }
  return text;
}

/**
 * Drops the credits of deleted rules. A process with older settings than others took turns by drops nothing: a rule that it does
 * not know may be a new one.
 */
export function dropCredits(state: TurnState, version: number, isKept: (key: string) => boolean): void {
  if (version < state.settings) return;
  state.settings = version;
  for (const key in state.credits) if (!isKept(key)) delete state.credits[key];
}

/** The turn came to nothing, and its process says so: everything is as if it had never been taken. */
export function returnTurn(state: TurnState, choice: Choice, { turn }: Taken): void {
  if (!dropTurn(state, turn)) return; // given up on already
  if (choice.turn !== null && choice.ownerId !== null) moveCredits(state.credits, choice.turn, choice.ownerId, -1);
}

/** Its lead is written, or waits no more: nothing is under way any longer. */
export function dropTurn(state: TurnState, turn: number): boolean {
  const at = state.taken.findIndex((taken) => taken.turn === turn);
  if (at === -1) return false;
  const [{ share } = { share: null }] = state.taken.splice(at, 1);
  if (share !== null && !state.taken.some((taken) => taken.share === share)) delete state.shares[share];
  return true;
}

const BEING_GIVEN_MS = 5_000;

/** Somebody has a turn for this lead and is about to write it. After a few seconds another may try: one of them succeeds. */
export const isBeingGiven = ({ taken }: TurnState, lead: string, now: number): boolean =>
  taken.some((one) => one.lead === lead && one.member !== null && now - one.at < BEING_GIVEN_MS);

/** Longer than any statement may take: a turn this old is under way no more. */
export const LOST_MS = 60_000;

/**
 * A process took a turn and was heard of no more. Where the lead was written, all is well; else everything is as if the turn had
 * never been taken.
 */
export function settleLost(state: TurnState, written: ReadonlySet<number>, now: number): void {
  for (const { turn, member, share, at } of [...state.taken]) {
    if (!written.has(turn) && now - at <= LOST_MS) continue;
    const among = share === null ? undefined : state.shares[share];
    dropTurn(state, turn);
    if (written.has(turn) || member === null || among === undefined) continue;
    moveCredits(state.credits, among, member, -1);
  }
}

export const hasLostTurns = ({ taken }: TurnState, now: number): boolean => taken.some(({ at }) => now - at > LOST_MS);
