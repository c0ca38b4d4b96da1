import type { Database, Sql } from '../db/sql.ts';
import { withNames } from '../leads/answers.ts';
import type { Settings } from '../settings/snapshot.ts';
import type { SettingsStore } from '../settings/store.ts';
import { eventId, presentEvent } from './present.ts';
import { type EventHead, type EventRow, findHead, findSince, listEventHeads, listEventsAt } from './queries.ts';
import { readSettled } from './settled.ts';

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
  const currentSettings = () => store.current(organizationId);
  const settings = await currentSettings();
  const since = performance.now();
  const read = () => listEventsAt(database, organizationId, positions);
  const rows = await readSettled(database, settings, read, (found) => found);
  await database.flush(since);
  return withNames({ settings, currentSettings }, (known) => presentAll(known, rows));
}

const presentAll = (settings: Settings, rows: readonly EventRow[]): Map<string, PresentedEvent> =>
  new Map(
    rows.map((row) => {
      const [whole, reduced] = [presentEvent(settings, row, true), presentEvent(settings, row, false)];
      return [row.id, { publicId: eventId(row.public_id), whole, reduced, traceparent: row.traceparent }];
    }),
  );
