import type { Author } from '../audit/audit.ts';
import { type Database, isLostRace, isUniqueViolation, type Sql } from '../db/sql.ts';
import { conflict, notFound, unavailable } from '../problems.ts';
import type { Settings } from '../settings/snapshot.ts';
import type { LeadEvents } from './events.ts';
import { complete } from './render.ts';
import type { LeadRow } from './row.ts';
import { rescore } from './scored.ts';
import { currentSignals } from './signals.ts';
import { updateLead } from './update-query.ts';

/** How a lead is looked for: in what the actor may see, or by the service itself. */
export type Find = (sql: Sql, lock: boolean) => Promise<LeadRow | undefined>;

/** On what and on whose behalf a lead is changed. */
export interface Writing {
  database: Database;
  author: Author;
  settings: Settings;
  /** What time it is; the demo tells of earlier days. */
  clock?: () => Date;
}

export interface Alteration {
  /** A copy of its own. */
  lead: LeadRow;
  events: LeadEvents;
}

const QUICK_TRIES = 2;

/**
 * Changes one lead: read, decide, write. The write holds only if the lead still has the version that was read, so nothing
 * is locked in between; who loses against another change decides anew, and after a few losses waits in line for the row.
 * `decide` answers null where there is nothing to change; the score follows from what it makes of the lead.
 */
export async function changeLead(
  { database, author, settings, clock }: Writing,
  find: Find,
  decide: (lead: LeadRow, now: Date, sql: Sql) => Alteration | null | Promise<Alteration | null>,
): Promise<LeadRow> {
  const attempt = async (sql: Sql, lock: boolean): Promise<LeadRow | null> => {
    const before = await find(sql, lock);
    if (before === undefined) throw notFound();
    const now = laterOf(clock?.() ?? new Date(), before.updated_at);
    const change = await decide(before, now, sql);
    if (change === null) return before;
    const signals = await currentSignals(sql, settings, before, now);
    const { lead, events } = change;
    complete(lead, rescore(settings, before, lead, signals, events, now));
    lead.version = before.version + 1;
    return (await write(sql, author, before, lead, events)) ? lead : null;
  };
  for (let tries = 0; tries < QUICK_TRIES; tries++) {
    const lead = await attempt(database, false).catch((error: unknown) => {
      if (isLostRace(error)) return null;
      throw error;
    });
    if (lead !== null) return lead;
  }
  const lead = await database.begin((sql) => attempt(sql, true));
  if (lead === null) throw unavailable('The lead is being changed by many callers at once.');
  return lead;
}

async function write(sql: Sql, author: Author, before: LeadRow, lead: LeadRow, events: LeadEvents): Promise<boolean> {
  try {
    return await updateLead(sql, author, before, lead, events);
  } catch (error) {
    throw isUniqueViolation(error) ? conflict('Another lead has this phone or email.') : error;
  }
}

/** Time never goes back on a lead, even where two machines' clocks differ. */
export const laterOf = (one: Date, other: Date): Date => (one > other ? one : other);
