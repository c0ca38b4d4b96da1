import type { Actor } from '../../access/actor.ts';
import type { Database, Sql } from '../../db/sql.ts';
import type { Page } from '../../http/pagination.ts';
import type { Settings } from '../../settings/snapshot.ts';
import { settleAllDue, settleLeads } from '../scores/settle.ts';
import { type Way, wayTo } from './access-path.ts';
import {
  gatherStatement,
  type LeadFilter,
  orderOf,
  type PageRequest,
  type PageStatement,
  pickStatement,
  walkStatement,
} from './filter.ts';
import { type PageRow, readWithinPage } from './page.ts';

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
  const byScore = orderOf(filter).column === 'score' || filter.leastScore !== null || filter.mostScore !== null;
  if (byScore) await settleAllDue(sql, settings, now);
  const request = { actor, filter, page, now };
  const way = await wayTo(sql, settings, request);
  return withFreshScores({ sql, settings }, now, (isCut) => readBy[way](sql, { ...request, isCut }));
}

const readBy = {
  walk: (sql: Sql, request: PageRequest) => {
    const { text, values } = walkStatement(request);
    return sql.shortRow<PageRow>(text, values);
  },
  gather: (sql: Sql, request: PageRequest) => readPlanned(sql, gatherStatement(request)),
  pick: (sql: Sql, request: PageRequest) => readPlanned(sql, pickStatement(request)),
} satisfies Record<Way, unknown>;

const readPlanned = (sql: Sql, { text, values }: PageStatement) => sql.row<PageRow>(text, values, 'replan');

/** Reads a page, and once more where scores on it had faded. */
export async function withFreshScores(
  { sql, settings }: Pick<Reading, 'sql' | 'settings'>,
  now: Date,
  read: (isCut: boolean) => Promise<PageRow | undefined>,
): Promise<PageRow | undefined> {
  const page = await readWithinPage(read);
  if (page === undefined || page.due === null) return page;
  await settleLeads(sql, settings, page.due, now);
  return readWithinPage(read); // even where nothing was written: then somebody else has written it
}
