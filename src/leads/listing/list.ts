import type { Actor } from '../../access/actor.ts';
import { scopeOf } from '../../access/scope.ts';
import type { Database } from '../../db/sql.ts';
import type { Page } from '../../http/pagination.ts';
import type { Settings } from '../../settings/snapshot.ts';
import { settleAllDue, settleLeads } from '../scores/settle.ts';
import { accessPathOf } from './access-path.ts';
import { gatherStatement, type LeadFilter, orderOf, walkStatement } from './filter.ts';
import { type PageRow, readWithinPage } from './page.ts';

interface Reading {
  sql: Database;
  actor: Actor;
  settings: Settings;
}

/** Settles faded scores first: all that are due where scores decide what is on the page, else those on it. */
export async function readLeads({ sql, actor, settings }: Reading, filter: LeadFilter, page: Page) {
  if (isOfOthers(settings, actor, filter)) return undefined;
  const now = new Date();
  const byScore = orderOf(filter).column === 'score' || filter.leastScore !== null || filter.mostScore !== null;
  if (byScore) await settleAllDue(sql, settings, now);
  const request = { actor, filter, page, now };
  const path = await accessPathOf(sql, settings, request);
  return withFreshScores({ sql, settings }, now, (isCut) => {
    const { text, values } = (path === 'walk' ? walkStatement : gatherStatement)({ ...request, isCut });
    return path === 'walk' ? sql.shortRow<PageRow>(text, values) : sql.row<PageRow>(text, values, 'replan');
  });
}

/** A team's manager who asks for leads of members of other teams: a lead is of its owner's team. */
const isOfOthers = ({ memberships }: Settings, actor: Actor, { ownerIds }: LeadFilter): boolean =>
  scopeOf(actor) === 'team' &&
  ownerIds !== null &&
  ownerIds.every((id) => memberships.byId.get(id)?.team_id !== actor.teamId);

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
