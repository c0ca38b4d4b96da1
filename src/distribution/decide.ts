import type { Database, Sql } from '../db/sql.ts';
import { unavailable } from '../problems.ts';
import type { Settings } from '../settings/snapshot.ts';
import { type Choice, choose, waitBehind } from './choose.ts';
import { DatabaseClock } from './database-clock.ts';
import { CountedLoads, membersToCount } from './loads.ts';
import { isKeyInUse, type Plan } from './plan.ts';
import { keepTurns, lockTurns, readTurns } from './queries.ts';
import {
  dropCredits,
  dropTurn,
  hasLostTurns,
  isBeingGiven,
  parseTurns,
  returnTurn,
  settleLost,
  type Taken,
  type TurnState,
  takeTurn,
} from './turn-state.ts';

/** A choice that holds. Without `taken` nothing is kept of it: it rests on nothing that others could take. */
export interface Turn {
  readonly choice: Choice;
  readonly taken: Taken | null;
}

export interface TurnRequest {
  readonly settings: Settings;
  readonly plan: Plan;
  /** Public id under which the lead is about to be written. */
  readonly lead: string;
  /** What to do about leads that wait: nothing, take no turn before they have theirs, or wait behind them. */
  readonly queue: 'ignore' | 'respect' | 'join';
}

const QUICK_TRIES = 6;
/** A lead that was found to have to wait is written by then, or its process is gone. */
const ABOUT_TO_MS = 2_000;

interface Seen {
  readonly version: string;
  readonly state: TurnState;
  readonly loads: CountedLoads;
}

/**
 * Decides for one organization. Its turns are one row, changed by compare and swap in a statement of its own that commits at
 * once, so no lead waits for another lead's commit. What was kept last is remembered: while no other process takes turns,
 * and nothing has to be counted, a decision is one statement. Who loses decides again on what is there now, and after a few
 * losses holds the row.
 */
export class Decider {
  readonly #database: Database;
  readonly #organizationId: string;
  readonly #clock = new DatabaseClock();
  /** Gone while it is being changed: whatever comes of that is kept anew. */
  #last: Pick<Seen, 'version' | 'state'> | null = null;
  #mayWait = true;
  #done: number[] = [];

  constructor(database: Database, organizationId: string) {
    this.#database = database;
    this.#organizationId = organizationId;
  }

  get mayWait(): boolean {
    return this.#mayWait;
  }

  done({ turn }: Taken): void {
    this.#done.push(turn);
  }

  /**
   * A turn for each request, in their order; what was returned is free before. Null: leads wait that the request respects, or
   * somebody is giving this very lead away already.
   */
  async decide(requests: readonly TurnRequest[], returned: readonly Turn[]): Promise<(Turn | null)[]> {
    try {
      for (let tries = 0; tries < QUICK_TRIES; tries++) {
        const turns = await this.#attempt(this.#database, requests, returned);
        if (turns !== null) return turns;
      }
      const turns = await this.#database.begin(async (sql) => {
        await lockTurns(sql, this.#organizationId);
        this.#last = null;
        return this.#attempt(sql, requests, returned);
      });
      if (turns !== null) return turns;
    } catch (error) {
      this.#last = null; // it may have been kept, and its answer lost
      this.#mayWait = true;
      throw error;
    }
    throw unavailable('Too many leads are being given away at once.');
  }

  /** What would be decided now; nothing is kept. */
  async preview(request: TurnRequest): Promise<Choice> {
    const { state, loads } = await this.#read(this.#database, [request]);
    return choose(request.plan, state.credits, loads);
  }

  /**
   * Says that nothing waits, if `isEmpty` finds it so after the turns were read and nobody has decided anything since: else a
   * lead that is about to wait would be forgotten until the next sweep. Answers whether one is about to.
   */
  async nothingWaits(isEmpty: () => Promise<boolean>): Promise<boolean> {
    const { version, state } = await this.#read(this.#database, []);
    const aboutTo = state.taken.filter(({ member }) => member === null);
    if (aboutTo.length > 0) return aboutTo.some(({ at }) => this.#clock.now() - at < ABOUT_TO_MS);
    if (!(await isEmpty())) return false;
    if (state.waiting) await this.#keep(this.#database, version, { ...state, waiting: false });
    else this.#remember(version, state);
    return false;
  }

  async #attempt(sql: Sql, requests: readonly TurnRequest[], returned: readonly Turn[]) {
    const { version, state, loads } = await this.#see(sql, requests);
    const now = Math.round(this.#clock.now());
    const done = this.#done.splice(0);
    for (const turn of done) dropTurn(state, turn);
    for (const { choice, taken } of returned) if (taken !== null) returnTurn(state, choice, taken);
    const { waiting } = state;
    const turns = requests.map(({ plan, lead, queue }) => {
      if (waiting && queue === 'respect') return null;
      if (isBeingGiven(state, lead, now)) return null;
      const found = choose(plan, state.credits, loads);
      const choice = queue === 'join' && found.ownerId !== null ? waitBehind(plan) : found;
      if (choice.ownerId !== null) loads.add(choice.ownerId);
      return { choice, taken: takeTurn(state, choice, lead, now) };
    });
    const settings = requests.at(-1)?.settings;
    if (settings !== undefined) dropCredits(state, Number(settings.version), (key) => isKeyInUse(settings, key));
    const kept = await this.#keep(sql, version, state);
    if (!kept) this.#done.push(...done);
    return kept ? turns : null;
  }

  /** What the decision rests on: what was kept last, unless leads must be counted or turns have been lost. */
  async #see(sql: Sql, requests: readonly TurnRequest[]): Promise<Seen> {
    const mustCount = requests.some(({ plan }) => membersToCount(plan).length > 0);
    if (this.#last === null || mustCount || hasLostTurns(this.#last.state, this.#clock.now())) {
      return this.#read(sql, requests);
    }
    const { version, state } = this.#last;
    this.#last = null;
    return { version, state, loads: new CountedLoads([], []) };
  }

  async #read(sql: Sql, requests: readonly TurnRequest[]): Promise<Seen> {
    const members = new Set(requests.flatMap(({ plan }) => membersToCount(plan)));
    const [first] = requests;
    const days = requests.map(({ plan }) => plan.dayStart.getTime());
    const openStatusIds = [...(first?.settings.statuses.byId.values() ?? [])].flatMap(({ id, kind }) =>
      kind === 'open' ? [id] : [],
    );
    const dayStart = days.length === 0 ? new Date() : new Date(Math.max(...days));
    const row = await readTurns(sql, this.#organizationId, [...members], openStatusIds, dayStart);
    const state = parseTurns(row.state);
    this.#clock.learn(row.now);
    settleLost(state, new Set(row.written.map(Number)), row.now);
    return { version: row.version ?? '0', state, loads: new CountedLoads(row.loads, state.taken) };
  }

  async #keep(sql: Sql, version: string, state: TurnState): Promise<boolean> {
    const answer = await keepTurns(sql, this.#organizationId, version, JSON.stringify(state));
    this.#clock.learn(answer.now);
    this.#remember(answer.version, answer.kept ? state : parseTurns(answer.state));
    return answer.kept;
  }

  #remember(version: string, state: TurnState): void {
    this.#last = { version, state };
    this.#mayWait = state.waiting;
  }
}
