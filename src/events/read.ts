import type { Database, Sql } from '../db/sql.ts';
import { UnknownNameError } from '../leads/render.ts';
import { settleLeads } from '../leads/scores/settle.ts';
import type { Settings } from '../settings/snapshot.ts';
import type { SettingsStore } from '../settings/store.ts';
import { eventId, presentEvent } from './present.ts';
import { type EventHead, type EventRow, findHead, findSince, listEventHeads, listEventsAt } from './queries.ts';

// The feed of a whole organization, for the service's own workers.

export type { EventHead };
export { findHead, listEventHeads };

/** The position before the first event since a time; the feed's end if there is none since. */
export async function positionSince(sql: Sql, organizationId: string, since: Date): Promise<string> {
  const head = await findHead(sql, organizationId); // first: what happens meanwhile must not be passed
  return (await findSince(sql, organizationId, since)) ?? head;
}

export interface PresentedEvent {
  readonly publicId: string;
  /** JSON, with the lead as it is now. */
  readonly whole: string;
  /** JSON, as the feed shows it without `leads:read`. */
  readonly reduced: string;
  /** The span that wrote it. */
  readonly traceparent: string | null;
}

/** The events at these positions, by position. What is read is on disk. */
export async function readEventsAt(
  database: Database,
  store: SettingsStore,
  organizationId: string,
  positions: readonly string[],
): Promise<Map<string, PresentedEvent>> {
  const settings = await store.current(organizationId);
  const since = performance.now();
  const rows = await readSettled(database, settings, organizationId, positions);
  await database.flush(since);
  try {
    return presentAll(settings, rows);
  } catch (error) {
    if (!(error instanceof UnknownNameError)) throw error;
    return presentAll(await store.current(organizationId), rows);
  }
}

/** With scores as they are now. */
async function readSettled(
  database: Database,
  settings: Settings,
  organizationId: string,
  positions: readonly string[],
): Promise<EventRow[]> {
  const rows = await listEventsAt(database, organizationId, positions);
  const now = new Date();
  const due = rows.filter((row) => !row.erased && row.rescore_at !== null && row.rescore_at <= now);
  if (due.length === 0) return rows;
  await settleLeads(database, settings, [...new Set(due.map(({ lead_id }) => lead_id))], now);
  return listEventsAt(database, organizationId, positions);
}

const presentAll = (settings: Settings, rows: readonly EventRow[]): Map<string, PresentedEvent> =>
  new Map(
    rows.map((row) => {
      const [whole, reduced] = [presentEvent(settings, row, true), presentEvent(settings, row, false)];
      return [row.id, { publicId: eventId(row.public_id), whole, reduced, traceparent: row.traceparent }];
    }),
  );
