import type { Actor } from '../access/actor.ts';
import { CUSTOM } from '../conditions/facts.ts';
import type { Sql } from '../db/sql.ts';
import { type Credits, choose, moveCredits } from '../distribution/choose.ts';
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
 * Assigns the leads of a range once more, in order of arrival, each at its own time, by today's settings, with rotations that begin
 * anew. As open count leads that are open today; daily caps count what the replay assigned on that day.
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
  const actual: Counts = new Map();
  const simulated: Counts = new Map();
  const open: Counts = new Map();
  const today: Counts = new Map();
  const loads = { open: (id: string) => open.get(id) ?? 0, given: (id: string) => today.get(id) ?? 0 };
  let day = 0;
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
      increment(actual, row.owner_id);
      const plan = planFor(settings, rules, factsOf(settings, row), row.created_at, steps);
      if (plan.dayStart.getTime() !== day) today.clear();
      day = plan.dayStart.getTime();
      const { ownerId, turn } = choose(plan, credits, loads);
      if (ownerId !== null && turn !== null) moveCredits(credits, turn, ownerId);
      increment(simulated, ownerId);
      increment(today, ownerId);
      if (settings.statuses.byId.get(row.status_id)?.kind === 'open') increment(open, ownerId);
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

function compare(settings: Settings, actual: Counts, simulated: Counts): Omit<Replay, 'leads'> {
  const of = (counts: Counts, id: string | null) => counts.get(id) ?? 0;
  const ids = [...new Set([...actual.keys(), ...simulated.keys()])].filter((id) => id !== null);
  const members = ids.map((id) => ({
    membership: referenceTo(settings.memberships, id),
    actual: of(actual, id),
    simulated: of(simulated, id),
  }));
  const byName = (one: (typeof members)[number], other: (typeof members)[number]) =>
    one.membership.name < other.membership.name ? -1 : 1;
  return { members: members.sort(byName), unassigned: { actual: of(actual, null), simulated: of(simulated, null) } };
}

/** By member; null: leads without an owner. */
type Counts = Map<string | null, number>;

const increment = (counts: Counts, id: string | null) => counts.set(id, (counts.get(id) ?? 0) + 1);
