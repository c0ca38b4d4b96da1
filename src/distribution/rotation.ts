import type { Query, Transaction } from '../db/sql.ts';
import type { Settings } from '../settings/snapshot.ts';
import { type Choice, type Credits, choose, type Loads, moveCredits } from './choose.ts';
import type { Plan } from './plan.ts';
import {
  countAssigned,
  countOpenLeads,
  insertRotation,
  listCredits,
  lockRotation,
  saveCredits,
  updateHasWaiting,
} from './queries.ts';

/**
 * Who is next, for the length of one transaction that holds the organization's lock. Nobody else assigns meanwhile, so what
 * is decided here is exact: the credits and the counts cannot change under it.
 */
export class Rotation {
  readonly #settings: Settings;
  readonly #credits: Credits = {};
  readonly #open = new Map<string, number>();
  readonly #assigned = new Map<string, number>();
  /** Keys and members that were read. */
  readonly #read = { keys: new Set<string>(), members: new Set<string>() };
  readonly #changed = new Set<string>();
  readonly #loads: Loads = {
    open: (member) => this.#open.get(member) ?? 0,
    given: (member) => this.#assigned.get(member) ?? 0,
  };

  constructor(settings: Settings) {
    this.#settings = settings;
  }

  /**
   * Locks the organization's assignment, and reads what these plans need; `more` goes along in the same round trip. Answers
   * whether leads may be waiting, and the rows of `more`.
   */
  async lock(sql: Transaction, plans: readonly Plan[], more: readonly Query[] = []) {
    const { id } = this.#settings.organization;
    for (;;) {
      const needs = this.#needs(plans);
      const [locked, ...answers] = (await sql.together([lockRotation(id), ...more, ...needs.queries])) as unknown[][];
      const [row] = locked as { has_waiting: boolean }[];
      if (row === undefined) {
        await sql.together([insertRotation(id)]);
        continue;
      }
      needs.take(answers.splice(more.length));
      return { hasWaiting: row.has_waiting, answers };
    }
  }

  /** Reads what these plans need besides, before the first lead is assigned; nothing is sent where it is all there. */
  async read(sql: Transaction, plans: readonly Plan[]): Promise<void> {
    const { queries, take } = this.#needs(plans);
    if (queries.length > 0) take(await sql.together(queries));
  }

  /** Whom a lead would be assigned to now. */
  preview(plan: Plan): Choice {
    return choose(plan, this.#credits, this.#loads);
  }

  /** Assigns a lead; the next one comes after it. */
  assign(plan: Plan): Choice {
    const choice = this.preview(plan);
    if (choice.ownerId === null) return choice;
    increment(this.#open, choice.ownerId);
    increment(this.#assigned, choice.ownerId);
    if (choice.turn !== null) {
      moveCredits(this.#credits, choice.turn, choice.ownerId);
      this.#changed.add(choice.turn.key);
    }
    return choice;
  }

  /** What to write; `hasWaiting` where that has changed. */
  save(hasWaiting?: boolean): Query[] {
    const { id } = this.#settings.organization;
    const waiting = hasWaiting === undefined ? [] : [updateHasWaiting(id, hasWaiting)];
    const credits = [...this.#changed].map((key) => saveCredits(id, key, JSON.stringify(this.#credits[key] ?? {})));
    return [...waiting, ...credits];
  }

  #needs(plans: readonly Plan[]): { queries: Query[]; take(answers: readonly unknown[][]): void } {
    const { organization, statuses } = this.#settings;
    const keys = [...new Set(plans.flatMap(keysOf))].filter((key) => !this.#read.keys.has(key) && isStored(key));
    const members = [...new Set(plans.flatMap(membersToCount))].filter((id) => !this.#read.members.has(id));
    const openStatusIds = [...statuses.byId.values()].filter(({ kind }) => kind === 'open').map(({ id }) => id);
    const dayStart = new Date(Math.max(...plans.map((plan) => plan.dayStart.getTime())));
    const credits = keys.length === 0 ? [] : [listCredits(organization.id, keys)];
    const counts =
      members.length === 0
        ? []
        : [countOpenLeads(organization.id, members, openStatusIds), countAssigned(organization.id, members, dayStart)];
    return {
      queries: [...credits, ...counts],
      take: (answers) => {
        const rows = [...answers];
        for (const key of keys) this.#read.keys.add(key);
        for (const member of members) this.#read.members.add(member);
        if (keys.length > 0) {
          for (const { rule_id, credits } of rows.shift() as { rule_id: string; credits: string }[]) {
            this.#credits[rule_id] = JSON.parse(credits);
          }
        }
        if (members.length === 0) return;
        const [open = [], assigned = []] = rows as { owner_id: string; leads: number }[][];
        for (const { owner_id, leads } of open) this.#open.set(owner_id, leads);
        for (const { owner_id, leads } of assigned) this.#assigned.set(owner_id, leads);
      },
    };
  }
}

/** A drafted rule, which is only tried out, has no rotation yet. */
const isStored = (key: string): boolean => /^\d+$/.test(key);

const increment = (counts: Map<string, number>, id: string) => counts.set(id, (counts.get(id) ?? 0) + 1);

/** The rotations that may decide about a lead. */
const keysOf = (plan: Plan): string[] =>
  untilSure(plan)
    .filter(({ strategy }) => strategy === 'round_robin' || strategy === 'weighted')
    .map(({ key }) => key);

/** Members whose leads must be counted before the plan can be decided. */
const membersToCount = (plan: Plan): string[] =>
  untilSure(plan).flatMap(({ strategy, candidates }) =>
    candidates
      .filter((candidate) => candidate.obstacle === null && (strategy === 'least_open' || isCapped(candidate)))
      .map(({ id }) => id),
  );

/** The steps up to the first one that has somebody whatever members have. */
function untilSure({ steps }: Plan): Plan['steps'] {
  const sure = steps.findIndex(({ candidates }) => candidates.some((one) => one.obstacle === null && !isCapped(one)));
  return sure === -1 ? steps : steps.slice(0, sure + 1);
}

const isCapped = ({ openCap, dailyCap }: Plan['steps'][number]['candidates'][number]): boolean =>
  openCap !== null || dailyCap !== null;
