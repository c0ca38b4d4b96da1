import { isLostRace, type Sql } from '../../db/sql.ts';
import { type Round, sweepOrganizations } from '../../db/sweep.ts';
import { loadSettings, type Settings } from '../../settings/snapshot.ts';
import { Pace } from '../../slots/pace.ts';
import { listLeadsById } from '../queries.ts';
import type { LeadRow } from '../row.ts';
import { listDueIds, listOrganizationsWithDue, updateScores } from './queries.ts';
import { scoreNow } from './scored.ts';
import { countSignals } from './signals.ts';

export const BATCH = 500;
/** What a request that needs right scores may spend on them; the sweep is never far behind. */
const REQUEST_MS = 1_000;
const SWEEP_MS = 2_000;
const TRIES = 3;

/** These leads with the score that they have now; nothing is written. */
export async function freshlyScored(
  sql: Sql,
  settings: Settings,
  ids: readonly string[],
  now: Date,
): Promise<LeadRow[]> {
  const { organization, scoring } = settings;
  const leads = (await listLeadsById(sql, organization.id, ids)).filter(
    // A source that the settings in hand do not know yet cannot be judged; settings that know it are a second away.
    ({ source_id }) => source_id === null || settings.sources.byId.has(source_id),
  );
  const behind = leads.filter((lead) => lead.scored_with < scoring.version);
  const counted = behind.length === 0 ? new Map() : await countSignals(sql, settings, behind.map(idOf), now);
  const fresh: LeadRow[] = [];
  const pace = new Pace();
  for (const lead of leads) {
    if (pace.isDue()) await pace.yield(); // a large model takes milliseconds a lead
    const signals = lead.scored_with < scoring.version ? (counted.get(lead.id) ?? null) : lead.signals;
    fresh.push({ ...lead, ...scoreNow(settings, lead, signals, now) });
  }
  return fresh;
}

/** Answers the ids of those written. A lead that was changed at this moment is left as that change made it. */
export async function settleLeads(sql: Sql, settings: Settings, ids: readonly string[], now: Date): Promise<string[]> {
  if (ids.length === 0) return [];
  const { organization, scoring } = settings;
  const fresh = await freshlyScored(sql, settings, ids, now);
  fresh.sort((one, other) => Number(BigInt(one.id) - BigInt(other.id))); // two who lock many rows take them in one order
  for (let tries = 1; ; tries++) {
    try {
      return await updateScores(sql, organization.id, { now, version: scoring.version }, fresh);
    } catch (error) {
      if (!isLostRace(error) || tries === TRIES) throw error;
    }
  }
}

const idOf = ({ id }: { id: string }): string => id;

/** Puts right what has faded by `now`, up to `limit` leads. What was due and is not written, others have written. */
export async function settleDue(sql: Sql, settings: Settings, now: Date, limit = BATCH) {
  const { organization, scoring } = settings;
  const due = await listDueIds(sql, organization.id, { now, version: scoring.version, limit });
  return { due: due.length, written: (await settleLeads(sql, settings, due, now)).length };
}

/** All that are due, within a request's time. It ends when none is left: other processes may be settling the same leads. */
export async function settleAllDue(sql: Sql, settings: Settings, now: Date): Promise<void> {
  let idle = 0;
  for (const end = performance.now() + REQUEST_MS; performance.now() < end && idle < TRIES; ) {
    const { due, written } = await settleDue(sql, settings, now);
    if (due === 0) return;
    idle = written === 0 ? idle + 1 : 0;
  }
}

/** A round through every organization that has something due: a batch each in turn, so that none waits for a large one. */
export async function sweepDue(round: Round): Promise<void> {
  const { sql } = round;
  const now = new Date();
  const end = performance.now() + SWEEP_MS;
  const isOver = () => round.isStopped?.() === true || performance.now() > end;
  const settingsOf = new Map<string, Settings | null>();
  let list = () => listOrganizationsWithDue(sql, now);
  for (let isMore = true; isMore && !isOver(); ) {
    const more: string[] = [];
    await sweepOrganizations({ ...round, list, isStopped: isOver }, async (id) => {
      const settings = settingsOf.get(id) ?? (await loadSettings(sql, id));
      settingsOf.set(id, settings);
      if (settings !== null && (await settleDue(sql, settings, now)).due === BATCH) more.push(id);
    });
    list = async () => more;
    isMore = more.length > 0;
  }
}
