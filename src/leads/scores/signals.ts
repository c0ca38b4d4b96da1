import type { Sql } from '../../db/sql.ts';
import { type Happened, type Signals, withActivities } from '../../scoring/signals.ts';
import type { ScoringModel } from '../../settings/scoring-model.ts';
import type { Settings } from '../../settings/snapshot.ts';
import { Pace } from '../../slots/pace.ts';
import { listSignalActivities, listSignalActivitiesOfLead, type SignalActivity } from '../queries.ts';
import type { LeadRow } from '../row.ts';

/** What the lead's activities amount to by the model in force; counted anew where an older model counted them. */
export async function currentSignals(
  sql: Sql,
  settings: Settings,
  lead: Pick<LeadRow, 'id' | 'signals' | 'scored_with'>,
  now: Date,
): Promise<Signals | null> {
  if (lead.scored_with === settings.scoring.version) return lead.signals;
  return (await countSignals(sql, settings, [lead.id], now)).get(lead.id) ?? null;
}

type Model = Pick<Settings, 'organization' | 'scoring'>;

/** Activities in memory at once: nothing bounds how many a lead has. */
const MOST_ROWS = 20_000;
/** Of one lead, counted at once: about a millisecond by a model that knows all kinds. */
const PIECE = 500;

/** From the activities themselves, for many leads at once. `between` is called before each statement, and may end it. */
export async function countSignals(
  sql: Sql,
  model: Model,
  leadIds: readonly string[],
  now: Date,
  between: () => void = () => {},
): Promise<Map<string, Signals>> {
  const { organization, scoring } = model;
  const kinds = scoring.signals.map(({ activity }) => activity);
  const counted = new Map<string, Signals>();
  if (kinds.length === 0) return counted;
  const left = [leadIds];
  for (let ids = left.pop(); ids !== undefined; ids = left.pop()) {
    between();
    const rows = await listSignalActivities(sql, organization.id, { leadIds: ids, kinds, limit: MOST_ROWS + 1 });
    if (rows.length <= MOST_ROWS) await add(scoring, counted, rows, now);
    else if (ids.length > 1) left.push(ids.slice(0, ids.length / 2), ids.slice(ids.length / 2));
    else await addInPages(sql, model, counted, { leadId: String(ids[0]), kinds, now, between });
  }
  return counted;
}

/** Counts in more activities of these leads. Between pieces, other requests are served: 20,000 take 50 ms. */
async function add(
  scoring: ScoringModel,
  counted: Map<string, Signals>,
  rows: readonly SignalActivity[],
  now: Date,
): Promise<void> {
  const pace = new Pace();
  const byLead = new Map<string, Happened[]>();
  for (const [n, { lead_id, kind, occurred_at }] of rows.entries()) {
    const happened = byLead.get(lead_id) ?? [];
    if (happened.push({ kind, at: occurred_at }) === 1) byLead.set(lead_id, happened);
    if (n % PIECE === 0 && pace.isDue()) await pace.yield();
  }
  for (const [leadId, happened] of byLead) {
    if (happened.length > PIECE) happened.sort(byTime);
    for (let from = 0; from < happened.length; from += PIECE) {
      const signals = withActivities(scoring, counted.get(leadId) ?? null, happened.slice(from, from + PIECE), now);
      if (signals !== null) counted.set(leadId, signals);
      if (pace.isDue()) await pace.yield();
    }
  }
}

/** In pieces, from the oldest on: see `addInPages`. */
const byTime = (one: Happened, other: Happened): number => one.at.getTime() - other.at.getTime();

/** From the oldest on, so that of kinds of which one an hour counts the same ones count as if all were read at once. */
async function addInPages(
  sql: Sql,
  { organization, scoring }: Model,
  counted: Map<string, Signals>,
  { leadId, kinds, now, between }: { leadId: string; kinds: readonly string[]; now: Date; between: () => void },
): Promise<void> {
  let after: SignalActivity | null = null;
  do {
    between();
    const page: SignalActivity[] = await listSignalActivitiesOfLead(sql, organization.id, {
      leadId,
      kinds,
      after,
      limit: MOST_ROWS,
    });
    await add(scoring, counted, page, now);
    after = page.length < MOST_ROWS ? null : (page.at(-1) ?? null);
  } while (after !== null);
}
