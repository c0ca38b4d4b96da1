import type { Query, Transaction } from '../db/sql.ts';
import { type Settings, statusIdsOf } from '../settings/snapshot.ts';
import { type Choice, type Credits, choose, moveCredits } from './choose.ts';
import type { Candidate, Plan } from './plan.ts';
import {
  countAssigned,
  countOpenLeads,
  insertRotation,
  listCredits,
  lockRotation,
  type MemberCount,
  saveCredits,
  updateHasSuppressed,
  updateHasWaiting,
  waitAgainIn,
} from './queries.ts';

/** A statement, and what to do with its rows. */
interface Read {
  readonly query: Query;
  take(rows: never[]): void;
}

/** For one transaction that holds the organization's lock: nobody else assigns meanwhile, so decisions are exact. */
export class Rotation {
  readonly #settings: Settings;
  readonly #credits: Credits = {};
  readonly #open = new Map<string, number>();
  readonly #assigned = new Map<string, number>();
  readonly #changed = new Set<string>();
  readonly #loads = {
    open: (member: string) => this.#open.get(member) ?? 0,
    given: (member: string) => this.#assigned.get(member) ?? 0,
  };

  constructor(settings: Settings) {
    this.#settings = settings;
  }

  /**
   * Locks, and reads what the plans need; `more` goes along in the same round trip. Answers whether leads may be
   * waiting, and whether contacts may be suppressed.
   */
  async lock(sql: Transaction, plans: readonly Plan[], more: readonly Query[] = []) {
    const { id } = this.#settings.organization;
    const reads = this.#readsFor(plans);
    const queries = [lockRotation(id), ...more, ...reads.map(({ query }) => query)];
    for (;;) {
      const [locked, ...answers] = (await sql.together(queries)) as never[][];
      const [row] = locked as { has_waiting: boolean; has_suppressed: boolean }[];
      if (row !== undefined) {
        for (const [n, rows] of answers.splice(more.length).entries()) reads[n]?.take(rows);
        const { has_waiting: hasWaiting, has_suppressed: hasSuppressed } = row;
        return { hasWaiting, hasSuppressed, answers: answers as unknown[][] };
      }
      await sql.together([insertRotation(id)]);
    }
  }

  /** Reads what these plans need, before the first lead is assigned. */
  async read(sql: Transaction, plans: readonly Plan[]): Promise<void> {
    const reads = this.#readsFor(plans);
    if (reads.length === 0) return;
    const answers = (await sql.together(reads.map(({ query }) => query))) as never[][];
    for (const [n, rows] of answers.entries()) reads[n]?.take(rows);
  }

  /** Whom a lead would be assigned to now. */
  preview(plan: Plan): Choice {
    return choose(plan, this.#credits, this.#loads);
  }

  /** Assigns a lead; the next one comes after it. */
  assign(plan: Plan): Choice {
    const choice = this.preview(plan);
    const { ownerId, turn } = choice;
    if (ownerId === null) return choice;
    this.#open.set(ownerId, this.#loads.open(ownerId) + 1);
    this.#assigned.set(ownerId, this.#loads.given(ownerId) + 1);
    if (turn !== null) {
      moveCredits(this.#credits, turn, ownerId);
      this.#changed.add(turn.key);
    }
    return choice;
  }

  /** What to write; `hasWaiting` where that has changed. */
  save(hasWaiting?: boolean): Query[] {
    const { id } = this.#settings.organization;
    const waiting = hasWaiting === undefined ? [] : [updateHasWaiting(id, hasWaiting)];
    const credits = [...this.#changed].map((key) => [key, JSON.stringify(this.#credits[key] ?? {})] as const);
    return [...waiting, ...saveCredits(id, credits)];
  }

  #readsFor(plans: readonly Plan[]): Read[] {
    const { organization } = this.#settings;
    const keys = [...new Set(plans.flatMap(keysOf))];
    const members = [...new Set(plans.flatMap(membersToCount))];
    const reads: Read[] = [];
    if (keys.length > 0) {
      const take = (rows: { rule_id: string; credits: string }[]) => {
        for (const { rule_id, credits } of rows) this.#credits[rule_id] = JSON.parse(credits);
      };
      reads.push({ query: listCredits(organization.id, keys), take });
    }
    if (members.length > 0) {
      const into = (counts: Map<string, number>) => (rows: MemberCount[]) => {
        for (const { owner_id, leads } of rows) counts.set(owner_id, leads);
      };
      const openStatusIds = statusIdsOf(this.#settings, 'open');
      const dayStart = new Date(Math.max(...plans.map((plan) => plan.dayStart.getTime())));
      reads.push(
        { query: countOpenLeads(organization.id, members, openStatusIds), take: into(this.#open) },
        { query: countAssigned(organization.id, members, dayStart), take: into(this.#assigned) },
      );
    }
    return reads;
  }
}

/** The rotations that may decide about a lead. A drafted rule, which is only tried out, has none yet. */
const keysOf = (plan: Plan): string[] =>
  untilSure(plan).flatMap(({ strategy, key }) =>
    (strategy === 'round_robin' || strategy === 'weighted') && /^\d+$/.test(key) ? [key] : [],
  );

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

const isCapped = ({ openCap, dailyCap }: Candidate): boolean => openCap !== null || dailyCap !== null;

/** From now on captures look for waiting leads. It waits for captures in progress. */
export const lookForWaiting = (organizationId: string): Query[] => [
  insertRotation(organizationId),
  updateHasWaiting(organizationId, true),
];

/** A status is open again: its leads wait for an owner again. */
export const queueLeadsOf = (organizationId: string, statusId: string): Query[] => [
  ...lookForWaiting(organizationId),
  waitAgainIn(organizationId, statusId),
];

/** From now on captures look for suppressed contacts. The first time, it waits for those that have not looked. */
export const lookForSuppressed = (organizationId: string): Query[] => [
  insertRotation(organizationId),
  updateHasSuppressed(organizationId),
];
