import type { Actor } from '../../access/actor.ts';
import { scopeOf } from '../../access/scope.ts';
import type { Database } from '../../db/sql.ts';
import type { Page } from '../../http/pagination.ts';
import type { Settings } from '../../settings/snapshot.ts';
import { settleAllDue, settleLeads } from '../scores/settle.ts';
import type { LeadFilter } from './filter.ts';
import { orderOf } from './orders.ts';
import { type PageRow, readWithinPage } from './page.ts';
import { readPlanned } from './planned.ts';

interface Reading {
  sql: Database;
  actor: Actor;
  settings: Settings;
}

/** Settles faded scores first: all that are due where scores decide what is on the page, else those on it. */
export async function readLeads({ sql, actor, settings }: Reading, filter: LeadFilter, page: Page, withStage = false) {
  if (isOfOthers(settings, actor, filter)) return undefined;
  const now = new Date();
  if (isByScore(filter)) await settleAllDue(sql, settings, now);
  return withFreshScores({ sql, settings }, now, (isCut) =>
    readPlanned(sql, settings, { actor, filter, page, now, isCut, withStage }),
  );
}

export const isByScore = (filter: LeadFilter): boolean =>
  orderOf(filter).column === 'score' || filter.leastScore !== null || filter.mostScore !== null;

/** Leads of members of other teams than those asked for, or than the manager's own: a lead is of its owner's team. */
export function isOfOthers({ memberships }: Settings, actor: Actor, filter: LeadFilter): boolean {
  const { ownerIds, ownerless, teamIds } = filter;
  const owners = scopeOf(actor) === 'own' ? [actor.membershipId] : ownerless ? null : ownerIds;
  const teams = scopeOf(actor) === 'team' ? [actor.teamId] : teamIds;
  if (owners === null || teams === null) return false;
  const isIn = (list: readonly (string | null)[], id: string) =>
    list.includes(memberships.byId.get(id)?.team_id ?? null);
  return !owners.some((id) => isIn(teams, id) && (teamIds === null || isIn(teamIds, id)));
}

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
