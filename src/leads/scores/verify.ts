import type { Database, Sql } from '../../db/sql.ts';
import { explainScore } from '../../scoring/score.ts';
import { type Signals, signalPoints } from '../../scoring/signals.ts';
import type { Signal } from '../../settings/scoring-model.ts';
import { loadSettings, type Settings } from '../../settings/snapshot.ts';
import { listLeadsById } from '../queries.ts';
import { factsOf, type LeadRow } from '../row.ts';
import { hasPendingRescoring } from './queries.ts';
import { countSignals } from './signals.ts';

/** Sums of fractions differ by a little with the order in which they were added. */
const TOLERANCE = 1e-6;
const LOOKS = 3;

/** What leads of an organization are judged by. */
export interface ScoreCheck {
  settings: Settings;
  /** The walk through the leads of an older model is not finished. */
  pending: boolean;
}

export async function openScoreCheck(sql: Sql, organizationId: string): Promise<ScoreCheck | null> {
  const pending = await hasPendingRescoring(sql, organizationId);
  const settings = await loadSettings(sql, organizationId);
  return settings && { settings, pending };
}

/** Public ids of leads whose score is not what their fields and activities say. A lead may be written meanwhile: look again. */
export async function findMisscored(
  database: Database,
  { settings, pending }: ScoreCheck,
  leads: readonly LeadRow[],
): Promise<string[]> {
  let suspects = leads;
  for (let looks = 0; looks < LOOKS && suspects.length > 0; looks++) {
    const ids = suspects.map(({ id }) => id);
    if (looks > 0) suspects = await listLeadsById(database, settings.organization.id, ids);
    const now = new Date();
    const counted = await countSignals(database, settings, ids, now);
    suspects = suspects.filter((lead) => isMisscored(settings, pending, lead, counted.get(lead.id) ?? null, now));
  }
  return suspects.map(({ public_id }) => public_id);
}

function isMisscored(settings: Settings, pending: boolean, lead: LeadRow, counted: Signals | null, now: Date): boolean {
  const { scoring } = settings;
  if (lead.scored_with < scoring.version) return !pending;
  if (lead.scored_with > scoring.version) return false; // the model was changed after this check began
  const ms = now.getTime();
  const pointsDiffer = (signal: Signal) => {
    const uncapped = { ...signal, cap: null };
    const [said, kept] = [signalPoints(uncapped, counted, ms), signalPoints(uncapped, lead.signals, ms)];
    return Math.abs(said - kept) > TOLERANCE * (1 + Math.abs(said));
  };
  if (scoring.signals.some(pointsDiffer)) return true;
  // A score that is due is judged by the last moment at which it was to hold.
  const isDue = lead.rescore_at !== null && lead.rescore_at <= now;
  const moment = isDue && lead.rescore_at !== null ? new Date(lead.rescore_at.getTime() - 1) : now;
  const { total } = explainScore(scoring, factsOf(settings, lead), lead.signals, moment);
  const within = Math.min(100, Math.max(0, total));
  return Math.abs(within - lead.score) > 0.5 + TOLERANCE;
}
