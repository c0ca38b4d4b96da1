import type { Actor } from '../access/actor.ts';
import { CUSTOM } from '../conditions/facts.ts';
import type { Sql } from '../db/sql.ts';
import { type Credits, choose, type Loads, moveCredits } from '../distribution/choose.ts';
import { planFor, Steps } from '../distribution/plan.ts';
import { referenceTo } from '../leads/render.ts';
import { factsOf } from '../leads/row.ts';
import { invalid, unavailable } from '../problems.ts';
import type { Settings } from '../settings/snapshot.ts';
import type { SlotLimits } from '../slots/fair-slots.ts';
import { Pace } from '../slots/pace.ts';
import type { TriedRule } from './draft-rules.ts';
import { listLeadsToReplay, type ReplayedRow } from './queries.ts';
import type { Replay } from './schemas.ts';

/** Few: a lead may carry 64 kB of custom fields, and a batch is held in memory. */
const BATCH = 200;
const MOST_LEADS = 50_000;
const MOST_MS = 10_000;

/** What simulations may use of a process: captures must not feel them. */
export const simulationLimits: SlotLimits = { slots: 2, slotsEach: 1, waiting: 50, waitingEach: 3, acquireMs: 5_000 };

/**
 * Assigns the leads of a time range once more, in the order in which they came, each at its own time: who would have got
 * how many. Rotations begin anew; settings are those of today. Of leads given in the replay those count as open that are open
 * today, and the daily caps count what was given in the replay on that day.
 */
export async function replay(
  sql: Sql,
  actor: Actor,
  settings: Settings,
  rules: readonly TriedRule[],
  range: { from: Date | null; before: Date | null },
  signal: AbortSignal,
): Promise<Replay> {
  const credits: Credits = {};
  const loads = new ReplayedLoads();
  const actual = new Tally();
  const simulated = new Tally();
  const steps = new Steps(settings);
  const needsCustom = rules.some(({ when }) => when.all.some(({ field }) => field.startsWith(CUSTOM)));
  const pace = new Pace();
  let leads = 0;
  let after: ReplayedRow | null = null;
  do {
    const batch: ReplayedRow[] = await pace.outside(
      listLeadsToReplay(sql, actor, range, { after, limit: BATCH, needsCustom }),
    );
    leads += batch.length;
    if (leads > MOST_LEADS) throw tooMuch(`covers more than ${MOST_LEADS} leads: choose a shorter range`);
    for (const row of batch) {
      if (pace.isDue()) await yieldOnce(pace, signal);
      actual.add(row.owner_id);
      const plan = planFor(settings, rules, factsOf(settings, row), row.created_at, steps);
      loads.day(plan.dayStart);
      const { ownerId, turn } = choose(plan, credits, loads);
      if (ownerId !== null && turn !== null) moveCredits(credits, turn, ownerId);
      if (ownerId !== null) loads.give(ownerId, settings.statuses.byId.get(row.status_id)?.kind === 'open');
      simulated.add(ownerId);
    }
    await yieldOnce(pace, signal);
    after = batch.length < BATCH ? null : (batch.at(-1) ?? null);
  } while (after !== null);
  return { leads, ...compare(settings, actual, simulated) };
}

const tooMuch = (fault: string) => invalid({ 'filter.created_at': [fault] });

/** Between two slices: whether to go on at all. */
async function yieldOnce(pace: Pace, signal: AbortSignal): Promise<void> {
  if (pace.spentMs > MOST_MS) {
    throw tooMuch(`takes more than ${MOST_MS / 1_000} seconds to try out: choose a shorter range, or try fewer rules`);
  }
  await pace.yield();
  if (signal.aborted) throw unavailable('The caller has gone.');
}

function compare(settings: Settings, actual: Tally, simulated: Tally): Omit<Replay, 'leads'> {
  const ids = new Set([...actual.members(), ...simulated.members()]);
  const members = [...ids].map((id) => ({
    membership: referenceTo(settings.memberships, id),
    actual: actual.of(id),
    simulated: simulated.of(id),
  }));
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
