import type { Actor } from '../access/actor.ts';
import type { Sql } from '../db/sql.ts';
import { type Credits, choose, type Loads, moveCredits } from '../distribution/choose.ts';
import { planFor } from '../distribution/plan.ts';
import { memberOf } from '../leads/assignment/present.ts';
import { factsOf } from '../leads/row.ts';
import { invalid } from '../problems.ts';
import type { Settings } from '../settings/snapshot.ts';
import type { TriedRule } from './draft-rules.ts';
import { listLeadsToReplay, type ReplayedRow } from './queries.ts';
import type { Replay } from './schemas.ts';

const BATCH = 1_000;
const MOST_LEADS = 50_000;

/**
 * Gives the leads of a time range away once more, in the order in which they came, each at its own time: who would have got
 * how many. Turns begin anew; settings are those of today. Of leads given in the replay those count as open that are open
 * today, and the daily caps count what was given in the replay on that day.
 */
export async function replay(
  sql: Sql,
  actor: Actor,
  settings: Settings,
  rules: readonly TriedRule[],
  range: { from: Date | null; before: Date | null },
): Promise<Replay> {
  const credits: Credits = {};
  const loads = new ReplayedLoads();
  const actual = new Tally();
  const simulated = new Tally();
  let leads = 0;
  let after: ReplayedRow | null = null;
  do {
    const batch: ReplayedRow[] = await listLeadsToReplay(sql, actor, range, after, BATCH);
    leads += batch.length;
    if (leads > MOST_LEADS) {
      throw invalid({ 'filter.created_at': [`covers more than ${MOST_LEADS} leads: choose a shorter range`] });
    }
    for (const row of batch) {
      actual.add(row.owner_id);
      const plan = planFor(settings, rules, factsOf(settings, row), row.created_at);
      loads.day(plan.dayStart);
      const { ownerId, turn } = choose(plan, credits, loads);
      if (ownerId !== null && turn !== null) moveCredits(credits, turn, ownerId);
      if (ownerId !== null) loads.give(ownerId, settings.statuses.byId.get(row.status_id)?.kind === 'open');
      simulated.add(ownerId);
    }
    after = batch.length < BATCH ? null : (batch.at(-1) ?? null);
  } while (after !== null);
  return { leads, ...compare(settings, actual, simulated) };
}

function compare(settings: Settings, actual: Tally, simulated: Tally): Omit<Replay, 'leads'> {
  const ids = new Set([...actual.members(), ...simulated.members()]);
  const members = [...ids].flatMap((id) => {
    const membership = memberOf(settings, id);
    return membership === null ? [] : [{ membership, actual: actual.of(id), simulated: simulated.of(id) }];
  });
  const byName = (one: (typeof members)[number], other: (typeof members)[number]) =>
    one.membership.name < other.membership.name ? -1 : 1;
  return { members: members.sort(byName), unassigned: { actual: actual.of(null), simulated: simulated.of(null) } };
}

class Tally {
  readonly #counts = new Map<string | null, number>();
  add = (id: string | null) => this.#counts.set(id, this.of(id) + 1);
  of = (id: string | null): number => this.#counts.get(id) ?? 0;
  members = (): string[] => [...this.#counts.keys()].filter((id) => id !== null);
}

class ReplayedLoads implements Loads {
  readonly #open = new Map<string, number>();
  readonly #given = new Map<string, number>();
  #day = 0;

  day(start: Date): void {
    if (start.getTime() !== this.#day) this.#given.clear();
    this.#day = start.getTime();
  }

  give(memberId: string, isOpen: boolean): void {
    this.#given.set(memberId, this.given(memberId) + 1);
    if (isOpen) this.#open.set(memberId, this.open(memberId) + 1);
  }

  open = (memberId: string): number => this.#open.get(memberId) ?? 0;
  given = (memberId: string): number => this.#given.get(memberId) ?? 0;
}
