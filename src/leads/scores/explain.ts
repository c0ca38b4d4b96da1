import type { Call } from '../../operation.ts';
import { found } from '../../problems.ts';
import { bandOf } from '../../scoring/bands.ts';
import { explainScore } from '../../scoring/score.ts';
import { findLead } from '../queries.ts';
import { factsOf } from '../row.ts';
import type { LeadScore } from './schemas.ts';
import { settleLeads } from './settle.ts';
import { currentSignals } from './signals.ts';

/** Why a lead has its score: which rule and which activities gave which points, now. The lead itself then says the same. */
export async function explainLead(call: Call<unknown, unknown, 'public_id'>): Promise<LeadScore> {
  const { sql, actor, ids } = call;
  const stored = found(await findLead(sql, actor, ids.public_id));
  const settings = await call.currentSettings();
  const now = new Date();
  const isDue = stored.rescore_at !== null && stored.rescore_at <= now;
  let lead = stored;
  if (isDue || stored.scored_with < settings.scoring.version) {
    await settleLeads(sql, settings, [stored.id], now);
    lead = (await findLead(sql, actor, ids.public_id)) ?? stored;
  }
  const signals = await currentSignals(sql, settings, lead, now);
  const explained = explainScore(settings.scoring, factsOf(settings, lead), signals, now);
  return {
    score: explained.score,
    score_band: bandOf(settings.scoring, explained.score),
    total: explained.total,
    rules: [...explained.rules],
    signals: explained.signals as LeadScore['signals'],
    model_version: settings.scoring.version,
    as_of: now.toISOString(),
  };
}
