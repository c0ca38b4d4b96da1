import type { Database } from '../db/sql.ts';
import { settleLeads } from '../leads/scores/settle.ts';
import type { Settings } from '../settings/snapshot.ts';
import type { EventRow } from './queries.ts';

/** Events with scores as they are now: they are read again where some were due. */
export async function readSettled<Found>(
  sql: Database,
  settings: Settings,
  read: () => Promise<Found>,
  rowsOf: (found: Found) => readonly EventRow[],
): Promise<Found> {
  const found = await read();
  const now = new Date();
  const due = rowsOf(found).filter((row) => !row.erased && row.rescore_at !== null && row.rescore_at <= now);
  if (due.length === 0) return found;
  await settleLeads(sql, settings, [...new Set(due.map(({ lead_id }) => lead_id))], now);
  return read();
}
