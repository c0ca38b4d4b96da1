import type { Database } from '../db/sql.ts';
import type { Settings } from '../settings/snapshot.ts';
import type { Choice } from './choose.ts';
import { chooseFreely } from './choose-freely.ts';
import { Decider, type Turn, type TurnRequest } from './decide.ts';
import type { Plan } from './plan.ts';

interface Waiting<T> {
  readonly of: T;
  resolve(turn: Turn | null): void;
  reject(error: unknown): void;
}

/** The requests of one organization in this process, and who decides them. */
interface Desk {
  readonly decider: Decider;
  requests: Waiting<TurnRequest>[];
  returned: Waiting<Turn>[];
  running: boolean;
}

const MOST_DESKS = 10_000;
const MOST_AT_ONCE = 200;

/**
 * Takes turns for leads: exactly fair, whoever takes them, in however many processes. Requests that come while a decision is
 * being kept are decided together by the next one, so the cost of keeping is shared by all that wait.
 */
export class Turns {
  readonly #database: Database;
  readonly #desks = new Map<string, Desk>();

  constructor(database: Database) {
    this.#database = database;
  }

  /** Null where the request respects leads that wait, or this very lead is being given away already. */
  take(request: TurnRequest): Promise<Turn | null> {
    // Nobody's place is taken by that, whoever waits.
    const free = request.queue === 'join' ? null : chooseFreely(request.plan);
    if (free !== null) return Promise.resolve({ choice: free, taken: null });
    const desk = this.#deskOf(request.settings.organization.id);
    return new Promise<Turn | null>((resolve, reject) => {
      desk.requests.push({ of: request, resolve, reject });
      this.#run(desk);
    });
  }

  /** Whom a lead would go to now; takes no turn. */
  preview(settings: Settings, plan: Plan): Promise<Choice> {
    return this.#deskOf(settings.organization.id).decider.preview({ settings, plan, lead: '', queue: 'ignore' });
  }

  /** The lead is written: the turn is under way no more. Kept with the next turn that is taken. */
  done(organizationId: string, { taken }: Turn): void {
    if (taken !== null) this.#deskOf(organizationId).decider.done(taken);
  }

  /** The lead was there already: the turn is as if it had not been taken. */
  giveBack(organizationId: string, turn: Turn): Promise<void> {
    if (turn.taken === null) return Promise.resolve();
    const desk = this.#deskOf(organizationId);
    return new Promise<void>((resolve, reject) => {
      desk.returned.push({ of: turn, resolve: () => resolve(), reject });
      this.#run(desk);
    });
  }

  /** Whether leads may be waiting for somebody, as far as is known here. */
  mayWait(organizationId: string): boolean {
    return this.#desks.get(organizationId)?.decider.mayWait ?? true;
  }

  /** Nothing was found waiting: nobody need look again before the next lead waits. True where one is about to. */
  nothingWaits(organizationId: string, isEmpty: () => Promise<boolean>): Promise<boolean> {
    return this.#deskOf(organizationId).decider.nothingWaits(isEmpty);
  }

  #deskOf(organizationId: string): Desk {
    const known = this.#desks.get(organizationId);
    if (known !== undefined) return known;
    const decider = new Decider(this.#database, organizationId);
    const desk: Desk = { decider, requests: [], returned: [], running: false };
    for (const [id, { running }] of this.#desks) {
      if (this.#desks.size < MOST_DESKS) break;
      if (!running) this.#desks.delete(id);
    }
    this.#desks.set(organizationId, desk);
    return desk;
  }

  /** At the end of this turn of the event loop: whoever has a lead to give by then is decided together. */
  #run(desk: Desk): void {
    if (desk.running) return;
    desk.running = true;
    setImmediate(() => void this.#serve(desk));
  }

  async #serve(desk: Desk): Promise<void> {
    while (desk.requests.length > 0 || desk.returned.length > 0) {
      const requests = desk.requests.splice(0, MOST_AT_ONCE);
      const returned = desk.returned.splice(0);
      try {
        const turns = await desk.decider.decide(
          requests.map(({ of }) => of),
          returned.map(({ of }) => of),
        );
        for (const [n, { resolve }] of requests.entries()) resolve(turns[n] ?? null);
        for (const { resolve } of returned) resolve(null);
      } catch (error) {
        for (const { reject } of [...requests, ...returned]) reject(error);
      }
    }
    desk.running = false; // at once: who comes a moment later must find it so
  }
}
