import type { Actor } from '../../access/actor.ts';
import type { Database } from '../../db/sql.ts';
import { notFound } from '../../problems.ts';
import { bandOf } from '../../scoring/bands.ts';
import { explainScore } from '../../scoring/score.ts';
import type { Settings } from '../../settings/snapshot.ts';
import { findLead } from '../queries.ts';
import { factsOf, type LeadRow } from '../row.ts';
import type { LeadScore } from './schemas.ts';
import { settleLeads } from './settle.ts';
import { currentSignals } from './signals.ts';

const TRIES = 3;

/** Why a lead has its score: which rule and which activities gave which points, now. The lead itself then says the same. */
export async function explainLead(
  sql: Database,
  actor: Actor,
  publicId: string,
  settingsFor: (lead: LeadRow) => Promise<Settings>,
): Promise<LeadScore> {
  for (let tries = 1; ; tries++) {
    const lead = await findLead(sql, actor, publicId);
    if (lead === undefined) throw notFound();
    const settings = await settingsFor(lead);
    const now = new Date();
    const signals = await currentSignals(sql, settings, lead, now);
    const {
      total,
      score,
      rules,
      signals: active,
    } = explainScore(settings.scoring, factsOf(settings, lead), signals, now);
    const isBehind = lead.scored_with < settings.scoring.version;
    const isDue = lead.rescore_at !== null && lead.rescore_at <= now;
    // Who loses against a change looks again: what was explained is no longer what the lead is.
    if ((isBehind || isDue) && (await settleLeads(sql, settings, [lead.id], now)).length === 0 && tries < TRIES)
      continue;
    return {
      score,
      score_band: bandOf(settings.scoring, score),
      total,
      rules: [...rules],
      signals: active as LeadScore['signals'],
      model_version: settings.scoring.version,
      as_of: now.toISOString(),
    };
  }
}
