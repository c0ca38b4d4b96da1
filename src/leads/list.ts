import type { Actor } from '../access/actor.ts';
import type { Database } from '../db/sql.ts';
import type { Page } from '../http/pagination.ts';
import type { Settings } from '../settings/snapshot.ts';
import { type LeadFilter, pageStatement } from './filter.ts';
import { listLeads } from './queries.ts';
import type { ListedLead } from './render.ts';
import { settleAllDue, settleLeads } from './scores/settle.ts';

interface Reading {
  sql: Database;
  actor: Actor;
  settings: Settings;
}

/**
 * A page of leads with the scores that they have now. Where scores decide what is on the page, all that are due are put
 * right first; else only those that the page shows.
 */
export async function readLeads({ sql, actor, settings }: Reading, filter: LeadFilter, page: Page) {
  const now = new Date();
  const byScore = filter.sort === 'score' || filter.leastScore !== null || filter.mostScore !== null;
  if (byScore) await settleAllDue(sql, settings, now);
  return withFreshScores({ sql, settings }, now, () =>
    listLeads(sql, pageStatement(actor, filter, page.after, page.limit)),
  );
}

/** Reads leads, and once more where scores among them had faded. */
export async function withFreshScores(
  { sql, settings }: Pick<Reading, 'sql' | 'settings'>,
  now: Date,
  read: () => Promise<ListedLead[]>,
): Promise<ListedLead[]> {
  const rows = await read();
  const due = rows.filter(({ rescore_at }) => rescore_at !== null && rescore_at <= now).map(({ id }) => id);
  if (due.length === 0) return rows;
  await settleLeads(sql, settings, due, now);
  return read(); // even where nothing was written: then somebody else has written it
}
