import type { Sql } from '../../db/sql.ts';
import { type Signals, withActivities } from '../../scoring/signals.ts';
import type { Settings } from '../../settings/snapshot.ts';
import { listSignalActivities } from '../queries.ts';
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

/** From the activities themselves, for many leads at once. */
export async function countSignals(
  sql: Sql,
  { organization, scoring }: Settings,
  leadIds: readonly string[],
  now: Date,
): Promise<Map<string, Signals>> {
  const kinds = scoring.signals.map(({ activity }) => activity);
  const counted = new Map<string, Signals>();
  if (kinds.length === 0) return counted;
  const rows = await listSignalActivities(sql, organization.id, leadIds, kinds);
  const byLead = new Map<string, { kind: string; at: Date }[]>();
  for (const { lead_id, kind, occurred_at } of rows) {
    const happened = byLead.get(lead_id) ?? [];
    if (happened.push({ kind, at: occurred_at }) === 1) byLead.set(lead_id, happened);
  }
  for (const [leadId, happened] of byLead) {
    const signals = withActivities(scoring, null, happened, now);
    if (signals !== null) counted.set(leadId, signals);
  }
  return counted;
}
